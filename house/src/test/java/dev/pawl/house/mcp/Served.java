package dev.pawl.house.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.PawlProcess;
import dev.pawl.testkit.ProgramCommand;
import dev.pawl.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The program as a server of the Model Context Protocol, with a client that sees every line. */
final class Served implements AutoCloseable {
    static final String MODEL = "scripted/" + ScriptedModel.MODEL;
    static final String STATELESS = "2026-07-28";
    private static final long PATIENCE = 60;
    private static final String META = "io.modelcontextprotocol/";

    final Path home;
    final Path project;
    final ScriptedModel model;
    private final List<JsonObject> lines = Collections.synchronizedList(new ArrayList<>());
    private final List<String> junk = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private volatile Function<JsonObject, @Nullable JsonObject> elicited = _ -> null;
    private @Nullable Process process;

    private Served(Path root, Script script) throws IOException {
        this.home = Files.createDirectories(root.resolve("home")).toRealPath();
        this.project = Files.createDirectories(root.resolve("project")).toRealPath();
        this.model = ScriptedModel.playing(script);
        user("models.json", model.modelsJson("openai-completions").toString());
    }

    static Served in(Path root, Script.Turn... turns) throws IOException {
        return new Served(root, Script.of(turns));
    }

    Served user(String name, String text) throws IOException {
        var file = home.resolve(".pi/agent").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    Served hook(String body) throws IOException {
        return user("hooks/test.java", """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.*;

            class Test implements Hook {
                public void install(Host pi) {
                    %s
                }
            }
            """.formatted(body));
    }

    /** Answers the questions of the server; null leaves one unanswered. */
    Served answering(Function<JsonObject, @Nullable JsonObject> answer) {
        elicited = answer;
        return this;
    }

    Served start(String... more) throws IOException {
        var args = new ArrayList<>(List.of("mcp", "serve", "--model", MODEL));
        args.addAll(List.of(more));
        process = new PawlProcess(home, project).start(args.toArray(String[]::new));
        Thread.ofVirtual().start(this::read);
        return this;
    }

    /** A program that starts this one as a server, as it is on the class path. */
    Path launcher() throws IOException {
        var file = home.resolve("pawl");
        Files.writeString(file, """
            #!/bin/sh
            HOME='%s' exec %s "$@"
            """.formatted(home, ProgramCommand.shell("")));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /** Greets as a client of a version with a handshake. */
    JsonObject greet(JsonObject capabilities) throws Exception {
        var result = result(
                "initialize",
                JsonObject.of("protocolVersion", "2025-11-25", "capabilities", capabilities)
                        .with("clientInfo", JsonObject.of("name", "test", "version", "1")));
        tell("notifications/initialized", JsonObject.empty());
        return result;
    }

    /** Calls a tool by a version with a handshake. */
    JsonObject call(String tool, JsonObject arguments) throws Exception {
        return result("tools/call", JsonObject.of("name", tool, "arguments", arguments));
    }

    /** Parameters as the stateless version wants them. */
    static JsonObject stateless(JsonObject params, JsonObject capabilities) {
        return params.with(
                "_meta",
                params.object("_meta")
                        .with(META + "protocolVersion", STATELESS)
                        .with(META + "clientInfo", JsonObject.of("name", "test", "version", "1"))
                        .with(META + "clientCapabilities", capabilities));
    }

    JsonObject result(String method, JsonObject params) throws Exception {
        var answer = ask(method, params).get(PATIENCE, TimeUnit.SECONDS);
        assertThat(answer.has("error")).as(answer.toString()).isFalse();
        return answer.object("result");
    }

    JsonObject error(String method, JsonObject params) throws Exception {
        var answer = ask(method, params).get(PATIENCE, TimeUnit.SECONDS);
        assertThat(answer.has("error")).as(answer.toString()).isTrue();
        return answer.object("error");
    }

    CompletableFuture<JsonObject> ask(String method, JsonObject params) throws IOException {
        int id = ids.incrementAndGet();
        var answer = new CompletableFuture<JsonObject>();
        answers.put(id, answer);
        send(JsonObject.of("jsonrpc", "2.0", "id", id)
                .with("method", method)
                .with("params", params)
                .toString());
        return answer;
    }

    /** The id of the request that was asked last. */
    int lastId() {
        return ids.get();
    }

    void tell(String method, JsonObject params) throws IOException {
        send(JsonObject.of("jsonrpc", "2.0", "method", method)
                .with("params", params)
                .toString());
    }

    synchronized void send(String line) throws IOException {
        var out = process().getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    Process process() {
        return Objects.requireNonNull(process, "not started");
    }

    private void read() {
        try {
            var in = new JsonLines(process().getInputStream());
            for (var line = in.next(); line != null; line = in.next()) {
                try {
                    take(JsonObject.parse(line));
                } catch (IllegalArgumentException e) {
                    junk.add(new String(line, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // The process has ended.
        }
        answers.values().forEach(answer -> answer.completeExceptionally(new IOException("the program has ended")));
    }

    private void take(JsonObject message) throws IOException {
        lines.add(message);
        if (message.string("method") == null) {
            var answer = answers.remove(message.integer("id", -1));
            if (answer != null) {
                answer.complete(message);
            }
        } else if (message.has("id")) {
            var said = elicited.apply(message.object("params"));
            if (said != null) {
                send(JsonObject.of("jsonrpc", "2.0", "id", message.get("id"))
                        .with("result", said)
                        .toString());
            }
        }
    }

    /** The parameters of the messages of the server by that method. */
    List<JsonObject> heard(String method) {
        synchronized (lines) {
            return lines.stream()
                    .filter(line -> method.equals(line.string("method")))
                    .map(line -> line.object("params"))
                    .toList();
        }
    }

    List<JsonObject> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    void await(Predicate<Served> condition) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!condition.test(this)) {
            assertThat(System.nanoTime())
                    .as("it never came; what came: " + lines)
                    .isLessThan(until);
            Thread.sleep(2);
        }
    }

    /** Ends it as a client does, and returns its exit code. */
    int end() throws Exception {
        process().getOutputStream().close();
        return process().waitFor();
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
        model.close();
        assertThat(junk).as("lines that are no messages").isEmpty();
    }
}
