package dev.pawl.shellhooks;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.AgentBuilder;
import dev.pawl.agent.Pawl;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hooks in files of other agents hold for an agent that a program embeds, where this module is present. */
class EmbeddedHookFilesTest {
    private static final String BLOCKS = """
        {"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [
          {"type": "command", "command": "echo not here >&2; exit 2"}]}]}}
        """;

    @TempDir
    Path dir;

    private Path project;

    @BeforeEach
    void folders() throws IOException {
        project = Files.createDirectories(dir.resolve("work"));
    }

    private Pawl with(ScriptedModel model) throws IOException {
        return Pawl.with(model.environmentIn(dir));
    }

    private boolean writes(UnaryOperator<AgentBuilder> change) throws Exception {
        var file = project.resolve("made.txt");
        var write = Turn.calls(call("write", JsonObject.of("path", file.toString(), "content", "x")));
        try (var model = ScriptedModel.playing(write, Turn.text("Done."));
                var pawl = with(model);
                var agent = change.apply(pawl.agent(project).model("scripted")).start()) {
            assertThat(agent.ask("Write it")).isEqualTo("Done.");
        }
        return Files.deleteIfExists(file);
    }

    private static JsonObject foreign() {
        return JsonObject.of("foreignHooks", true);
    }

    @Test
    void a_file_of_the_user_blocks_where_the_embedder_asks_for_it() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve(".claude")).resolve("settings.json"), BLOCKS);
        assertThat(writes(builder -> builder)).isTrue();
        assertThat(writes(builder -> builder.settings(JsonObject.of("foreignHooks", false))))
                .isTrue();
        assertThat(writes(builder -> builder.settings(foreign()))).isFalse();
    }

    @Test
    void a_file_of_the_project_runs_only_where_the_embedder_uses_the_project() throws Exception {
        Files.writeString(Files.createDirectories(project.resolve(".claude")).resolve("settings.json"), BLOCKS);
        assertThat(writes(builder -> builder.settings(foreign()))).isTrue();
        assertThat(writes(builder -> builder.settings(foreign()).withProject())).isFalse();
    }

    @Test
    void a_file_that_cannot_be_read_stops_the_start() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve(".claude")).resolve("settings.json"), "{\"hooks\": {");
        assertThatThrownBy(() -> writes(builder -> builder.settings(foreign())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(".claude/settings.json");
    }

    @Test
    void a_setting_that_needs_the_files_is_refused_without_them() {
        var alone = JsonObject.parse("{\"shellHooks\": {\"blockOnFailure\": true}}");
        assertThatThrownBy(() -> writes(builder -> builder.settings(alone)))
                .hasMessageContaining("shellHooks.blockOnFailure has no effect without foreignHooks");
    }
}
