package dev.pawl.training;

import dev.pawl.api.json.JsonObject;
import dev.pawl.app.Invocation;
import dev.pawl.app.Main;
import dev.pawl.base.Sha256;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.screen.InteractiveRun;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.tui.terminal.SystemTerminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The run from which a start-up cache is made: it walks the ways that real starts walk.
 *
 * <p>It is run twice in the same folder, and the cache is made from the second run, which finds its hook compiled. The
 * compiler's own classes are left out on purpose: all that is in a cache is loaded at every start, and they would cost
 * each one 20 ms to save half a second in those few that compile. For the same reason runs without a screen and editors
 * have caches of their own.
 */
public final class Training {
    private static final String HOOK = """
        //DEPS trained:library:1
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Trained implements Hook {
            public void install(Host pi) {
                pi.on(SESSION_START, (_, ctx) -> ctx.ui().notify("hello"));
                pi.on(TOOL_CALL, (call, _) -> switch (call.input()) {
                    case ToolInput.Bash(var command, _) when command.contains("rm") -> call.block("no");
                    default -> call.allow();
                });
                pi.on(TOOL_RESULT, (result, _) -> result.mapText(text -> text.replace("a", "b")));
                pi.on(CONTEXT, (context, _) -> context);
                pi.command("train", "Trains", _ -> Outcome.nothing());
            }
        }
        """;

    private static final String MARKDOWN = """
        # What was *found*

        A paragraph with `code`, **strong** and [linked](https://example.com) words, long enough to be broken into lines.

        - one
          1. nested
        - two

        > quoted

        ```java
        record Found(String what) {}
        ```

        | a | b |
        |---|---|
        | 1 | 2 |

        """;

    private static final int PATIENCE_SECONDS = 10;

    static final List<String> APIS =
            List.of("anthropic-messages", "openai-responses", "google-generative-ai", "openai-completions");

    private final Places places;
    private final PrintStream err;
    private final String hook;
    private final String typescript;

    private Training(Path folder, PrintStream err) throws IOException {
        this.places = Places.of(
                Map.of(
                        "HOME",
                        folder.toString(),
                        "PATH",
                        System.getenv().getOrDefault("PATH", ""),
                        NodeSetup.NODE,
                        CannedNode.script(folder).toString(),
                        NodeSetup.PACKAGES,
                        folder.toString()),
                folder);
        this.err = err;
        this.hook = folder.resolve("trained.java").toString();
        this.typescript = folder.resolve("trained.ts").toString();
    }

    /**
     * Trains the program.
     *
     * @param args a folder, and the cache: {@code screen}, which holds all, {@code run} for those without one, or {@code acp}
     */
    public static void main(String[] args) throws Exception {
        run(Path.of(args[0]), args[1], System.err);
        // The way through the front door, and out of it.
        Main.main(new String[] {"--version"});
    }

    static void run(Path folder, String kind, PrintStream err) throws Exception {
        Files.createDirectories(folder);
        var training = new Training(folder, err);
        Files.writeString(Path.of(training.hook), HOOK);
        library(folder);
        Files.writeString(Path.of(training.typescript), "export default function (pi) {}\n");
        Files.writeString(folder.resolve("AGENTS.md"), "Train well.");
        var skill = Files.createDirectories(training.places.agentDir().resolve("skills/trained"));
        Files.writeString(
                skill.resolve("SKILL.md"), "---\nname: trained\ndescription: \"Trains\"\ntags: [a]\n---\nTrain.");
        if (kind.equals("acp")) {
            training.editors();
            return;
        }
        training.texts();
        training.conversations();
        if (kind.equals("screen")) {
            training.hooks();
            training.screens();
        }
    }

