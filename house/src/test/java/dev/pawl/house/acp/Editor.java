package dev.pawl.house.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.PawlProcess;
import dev.pawl.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
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

/** An editor that drives the program as a process; every line that it reads is held against the protocol's schema. */
final class Editor implements AutoCloseable {
    private static final long PATIENCE = 60;
    private static final Map<String, String> RESULTS = Map.ofEntries(
            Map.entry("initialize", "InitializeResponse"),
            Map.entry("authenticate", "AuthenticateResponse"),
            Map.entry("session/new", "NewSessionResponse"),
            Map.entry("session/load", "LoadSessionResponse"),
            Map.entry("session/resume", "ResumeSessionResponse"),
            Map.entry("session/list", "ListSessionsResponse"),
            Map.entry("session/close", "CloseSessionResponse"),
            Map.entry("session/delete", "DeleteSessionResponse"),
            Map.entry("session/prompt", "PromptResponse"),
            Map.entry("session/set_mode", "SetSessionModeResponse"),
            Map.entry("session/set_config_option", "SetSessionConfigOptionResponse"));
    private static final Map<String, String> REQUESTS = Map.ofEntries(
            Map.entry("session/update", "SessionNotification"),
            Map.entry("session/request_permission", "RequestPermissionRequest"),
            Map.entry("elicitation/create", "CreateElicitationRequest"),
            Map.entry("fs/read_text_file", "ReadTextFileRequest"),
            Map.entry("fs/write_text_file", "WriteTextFileRequest"),
            Map.entry("terminal/create", "CreateTerminalRequest"),
            Map.entry("terminal/output", "TerminalOutputRequest"),
            Map.entry("terminal/wait_for_exit", "WaitForTerminalExitRequest"),
            Map.entry("terminal/kill", "KillTerminalRequest"),
            Map.entry("terminal/release", "ReleaseTerminalRequest"),
            Map.entry("$/cancel_request", "CancelRequestNotification"));
    private static final Map<String, String> UPDATES = Map.ofEntries(
            Map.entry("user_message_chunk", "ContentChunk"),
            Map.entry("agent_message_chunk", "ContentChunk"),
            Map.entry("agent_thought_chunk", "ContentChunk"),
            Map.entry("tool_call", "ToolCall"),
            Map.entry("tool_call_update", "ToolCallUpdate"),
            Map.entry("plan", "Plan"),
            Map.entry("available_commands_update", "AvailableCommandsUpdate"),
            Map.entry("current_mode_update", "CurrentModeUpdate"),
            Map.entry("config_option_update", "ConfigOptionUpdate"),
            Map.entry("session_info_update", "SessionInfoUpdate"),
            Map.entry("usage_update", "UsageUpdate"),
            Map.entry("notice", "Notice"),
            Map.entry("compaction_update", "CompactionUpdate"));

    final Path home;
    final Path project;
    final ScriptedModel model;
    private final List<JsonObject> lines = Collections.synchronizedList(new ArrayList<>());
    private final List<String> flaws = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, String> asked = new ConcurrentHashMap<>();
    private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
    private final Map<String, Function<JsonObject, JsonObject>> methods = new HashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private @Nullable Process process;

    private Editor(Path root, Script script) throws IOException {
        this.home = Files.createDirectories(root.resolve("home")).toRealPath();
        this.project = Files.createDirectories(root.resolve("project")).toRealPath();
        this.model = ScriptedModel.playing(script);
        user("models.json", model.modelsJson("openai-completions").toString());
    }

    static Editor in(Path root, Script.Turn... turns) throws IOException {
        return new Editor(root, Script.of(turns));
    }

    static Editor in(Path root, Script script) throws IOException {
        return new Editor(root, script);
    }

