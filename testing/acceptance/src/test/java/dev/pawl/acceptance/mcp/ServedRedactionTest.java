package dev.pawl.acceptance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.RedactedHome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a hook takes out of a result reaches no client of the tool server. */
@Deep
class ServedRedactionTest {
    @Test
    void a_secret_that_a_hook_removes_is_in_no_message_and_no_file(@TempDir Path dir) throws Exception {
        try (var served = Served.in(dir, RedactedHome.SCRIPT)) {
            RedactedHome.prepare(served);
            served.start();
            served.greet(JsonObject.empty());
            var params = JsonObject.of("name", "run", "arguments", JsonObject.of("prompt", "Go"))
                    .with("_meta", JsonObject.of("progressToken", "p1"));
            var result = served.result("tools/call", params);
            assertThat(result.object("structuredContent").string("text")).isEqualTo("Done.");
            RedactedHome.assertHidden(served, served.lines());
        }
    }
}
