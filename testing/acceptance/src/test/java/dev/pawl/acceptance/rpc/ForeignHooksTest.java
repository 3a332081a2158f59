package dev.pawl.acceptance.rpc;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of other agents over RPC. */
@Deep
class ForeignHooksTest {
    @Test
    void a_hook_blocks_a_call_and_its_process_ends_with_the_program(@TempDir Path dir) throws Exception {
        var pid = dir.resolve("pid");
        try (var it = Driven.in(
                dir, Turn.calls(call("write", JsonObject.of("path", "a.txt", "content", "x"))), Turn.text("Done."))) {
            var left = JsonObject.of("type", "command")
                    .with("command", "sleep 1000 >/dev/null 2>&1 & echo $! > '" + pid + "'");
            var block = JsonObject.of("type", "command", "command", "echo no writing >&2; exit 2");
            Files.writeString(
                    Files.createDirectories(it.home.resolve(".claude")).resolve("settings.json"),
                    "{\"hooks\":{\"SessionStart\":[{\"hooks\":[" + left + "]}],\"PreToolUse\":[{\"matcher\":\"Write\","
                            + "\"hooks\":[" + block + "]}]}}");
            it.asProcess().start();

            it.client().promptAndWait("Write");

            assertThat(it.project.resolve("a.txt")).doesNotExist();
            assertThat(it.model.requests().getLast().body().toString()).contains("no writing");
            assertThat(isAlive(Long.parseLong(Files.readString(pid).strip()))).isTrue();
        }
        var left = Long.parseLong(Files.readString(pid).strip());
        Await.until("what the hook started has ended", () -> !isAlive(left));
    }

    private static boolean isAlive(long pid) throws Exception {
        var stat = Path.of("/proc/" + pid + "/stat");
        return ProcessHandle.of(pid).isPresent()
                && (!Files.exists(stat) || !Files.readString(stat).contains(") Z "));
    }
}
