package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start pays for scripts that nobody selected: nothing. */
@Deep
class UnselectedScriptsTest {
    @TempDir
    Path dir;

    /** Returns the names of the classes that a run loads. */
    private String loaded(Turn first, String... args) throws Exception {
        var log = dir.resolve("classes.log");
        try (var pawl = Pawl.in(dir, first, Turn.text("Done."))) {
            pawl.environment.put("JAVA_TOOL_OPTIONS", "-XX:AOTMode=off -Xlog:class+load:file=" + log);
            var run = pawl.start(args).end();
            assertThat(run.status()).as(run.err()).isZero();
        }
        return Files.readString(log);
    }

    private static Turn ls() {
        return Turn.calls(call("bash", JsonObject.of("command", "ls")));
    }

    @Test
    void a_run_without_scripts_loads_nothing_of_them() throws Exception {
        assertThat(loaded(ls(), "-p", "Go"))
                .contains("dev.pawl.start.ScriptTool")
                .doesNotContain("dev.pawl.codemode.", "io.roastedroot.", "run.endive.");
    }

    @Test
    void a_run_that_may_run_scripts_and_does_not_loads_no_engine() throws Exception {
        assertThat(loaded(ls(), "--tools", "+codemode", "-p", "Go"))
                .contains("dev.pawl.codemode.ScriptLoadout")
                .doesNotContain("dev.pawl.codemode.QuickJs", "io.roastedroot.", "run.endive.");
    }

    @Test
    void the_first_script_loads_the_engine() throws Exception {
        var script = Turn.calls(call("codemode", JsonObject.of("code", "return 1")));
        assertThat(loaded(script, "--tools", "+codemode", "-p", "Go"))
                .contains("dev.pawl.codemode.QuickJs", "run.endive.");
    }
}
