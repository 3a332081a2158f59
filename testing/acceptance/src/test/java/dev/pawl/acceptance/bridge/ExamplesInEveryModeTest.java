package dev.pawl.acceptance.bridge;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.terminal.TerminalRun;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that hooks are known by, all of them at once, in print mode, over RPC and in a terminal. */
@Deep
class ExamplesInEveryModeTest {
    private static final List<String> EXAMPLES = List.of(
            "permission-gate.ts",
            "protected-paths.ts",
            "git-checkpoint.ts",
            "redact.ts",
            "context-filter.ts",
            "handoff.ts",
            "stack.ts",
            "spawn.ts",
            "snake.ts");

    @TempDir
    Path dir;

    private NodePlace place;

    @BeforeEach
    void prepare() throws Exception {
        place = NodePlace.in(dir);
        NodePlace.write(
                place.home().resolve(".pi/agent/extensions/note.ts"),
                "export default (pi: any) => pi.registerCommand('note', {",
                "  description: 'Says something to people alone',",
                "  handler: async () =>",
                "    pi.sendMessage({ customType: 'debug-only', content: 'for users alone', display: true }),",
                "});");
        NodePlace.write(place.project().resolve("keys.txt"), "API_KEY=abc123");
        NodePlace.write(place.project().resolve("work.txt"), "committed");
        git("init", "-q");
        git("add", ".");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one");
        NodePlace.write(place.project().resolve("work.txt"), "unfinished");
    }