    /** The library of the hook, in the local repository: a hook with libraries starts as fast as one without. */
    private static void library(Path folder) throws IOException {
        var jar = folder.resolve(".m2/repository/trained/library/1/library-1.jar");
        if (Files.exists(jar)) {
            return;
        }
        Files.createDirectories(jar.getParent());
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("library.txt"));
        }
        Files.writeString(
                folder.resolve("trained.java.lock"),
                "asks trained:library:1\ntrained:library:1 sha256-" + Sha256.hex(jar) + "\n");
    }

    private void texts() throws Exception {
        Main.run(new String[] {"--version"}, streams(InputStream.nullInputStream()));
        Main.run(new String[] {"--help"}, streams(InputStream.nullInputStream()));
    }

    private void hooks() throws Exception {
        start("", "--hook", hook, "hooks");
        for (var point : List.of("session_start", "tool_call", "tool_result", "context")) {
            start("", "--hook", hook, "hooks", "try", point, "rm -rf a");
        }
    }

    /** In every language, over real HTTP, with tools: so they are in the cache, and so is what JSON and RPC need. */
    private void conversations() throws Exception {
        Files.deleteIfExists(places.agentDir().resolve("models.json"));
        start("", "-p", "--model", "demo/tour", "What is in this folder?");
        for (var api : APIS) {
            try (var model = model()) {
                choose(model, api);
                start("Look around", "-p", "--hook", hook);
                start("", "-p", "-c", "--mode", "json", "--hook", hook, "@" + hook, "Again");
            }
        }
        try (var model = model()) {
            choose(model, "openai-completions");
            toolServer();
            start("Look around", "-p");
        } finally {
            Files.deleteIfExists(mcpJson());
        }
        try (var model = model()) {
            choose(model, "openai-completions");
            start("Look around", "-p", "--no-session", "--hook", typescript);
        }
        try (var model = model()) {
            choose(model, "openai-completions");
            start("Look around", "-p", "--tools", "read,bash,edit,write,grep,find,ls");
        }
        start("{\"type\":\"get_state\"}\n", "--mode", "rpc");
    }

    /** A tool server that ends at once: all that is done before a server answers is done for it, too. */
    private void toolServer() throws IOException {
        Files.writeString(mcpJson(), "{\"mcpServers\":{\"trained\":{\"command\":\"true\"}}}");
    }

    private Path mcpJson() {
        return places.agentDir().resolve("mcp.json");
    }

    /** An editor begins a session and sends a prompt, in every protocol. */
    private void editors() throws Exception {
        for (var api : APIS) {
            try (var model = model()) {
                choose(model, api);
                inEditor();
            }
        }
    }

    private void inEditor() throws Exception {
        var editor = new RecordingEditor(err);
        var streams = new Streams(editor.in(), editor.out(), err);
        var run = new FutureTask<>(() -> Invocation.run(List.of("--mode", "acp", "--hook", hook), places, streams));
        Thread.ofPlatform().daemon().name("trained editor").start(run);
        editor.ask("initialize", JsonObject.of("protocolVersion", 1, "clientCapabilities", JsonObject.empty()));
        var session =
                editor.ask("session/new", JsonObject.of("cwd", places.cwd().toString(), "mcpServers", List.of()));
        editor.ask(
                "session/prompt",
                JsonObject.of("sessionId", session.string("sessionId"))
                        .with("prompt", List.of(JsonObject.of("type", "text", "text", "Look around"))));
        editor.close();
        run.get();
    }

    /** Conversations on a terminal in memory: what draws, completes and answers keys is in the cache, too. */
    private void screens() throws Exception {
        SystemTerminal.train();
        Files.deleteIfExists(places.agentDir().resolve("models.json"));
        onScreen("demo/tour", "What is in this folder?", "demonstration without", "/mod", "choose the model");
        try (var model = model()) {
            choose(model, "openai-completions");
            toolServer();
            onScreen("scripted/" + ScriptedModel.MODEL, "Look around", "Done.", "@", "AGENTS.md");
        } finally {
            Files.deleteIfExists(mcpJson());
        }
    }

    /** A conversation with tools, and a second one that continues it. */
    private static ScriptedModel model() {
        var look = Turn.thinking("Let me see.")
                .andText("I look.")
                .andCalls(
                        Script.call("read", JsonObject.of("path", "AGENTS.md")),
                        Script.call("bash", JsonObject.of("command", "echo trained")),
                        Script.call("write", JsonObject.of("path", "new.txt", "content", "old\n")));
        var edits = List.of(JsonObject.of("oldText", "old", "newText", "new"));
        var change = Turn.calls(
                Script.call("edit", JsonObject.of("path", "new.txt").with("edits", edits)),
                Script.call("grep", JsonObject.of("pattern", "Train", "glob", "*.md")),
                Script.call("find", JsonObject.of("pattern", "*.md")),
                Script.call("ls", JsonObject.empty()));
        return ScriptedModel.playing(look, change, Turn.text(MARKDOWN + "Done."), look, Turn.text("Done again."));
    }

    private void choose(ScriptedModel model, String api) throws IOException {
        Files.createDirectories(places.agentDir());
        Files.writeString(
                places.agentDir().resolve("models.json"), model.modelsJson(api).toString());
    }

    /** Sends a prompt, waits until something is shown, types something, waits again, and hangs up. */
    private void onScreen(String model, String prompt, String answer, String typed, String offered) throws Exception {
        var terminal = new RecordingTerminal();
        var line = CommandLine.parse(List.of("--model", model, prompt));
        var run = new FutureTask<>(
                () -> new InteractiveRun(line, places, streams(InputStream.nullInputStream()), terminal).run());
        Thread.ofPlatform().daemon().name("trained screen").start(run);
        await(terminal, answer);
        terminal.type(typed);
        await(terminal, offered);
        terminal.hangUp();
        run.get();
    }

    private void await(RecordingTerminal terminal, String text) throws InterruptedException {
        if (!terminal.await(text, PATIENCE_SECONDS)) {
            err.println("training: the screen did not show \"" + text + "\"");
        }
    }

    private void start(String in, String... args) throws Exception {
        Invocation.run(List.of(args), places, streams(new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8))));
    }

    private Streams streams(InputStream in) {
        return new Streams(in, new PrintStream(OutputStream.nullOutputStream()), err);
    }
}
