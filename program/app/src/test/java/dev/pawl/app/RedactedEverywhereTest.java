package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.otlp.OtlpReceiver;
import dev.pawl.observe.watch.LiveFolder;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
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
                                Turn.text("Done."),
                                Turn.calls(call("bash", JsonObject.of("command", "cat data"))),
                                Turn.text("Done again."))
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
            var printed = pawl.run("-p", "Go once more");
            assertThat(printed.out()).contains("Done again.");
            var said = new StringBuilder(run.out())
                    .append(run.err())
                    .append(printed.out())
                    .append(printed.err());
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

    private static final String REDACTOR = """
        java.util.function.UnaryOperator<String> clean = text -> text.replaceAll("s3cr3t-\\\\S+", "***");
        pi.on(TOOL_RESULT, (result, ctx) -> result.redact(clean), OnFailure.STOP);
        pi.on(USER_BASH_RESULT, (result, ctx) -> result.mapText(clean), OnFailure.STOP);
        """;

    /** Prints it piece by piece, and so often that the whole output is saved in a file. */
    private static final Turn SPELLED_OUT = Turn.calls(
            call("bash", JsonObject.of("command", "cat data; sleep 0.3; cat data; sleep 0.3; cat big; sleep 0.3")));

    @Test
    void clients_and_watchers_never_see_what_a_command_prints_while_it_runs() throws Exception {
        try (var pawl = TestProgram.in(dir, SPELLED_OUT, Turn.text("Done."))
                .file("data", "key: " + SECRET + "\n")
                .file("big", ("key: " + SECRET + "\n").repeat(10_000))
                .hook("redact", REDACTOR)
                .user("settings.json", "{\"traces\":{\"keep\":true},\"watch\":true}")
                .environment(
                        "TMPDIR", Files.createDirectories(dir.resolve("tmp")).toString())) {
            var client = new InnerRpc(pawl, "--session-id", "abc-1");
            try (client) {
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                client.await("\"agent_settled\"", 1);
                client.send("{\"type\":\"bash\",\"command\":\"cat data; sleep 0.3; cat data\"}");
                client.await("\"command\":\"bash\"", 1);
                client.send("{\"type\":\"get_messages\"}");
                client.await("\"command\":\"get_messages\"", 1);
                client.send("{\"type\":\"export_html\",\"outputPath\":\"rpc.html\"}");
                client.await("\"command\":\"export_html\"", 1);
                assertThat(pawl.agentDir().resolve("watch")).isNotEmptyDirectory();
                assertThat(new LiveFolder(pawl.agentDir()).sessions().toString())
                        .contains("Done.")
                        .doesNotContain(SECRET);
                assertThat(holding(pawl.agentDir())).isEmpty();
            }
            assertThat(client.printed()).contains("***").doesNotContain(SECRET);
            assertThat(holding(dir))
                    .containsExactlyInAnyOrder(pawl.project.resolve("data"), pawl.project.resolve("big"));
        }
    }

    @Test
    void neither_the_screen_nor_its_reports_ever_show_it() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 40, SPELLED_OUT, Turn.text("Done."))
                .file("data", "key: " + SECRET + "\n")
                .file("big", ("key: " + SECRET + "\n").repeat(10_000))
                .hook("redact", REDACTOR)
                .environment(
                        "TMPDIR", Files.createDirectories(dir.resolve("tmp")).toString())
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("Done.");
            screen.awaitGone("Working");
            screen.submit("!cat data; sleep 0.3; echo it is over");
            screen.await("it is over");
            screen.submit("/why ");
            screen.await("redact.java changed it");
            screen.submit("/why 1");
            screen.await("Call 1 of 1");
            screen.submit("/hooks ");
            screen.await("p50");
            screen.submit("/export out.html");
            screen.await("out.html");
            assertThat(screen.terminal.written()).contains("***").doesNotContain(SECRET);
        }
        assertThat(holding(dir))
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("data", "big");
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