    private String git(String... args) throws Exception {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(args));
        var process = new ProcessBuilder(command)
                .directory(place.project().toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static ScriptedModel model() {
        return ScriptedModel.playing(
                Turn.calls(
                        call("bash", JsonObject.of("command", "sudo -n true; echo asked")),
                        call("write", JsonObject.of("path", ".env", "content", "A=1")),
                        call("bash", JsonObject.of("command", "npm install; echo $CUSTOM_VAR")),
                        call("read", JsonObject.of("path", "keys.txt"))),
                Turn.text("First done."),
                Turn.text("Second done."),
                Turn.text("Third done."));
    }

    private static String[] with(String... args) {
        var all = new ArrayList<String>();
        EXAMPLES.forEach(name -> all.addAll(List.of("--hook", NodePlace.example(name))));
        all.addAll(Arrays.asList(args));
        return all.toArray(String[]::new);
    }

    /** What the model was asked, whatever the mode. */
    private void checkRequests(ScriptedModel model) {
        assertThat(model.requests())
                .as(() -> model.requests().stream()
                        .map(request -> request.bodyText())
                        .collect(Collectors.joining("\n")))
                .hasSize(4);
        assertThat(model.requests().get(1).bodyText())
                .contains("Protected: .env", "pnpm install", "API_KEY=[REDACTED]")
                .doesNotContain("abc123");
        assertThat(model.requests().get(2).bodyText()).contains("First done.").doesNotContain("for users alone");
        assertThat(model.requests().get(3).bodyText())
                .contains("[Summary]", "More")
                .doesNotContain("First done.");
        assertThat(place.project().resolve(".env")).doesNotExist();
    }

    private String sessions() throws IOException {
        try (var files = Files.walk(place.home().resolve(".pi/agent/sessions"))) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .map(file -> {
                        try {
                            return Files.readString(file);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .collect(Collectors.joining());
        }
    }

    @Test
    void in_print_mode() throws Exception {
        try (var model = model()) {
            var run = place.pawl(model)
                    .run(with(
                            "-p",
                            "Go",
                            "/note",
                            "Again",
                            "/pop first",
                            "More",
                            "/snake",
                            "/handoff the tests are red"));
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.err()).contains(".env is protected", "Popped to turn", "Snake needs a screen");
            checkRequests(model);
            assertThat(model.requests().get(1).bodyText()).contains("Risky, and nobody is there to ask");
            assertThat(git("fsck", "--no-reflogs", "--unreachable")).contains("unreachable commit");
            assertThat(sessions())
                    .contains("for users alone", "stack_pop", "Go on from here: the tests are red")
                    .doesNotContain("\"customType\":\"snake\"");
        }
    }

    @Test
    void over_rpc() throws Exception {
        try (var model = model();
                var it = new Dialogue(place.pawl(model).start(with("--mode", "rpc")))) {
            it.prompt("Go");
            it.answer(it.asked("confirm", "Risky command"), "confirmed", true);
            it.asked("notify", ".env is protected");
            it.await("agent_settled");
            it.prompt("/note");
            // Answered when the command is done: what it sends during the next run would make that run a turn longer.
            it.await("response");
            it.prompt("Again");
            it.await("agent_settled");
            it.prompt("/pop");
            var back = it.asked("select", "Back to:");
            it.answer(back, "value", back.strings("options").getFirst());
            it.asked("notify", "Popped to turn");
            it.prompt("More");
            it.await("agent_settled");
            checkRequests(model);
            assertThat(model.requests().get(1).bodyText()).contains("asked");
            it.prompt("/snake");
            it.asked("notify", "Snake needs a screen");

            git("checkout", "-q", "work.txt");
            var first = it.ask(JsonObject.of("type", "get_fork_messages"))
                    .object("data")
                    .objects("messages")
                    .getFirst();
            it.send(JsonObject.of("type", "fork", "id", "fork").with("entryId", first.string("entryId")));
            it.answer(it.asked("confirm", "Restore?"), "confirmed", true);
            it.asked("notify", "Code restored");
            assertThat(it.response("fork").bool("success", false)).isTrue();
            assertThat(place.project().resolve("work.txt")).hasContent("unfinished");

            it.prompt("/handoff the tests are red");
            Await.value(
                    "the new session has the summary",
                    () -> it.ask(JsonObject.of("type", "get_messages")).toString(),
                    messages -> messages.contains("the tests are red"));
        }
    }

    @Test
    void in_a_terminal() throws Exception {
        try (var model = model();
                var it = TerminalRun.start(place.pawl(model).asProcess(), 120, 60, with())) {
            it.await("scripted-1");
            it.submit("Go").await("Run sudo -n true; echo asked?");
            it.type("\r").await("First done.");
            assertThat(it.everything()).contains(".env is protected");
            it.submit("/note").await("for users alone");
            it.submit("Again").await("Second done.");
            it.submit("/pop").await("Back to:");
            it.type("\r").await("Popped to turn");
            it.submit("More").await("Third done.");
            checkRequests(model);
            assertThat(model.requests().get(1).bodyText()).contains("asked");

            it.submit("/snake").await("Snake: 0, best 0. Go!");
            assertThat(it.screen()).contains("..o.*.......");
            it.type("\u001b[C", "\u001b[C").await("...oo.......");
            it.type("\u001b").await("Score: 1");
            it.awaitGone("Go!");
            it.submit("/snake").await("Snake: 0, best 1. Go!");
            it.type("\u001b").await("Score: 0");

            it.submit("/hooks").await("TypeScript hooks run in process");
            assertThat(it.screen()).containsPattern("process \\d+ · \\d+ MB of memory · [\\d.]+ s of processor time");

            git("checkout", "-q", "work.txt");
            it.submit("/fork").await("in front of which message?");
            it.type("\r").await("Bring the code back to this turn?");
            it.type("y").await("Code restored");
            assertThat(place.project().resolve("work.txt")).hasContent("unfinished");
            it.await("the message is back in the editor", now -> now.contains("More") && !now.contains("Third done."));
            it.type("\u0003").submit("/handoff the tests are red").await("Go on from here: the tests are red");
            it.type("\u0004");
            assertThat(it.ended()).isZero();
        }
    }

    /** A conversation with the program over its standard input and output. */
    private static final class Dialogue implements AutoCloseable {
        private final Process process;
        private final BufferedReader lines;
        private final Writer out;
        private int asked;

        Dialogue(Process process) {
            this.process = process;
            lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            out = process.outputWriter();
        }

        void send(JsonObject command) throws IOException {
            out.write(command + "\n");
            out.flush();
        }

        /** Sends a command and waits for its answer. */
        JsonObject ask(JsonObject command) throws IOException {
            var id = "ask" + asked++;
            send(command.with("id", id));
            return response(id);
        }

        JsonObject response(String id) throws IOException {
            while (true) {
                var response = await("response");
                if (response.string("id", "").equals(id)) {
                    return response;
                }
            }
        }

        /** Sends a prompt, which is answered when it was taken. */
        void prompt(String message) throws IOException {
            send(JsonObject.of("type", "prompt", "message", message));
        }

        JsonObject asked(String method, String words) throws IOException {
            while (true) {
                var request = await("extension_ui_request");
                if (request.string("method", "").equals(method)
                        && request.toString().contains(words)) {
                    return request;
                }
            }
        }

        void answer(JsonObject request, String field, Object value) throws IOException {
            send(JsonObject.of("type", "extension_ui_response", "id", request.string("id", ""))
                    .with(field, value));
        }

        JsonObject await(String type) throws IOException {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var json = JsonObject.parse(line);
                if (json.string("type", "").equals(type)) {
                    return json;
                }
            }
            throw new AssertionError("no " + type + " came");
        }

        @Override
        public void close() throws IOException {
            out.close();
            lines.lines().forEach(_ -> {});
            assertThat(process.onExit().join().exitValue()).isZero();
        }
    }
}