    /** A file below the user's {@code .pi/agent}. */
    Editor user(String name, String text) throws IOException {
        var file = home.resolve(".pi/agent").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    Editor hook(String body) throws IOException {
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

    /** Answers a request of the program; the result, or null for an error. */
    Editor answering(String method, Function<JsonObject, JsonObject> answer) {
        methods.put(method, answer);
        return this;
    }

    /** Chooses the first option of that kind whenever permission is asked for. */
    Editor permitting(String kind) {
        return answering("session/request_permission", params -> {
            for (var option : params.objects("options")) {
                if (option.string("kind", "").equals(kind)) {
                    return JsonObject.of(
                            "outcome", JsonObject.of("outcome", "selected", "optionId", option.string("optionId", "")));
                }
            }
            return JsonObject.of("outcome", JsonObject.of("outcome", "cancelled"));
        });
    }

    Editor start(String... more) throws IOException {
        var args = new ArrayList<>(List.of("--mode", "acp"));
        args.addAll(List.of(more));
        process = new PawlProcess(home, project).start(args.toArray(String[]::new));
        Thread.ofVirtual().start(this::read);
        return this;
    }

    /** Started, greeted, and with a session. */
    String session(JsonObject capabilities, String... more) throws Exception {
        var args = new ArrayList<>(List.of("--model", "scripted/" + ScriptedModel.MODEL));
        args.addAll(List.of(more));
        start(args.toArray(String[]::new));
        greet(capabilities);
        return newSession();
    }

    String session() throws Exception {
        return session(JsonObject.empty());
    }

    JsonObject greet(JsonObject capabilities) throws Exception {
        return result("initialize", JsonObject.of("protocolVersion", 1, "clientCapabilities", capabilities));
    }

    String newSession() throws Exception {
        return result("session/new", JsonObject.of("cwd", project.toString(), "mcpServers", List.of()))
                .string("sessionId", "");
    }

    /** Says a text and returns why the turn ended. */
    String prompt(String session, String text) throws Exception {
        return result("session/prompt", said(session, text)).string("stopReason", "");
    }

    static JsonObject said(String session, String text) {
        return JsonObject.of("sessionId", session, "prompt", List.of(JsonObject.of("type", "text", "text", text)));
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
        asked.put(id, method);
        answers.put(id, answer);
        send(JsonObject.of("jsonrpc", "2.0", "id", id).with("method", method).with("params", params));
        return answer;
    }

    void tell(String method, JsonObject params) throws IOException {
        send(JsonObject.of("jsonrpc", "2.0", "method", method).with("params", params));
    }

    void send(JsonObject message) throws IOException {
        send(message.toString());
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
                    flaws.add("not JSON: " + new String(line, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // The process has ended.
        }
        answers.values().forEach(answer -> answer.completeExceptionally(new IOException("the program has ended")));
    }

    private void take(JsonObject message) throws IOException {
        check(message);
        lines.add(message);
        var method = message.string("method");
        if (method == null) {
            var answer = answers.remove(message.integer("id", -1));
            if (answer != null) {
                answer.complete(message);
            }
        } else if (message.has("id")) {
            var id = message.get("id");
            Thread.startVirtualThread(() -> answer(id, method, message.object("params")));
        }
    }

    private void answer(@Nullable Object id, String method, JsonObject params) {
        var known = methods.get(method);
        var result = known == null ? null : known.apply(params);
        var answer = JsonObject.of("jsonrpc", "2.0", "id", id);
        try {
            send(
                    result == null
                            ? answer.with("error", JsonObject.of("code", -32603, "message", "no " + method))
                            : answer.with("result", result));
        } catch (IOException e) {
            // Too late.
        }
    }

    private void check(JsonObject message) {
        if (!"2.0".equals(message.string("jsonrpc"))) {
            flaws.add("no jsonrpc: " + message);
        }
        var method = message.string("method");
        if (method == null && message.has("error")) {
            flaws.addAll(Schema.flaws("Error", message.object("error")));
        } else if (method != null ? method.startsWith("_") : isExtension(message)) {
            // The schema says nothing of extensions.
            return;
        } else if (method == null) {
            var definition = RESULTS.get(asked.getOrDefault(message.integer("id", -1), ""));
            flaws.addAll(
                    definition == null
                            ? List.of("an answer to nothing: " + message)
                            : Schema.flaws(definition, message.object("result")));
        } else {
            var definition = REQUESTS.get(method);
            flaws.addAll(
                    definition == null
                            ? List.of("an unknown method: " + message)
                            : Schema.flaws(definition, message.object("params")));
            if (method.equals("session/update")) {
                var update = message.object("params").object("update");
                var kind = UPDATES.get(update.string("sessionUpdate", ""));
                flaws.addAll(kind == null ? List.of("an unknown update: " + update) : Schema.flaws(kind, update));
            }
        }
    }

    private boolean isExtension(JsonObject answer) {
        return asked.getOrDefault(answer.integer("id", -1), "").startsWith("_");
    }

    /** All updates so far. */
    List<JsonObject> updates() {
        synchronized (lines) {
            return lines.stream()
                    .filter(line -> "session/update".equals(line.string("method")))
                    .map(line -> line.object("params").object("update"))
                    .toList();
        }
    }

    List<JsonObject> updates(String kind) {
        return updates().stream()
                .filter(update -> kind.equals(update.string("sessionUpdate")))
                .toList();
    }

    /** The text of all chunks of a kind. */
    String text(String kind) {
        var text = new StringBuilder();
        updates(kind).forEach(chunk -> text.append(chunk.object("content").string("text", "")));
        return text.toString();
    }

    /** The requests of the program by that method. */
    List<JsonObject> requests(String method) {
        synchronized (lines) {
            return lines.stream()
                    .filter(line -> method.equals(line.string("method")))
                    .map(line -> line.object("params"))
                    .toList();
        }
    }

    void await(Predicate<Editor> condition) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!condition.test(this)) {
            assertThat(System.nanoTime())
                    .as("it never came; what came: " + lines)
                    .isLessThan(until);
            Thread.sleep(2);
        }
    }

    List<String> flaws() {
        return List.copyOf(flaws);
    }

    /** Ends it as an editor does, and returns its exit code. */
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
        assertThat(flaws).isEmpty();
    }
}
