package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody writes the next prompt while a gate opens its question. */
@Deep
class TypedAheadTest {
    @TempDir
    Path dir;

    @Test
    void typed_text_neither_allows_a_command_nor_is_lost() throws Exception {
        var go = dir.resolve("go");
        var ran = dir.resolve("ran");
        var hook = """
            pi.on(TOOL_CALL, (call, ctx) -> {
                while (!Files.exists(Path.of("GO"))) {
                    Thread.sleep(5);
                }
                return ctx.ui().confirm("Dangerous command", "Allow?") ? call.allow() : call.block("refused");
            });
            """.replace("GO", go.toString());
        var touch = Turn.calls(call("bash", JsonObject.of("command", "touch " + ran)));
        try (var seat = Seat.in(dir, touch, Turn.text("As you like.")).hook("gate", hook)) {
            var it = seat.start(90, 30);
            it.await("scripted-1");
            it.submit("Go");
            it.await("Working");
            it.typeAhead("yes and ").await("yes and");
            Files.createFile(go);
            it.typeAhead("y", "e", "s", "y");
            assertThat(it.await("y/n answer")).contains("→ n  No");
            it.type("n").await("As you like.");
            assertThat(it.await("yes and yesy")).contains("refused");
            assertThat(ran).doesNotExist();
        }
    }
}
