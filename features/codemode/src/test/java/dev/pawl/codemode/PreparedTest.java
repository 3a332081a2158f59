package dev.pawl.codemode;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestAgent;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.machine.Deep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts begin with copies of one engine; they have nothing in common that one of them did or may know. */
class PreparedTest {
    @TempDir
    Path dir;

    private Path made(String name) throws Exception {
        var file = dir.resolve(name);
        Prepared.main(new String[] {file.toString()});
        return file;
    }

    @Test
    void it_is_the_same_however_often_it_is_made() throws Exception {
        assertThat(made("one")).hasSameBinaryContentAs(made("another"));
    }

    /** A build by Maven: classes that an editor compiled have none, and prepare it themselves. */
    @Test
    @Deep
    void the_build_has_made_it_of_this_driver() throws Exception {
        try (var built = Objects.requireNonNull(Prepared.class.getResourceAsStream("driver.memory"), "driver.memory")) {
            assertThat(built.readAllBytes()).isEqualTo(Files.readAllBytes(made("again")));
        }
    }

    private List<List<?>> results(String... codes) throws Exception {
        var turns = new ArrayList<Turn>();
        for (var code : codes) {
            turns.add(Turn.calls(call("codemode", JsonObject.of("code", code))));
        }
        turns.add(Turn.text("Done."));
        try (var it = TestAgent.in(dir)
                .model(turns.toArray(Turn[]::new))
                .hook(pi -> pi.tool(ScriptTest.tool(Limits.STANDARD, dir)))
                .start()) {
            it.prompt("Go");
            return it.results().stream()
                    .<List<?>>map(result -> (List<?>) Objects.requireNonNull(Json.parse(Content.text(
                            result.content().subList(1, result.content().size())))))
                    .toList();
        }
    }

    @Test
    void each_script_draws_numbers_of_its_own() throws Exception {
        var draw = "return Array.from({ length: 1000 }, Math.random)";
        var all = results(draw, draw).stream()
                .flatMap(List::stream)
                .map(number -> ((Number) number).doubleValue())
                .toList();
        assertThat(all).hasSize(2000).doesNotHaveDuplicates().allMatch(number -> number >= 0 && number < 1);
        assertThat(all.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .isBetween(0.45, 0.55);
    }

    @Test
    void what_a_script_leaves_behind_is_not_there_for_the_next() throws Exception {
        var code = "const before = ['left', 'tools', 'performance'].map((name) => typeof globalThis[name]);"
                + " globalThis.left = 1; return [...before, performance.now() < 60000, Date.now() > 1e12,"
                + " Symbol.for('start') in globalThis]";
        assertThat(results(code, code))
                .containsExactly(
                        List.of("undefined", "object", "object", true, true, false),
                        List.of("undefined", "object", "object", true, true, false));
    }
}
