package dev.pawl.shellhooks.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.file.HookFileReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What is written into the files of other agents is what their readers take, beside what stood there. */
class ExportTest {
    static final List<String> AGENTS = Export.AGENTS;

    @TempDir
    Path dir;

    private static Export to(String agent) {
        return Objects.requireNonNull(Export.to(agent, "'/guards/it''s/guard'"));
    }

    @ParameterizedTest
    @FieldSource("AGENTS")
    void the_written_hooks_are_read_without_a_complaint(String agent) throws Exception {
        var file = dir.resolve("hooks.json");
        Files.writeString(file, to(agent).in(JsonObject.empty()).toString());
        var read = HookFileReader.read(Dialects.named(agent), file, true);
        assertThat(read.problems()).isEmpty();
        assertThat(read.hooks()).hasSize(3);
        assertThat(read.hooks().getFirst().handler().shown()).contains("/guard' " + agent + " check || exit 2");
        assertThat(read.hooks().getFirst().timeout().toSeconds()).isEqualTo(150);
    }

    @ParameterizedTest
    @FieldSource("AGENTS")
    void what_stood_there_stays_and_a_second_export_takes_the_place_of_the_first(String agent) {
        var other = JsonObject.of("command", "true", "bash", "true");
        var before = JsonObject.of("model", "m")
                .with("hooks", JsonObject.of("Stop", List.of(JsonObject.of("hooks", List.of(other)), other)));
        var once = to(agent).in(before);
        assertThat(once.get("model")).isEqualTo("m");
        assertThat(once.object("hooks").objects("Stop"))
                .isEqualTo(before.object("hooks").objects("Stop"));
        assertThat(to(agent).in(once)).isEqualTo(once);
    }

    @Test
    void files_are_where_the_agents_look_for_them() {
        assertThat(Set.copyOf(
                        AGENTS.stream().map(agent -> to(agent).file("g", false)).toList()))
                .containsExactlyInAnyOrder(
                        ".claude/settings.json",
                        ".codex/hooks.json",
                        ".gemini/settings.json",
                        ".cursor/hooks.json",
                        ".github/hooks/pawl-g.json");
        assertThat(to("copilot").file("g", true)).isEqualTo(".copilot/hooks/pawl-g.json");
    }
}
