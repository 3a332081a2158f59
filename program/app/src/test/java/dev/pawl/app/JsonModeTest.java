package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.testkit.model.Script;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonModeTest {
    private static final Path GOLDEN = Path.of("src/test/resources/goldens/json-mode.jsonl");

    @TempDir
    Path dir;

    private static List<String> types(TestProgram.Run run) {
        return run.records().stream().map(line -> line.string("type", "")).toList();
    }

    /**
     * The conversation of the golden is one of which pi's own stream is known. Names, order and fields are pi's, but for
     * these, all of them on purpose: {@code agent_settled} tells whether it was {@code aborted}; {@code
     * tool_execution_end} tells how long it took ({@code durationMs}); a piece of an answer is told with the usage that
     * was known then, and an empty piece is not told; an answer begins before its {@code responseId} is known.
     */
    @Test
    void a_turn_with_a_tool_is_reported_as_clients_know_it() throws Exception {
        var look = Turn.text("Let me look.").andCalls(call("read", JsonObject.of("path", "small.txt")));
        try (var pawl = TestProgram.in(dir, look, Turn.text("All **done** here."))
                .file("small.txt", "line 1 of a small file\nline 2 of a small file\n")) {
            var run = pawl.run("--mode", "json", "read small.txt");
            assertThat(run.status()).isZero();
            assertThat(run.err()).isEmpty();
            var told = new StringBuilder();
            run.records().forEach(line -> told.append(steady(line, pawl)).append('\n'));
            if ("write".equals(System.getProperty("goldens"))) {
                Files.createDirectories(GOLDEN.getParent());
                Files.writeString(GOLDEN, told);
            }
            assertThat(told).as(GOLDEN + "; -Dgoldens=write rewrites it").hasToString(Files.readString(GOLDEN));
        }
    }

    /** Without what is different each time, and without the long texts that the model gets. */
    private static String steady(JsonObject line, TestProgram pawl) {
        return String.valueOf(steady("", line)).replace(pawl.project.toString(), "/project");
    }

    private static Object steady(String name, Object value) {
        return switch (name) {
            case "timestamp", "durationMs", "responseId" -> "<" + name + ">";
            case "description" -> "<text>";
            case "parameters" -> "<schema>";
            case "sections" -> JsonObject.from(sections((JsonObject) value));
            default ->
                switch (value) {
                    case JsonObject object -> {
                        var steady = JsonObject.empty();
                        for (var field : object.names()) {
                            steady = steady.with(field, steady(field, object.get(field)));
                        }
                        yield steady;
                    }
                    case List<?> list ->
                        list.stream().map(one -> steady("", one)).toList();
                    case String id when name.equals("id") && id.length() == 36 -> "<id>";
                    default -> value;
                };
        };
    }

    private static Map<String, String> sections(JsonObject sections) {
        var texts = new java.util.LinkedHashMap<String, String>();
        sections.names().forEach(name -> texts.put(name, "<text>"));
        return texts;
    }

    @Test
    void the_header_is_the_first_line_and_the_settling_the_last() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Hello there."))) {
            var run = pawl.run("--mode", "json", "Hi");
            var header = run.records().getFirst();
            assertThat(header).isEqualTo(TestProgram.header(pawl.sessions().getFirst()));
            assertThat(run.records().getLast()).isEqualTo(JsonObject.of("type", "agent_settled", "aborted", false));
            assertThat(run.out()).endsWith("\n").doesNotContain("\r");
        }
    }

    @Test
    void a_piece_of_an_answer_carries_only_what_it_adds() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("A text in pieces.").chunk(4))) {
            var pieces = pawl.run("--mode", "json", "Hi").records().stream()
                    .filter(line -> line.string("type", "").equals("message_update"))
                    .toList();
            assertThat(pieces).hasSizeGreaterThan(4).allSatisfy(piece -> {
                assertThat(piece.names()).containsExactly("type", "usage", "assistantMessageEvent");
                assertThat(piece.object("assistantMessageEvent").has("partial")).isFalse();
            });
            assertThat(String.join(
                            "",
                            pieces.stream()
                                    .map(piece -> piece.object("assistantMessageEvent")
                                            .string("delta", ""))
                                    .toList()))
                    .isEqualTo("A text in pieces.");
        }
    }

    @Test
    void several_prompts_are_one_stream_with_one_header() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("one"), Turn.text("two"))) {
            var types = types(pawl.run("--mode", "json", "-p", "first", "second"));
            assertThat(types).containsOnlyOnce("session");
            assertThat(types.stream().filter("agent_settled"::equals)).hasSize(2);
        }
    }

    @Test
    void an_answer_that_failed_is_reported_in_the_stream_and_is_no_failure_of_the_program() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.status(400).message("no such thing"), Turn.text("two"))) {
            var run = pawl.run("--mode", "json", "first", "second");
            assertThat(run.status()).isZero();
            assertThat(run.out()).contains("\"stopReason\":\"error\"", "no such thing", "\"text\":\"two\"");
        }
    }

    @Test
    void a_start_that_fails_leaves_standard_output_empty() throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            var run = pawl.run("--mode", "json", "--model", "nowhere/none-such-model-x", "Hi");
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).startsWith("pawl: ");
            assertThat(run.status()).isEqualTo(1);
        }
    }

    @Test
    void what_hooks_do_is_part_of_the_stream_and_their_failures_are_not() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("ok")).hook("busy", """
            pi.on(SESSION_START, (_, ctx) -> { ctx.session().append("note", Map.of("a", 1)); ctx.session().rename("Busy"); });
            pi.on(AGENT_START, (_, _) -> { throw new IllegalStateException("boom"); });
            """)) {
            var run = pawl.run("--mode", "json", "Hi");
            assertThat(types(run)).startsWith("session", "entry_appended", "session_info_changed", "agent_start");
            assertThat(run.err()).contains("failed at agent_start: boom");
            assertThat(run.out()).doesNotContain("boom");
        }
    }

    @Test
    void a_try_that_is_repeated_is_reported() throws Exception {
        var settings = "{\"retry\":{\"baseDelayMs\":1}}";
        try (var pawl = TestProgram.in(dir, Turn.status(503), Turn.text("ok")).user("settings.json", settings)) {
            var types = types(pawl.run("--mode", "json", "Hi"));
            assertThat(types).containsSubsequence("agent_end", "auto_retry_start", "auto_retry_end", "agent_settled");
        }
    }

    /** Takes a few bytes, then is closed like a pipe whose reader went away. */
    private static final class ClosingPipe extends OutputStream {
        private int taken;

        @Override
        public void write(int b) throws IOException {
            if (taken++ > 600) {
                throw new IOException("Broken pipe");
            }
        }
    }

    @Test
    void when_the_reader_is_gone_the_run_ends_and_the_session_is_whole() throws Exception {
        var working = Script.of().endingWith(Turn.calls(call("bash", JsonObject.of("command", "true"))));
        try (var pawl = TestProgram.in(dir, working)) {
            var err = new java.io.ByteArrayOutputStream();
            var streams = new Streams(
                    new ByteArrayInputStream(new byte[0]),
                    new PrintStream(new ClosingPipe(), false, StandardCharsets.UTF_8),
                    new PrintStream(err, false, StandardCharsets.UTF_8));
            var environment = Map.of("HOME", pawl.home.toString(), "PATH", System.getenv("PATH"));
            int status = Invocation.run(
                    List.of("--mode", "json", "Go on for ever"), Places.of(environment, pawl.project), streams);
            assertThat(status).isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .isEqualTo("pawl: standard output was closed, so the run was ended\n");
            pawl.sessions().forEach(session -> assertThat(session).content().endsWith("\n"));
        }
    }
}
