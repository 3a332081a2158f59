package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a hook took out is found by grep in nothing that the program writes, with everything switched on that records. */
class RedactedEverywhereTest {
    private static final String SECRET = "s3cr3t-4711-output";

    @TempDir
    Path dir;

    @Test
    void a_secret_that_a_hook_removed_is_in_no_output() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = TestProgram.in(
                                dir,
                                Turn.calls(call("read", JsonObject.of("path", "data"))),
                                Turn.calls(call("bash", JsonObject.of("command", "echo forbidden"))),
                                Turn.text("Done."))
                        .file("data", "key: " + SECRET + "\n")
                        .hook("redact", """
                            pi.on(TOOL_RESULT, (result, ctx) -> result.withText(result.text().replaceAll("s3cr3t-\\\\S+", "***")));
                            """)
                        .hook("guard", """
                            pi.on(TOOL_CALL, (call, ctx) -> call.arguments().string("command", "").contains("forbidden")
                                ? call.block("not that one") : call.allow());
                            """)
                        .user(
                                "settings.json",
                                JsonObject.of("traces", JsonObject.of("keep", true), "watch", true)
                                        .with("audit", JsonObject.of("file", "~/audit.jsonl"))
                                        .with(
                                                "telemetry",
                                                JsonObject.of("endpoint", collector.address(), "content", true))
                                        .toString())) {
            var run = pawl.run("--session-id", "abc-1", "--mode", "json", "-p", "Go");
            assertThat(run.status()).isZero();
            assertThat(run.out()).contains("***");
            var said = new StringBuilder(run.out()).append(run.err());
            for (var words : List.of(
                    List.of("trace", "abc", "--json"),
                    List.of("trace", "abc", "trace.html"),
                    List.of("--export", "abc", "out.html"),
                    List.of("--export", "abc", "out.md"),
                    List.of("--export", "abc", "out.jsonl"),
                    List.of("share", "abc", "share.html"),
                    List.of("share", "abc", "share.md"),
                    List.of("share", "abc", "share.jsonl"),
                    List.of("audit", "verify"),
                    List.of("audit", "export"))) {
                var command = pawl.run(words.toArray(String[]::new));
                assertThat(command.status()).as("%s: %s", words, command.err()).isZero();
                said.append(command.out()).append(command.err());
            }
            assertThat(said).doesNotContain(SECRET);
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.text()).contains("***").doesNotContain(SECRET);
            assertThat(pawl.project.resolve("out.html")).content().contains("***");
            assertThat(holding(dir)).containsExactly(pawl.project.resolve("data"));
        }
    }

    private static List<Path> holding(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(RedactedEverywhereTest::holds)
                    .toList();
        }
    }

    private static boolean holds(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(SECRET);
        } catch (IOException e) {
            return false;
        }
    }
}
