package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.JsonRpcProgram;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An editor that drives the program; every line that it reads is held against the protocol's schema. */
final class Editor extends JsonRpcProgram<Editor> {
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

    private final List<String> flaws = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, String> asked = new ConcurrentHashMap<>();
    private final Map<String, Function<JsonObject, JsonObject>> methods = new HashMap<>();

    private Editor(Path root, Script script) throws IOException {
        super(root, script);
    }

    static Editor in(Path root, Script.Turn... turns) throws IOException {
        return new Editor(root, Script.of(turns));
    }

    static Editor in(Path root, Script script) throws IOException {
        return new Editor(root, script);
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
        return start(List.of("--mode", "acp"), more);
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
        return result("session/prompt", promptOf(session, text)).string("stopReason", "");
    }

    static JsonObject promptOf(String session, String text) {
        return JsonObject.of("sessionId", session, "prompt", List.of(JsonObject.of("type", "text", "text", text)));
    }

    @Override
    protected void asks(int id, String method) {
        asked.put(id, method);
    }

    @Override
    protected void junk(String line) {
        flaws.add("not JSON: " + line);
    }

    @Override
    protected void came(JsonObject message) {
        check(message);
        var method = message.string("method");
        if (method != null && message.has("id")) {
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
        return requests("session/update").stream()
                .map(params -> params.object("update"))
                .toList();
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
        return received(method);
    }

    List<String> flaws() {
        return List.copyOf(flaws);
    }

    @Override
    public void close() {
        super.close();
        assertThat(flaws).isEmpty();
    }
}
