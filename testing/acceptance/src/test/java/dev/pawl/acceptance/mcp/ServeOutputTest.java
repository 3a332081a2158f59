package dev.pawl.acceptance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.LoudProgram;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing but the protocol is on the standard output of a tool server, whatever hooks and their programs write to. */
@Timeout(600)
@Deep
class ServeOutputTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void what_is_written_by_hooks_is_kept_from_other_agents(LoudProgram.Output out) throws Exception {
        try (var served = Served.in(dir, LoudProgram.SCRIPT)) {
            new LoudProgram(out).serve(served, program -> talk(served.started(program)), "mcp", "serve");
        }
    }

    private static void talk(Served served) throws Exception {
        served.greet(JsonObject.empty());
        var result = served.call("run", JsonObject.of("prompt", "go"));
        assertThat(result.object("structuredContent").string("text")).isEqualTo("Done.");
        assertThat(served.end()).isZero();
    }
}
