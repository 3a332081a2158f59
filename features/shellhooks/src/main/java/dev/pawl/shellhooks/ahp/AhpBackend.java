package dev.pawl.shellhooks.ahp;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Utf8;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers the messages of another agent about its tool calls. Observations are taken, and nothing comes of them. */
public final class AhpBackend {
    /** As many answers are kept, so that who asks again gets the same one. */
    private static final int MOST_KEPT = 1_024;

    private final Judge judge;
    private final Path project;
    private final OtherTools tools;

    private final Map<Key, Given> answers = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Given> eldest) {
            return size() > MOST_KEPT;
        }
    };

    /** Decides about calls. */
    @FunctionalInterface
    public interface Judge {
        /** Returns why a call in this folder is refused; null if nothing refuses it. */
        @Nullable
        String refusal(ToolCall call, Path cwd) throws InterruptedException;
    }

    private record Key(String source, String id) {}

    private record Given(Event event, JsonObject answer) {}

    /** A message that cannot be answered with a result. */
    private static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;
        private final int code;

        Wrong(int code, String message) {
            super(message);
            this.code = code;
        }

        JsonObject error() {
            var error = JsonObject.of("code", code, "message", String.valueOf(getMessage()));
            return code == Protocol.UNSUPPORTED_VERSION
                    ? error.with("data", JsonObject.of("supported", List.of(Protocol.VERSION)))
                    : error;
        }
    }

    /** @param project the folder whose rules and hooks judge */
    public AhpBackend(Judge judge, Path project, Path home) {
        this.judge = judge;
        this.project = project;
        this.tools = new OtherTools(home);
    }

    /** Returns the answer to a message; null for one that is not answered. One after another. */
    public synchronized @Nullable JsonObject answer(byte[] bytes) throws InterruptedException {
        JsonObject message;
        try {
            var text = Utf8.strict(bytes);
            message = JsonObject.parse(text == null ? "" : text);
        } catch (IllegalArgumentException | StackOverflowError e) {
            return answer(null, "error", JsonObject.of("code", Protocol.NO_JSON, "message", "this is no JSON object"));
        }
        var id = message.get("id");
        try {
            if (!"2.0".equals(message.get("jsonrpc")) || (message.has("id") && !(id instanceof String))) {
                throw new Wrong(Protocol.NO_REQUEST, "this is no request of JSON-RPC 2.0 with a text as its id");
            }
            if (message.has("id") == Protocol.OBSERVE.equals(message.get("method"))) {
                throw new Wrong(Protocol.NO_REQUEST, "questions have an id, and observations have none");
            }
            return switch (message.string("method", "")) {
                case Protocol.INTERCEPT -> answer(id, "result", intercepted(String.valueOf(id), params(message)));
                case Protocol.OBSERVE -> null;
                default ->
                    throw new Wrong(Protocol.NO_METHOD, "there are " + Protocol.INTERCEPT + " and " + Protocol.OBSERVE);
            };
        } catch (Wrong e) {
            return message.has("id") ? answer(id, "error", e.error()) : null;
        }
    }

    private static JsonObject answer(@Nullable Object id, String field, JsonObject value) {
        return JsonObject.of("jsonrpc", "2.0", "id", id).with(field, value);
    }

    private static JsonObject params(JsonObject message) throws Wrong {
        if (!(message.get("params") instanceof JsonObject params)) {
            throw new Wrong(Protocol.NO_PARAMS, "params must be an object");
        }
        if (!Protocol.VERSION.equals(params.get("protocolVersion"))) {
            throw new Wrong(Protocol.UNSUPPORTED_VERSION, "unsupported_protocol_version");
        }
        return params;
    }

    private JsonObject intercepted(String id, JsonObject params) throws Wrong, InterruptedException {
        if (!params.object("capabilities").strings("effects").contains(Protocol.DENY)) {
            throw new Wrong(Protocol.NO_PARAMS, "capabilities.effects must offer " + Protocol.DENY);
        }
        if (!(params.get("event") instanceof JsonObject json)) {
            throw new Wrong(Protocol.NO_PARAMS, "event must be an object");
        }
        if (Event.Type.of(json.get("type")) != Event.Type.TOOL_BEFORE) {
            throw new Wrong(Protocol.UNSUPPORTED_EVENT, "unsupported_event");
        }
        Event event;
        try {
            event = Event.read(Event.Type.TOOL_BEFORE, json);
        } catch (IllegalArgumentException e) {
            throw new Wrong(Protocol.NO_PARAMS, "event: " + e.getMessage());
        }
        if (!event.id().equals(id)) {
            throw new Wrong(Protocol.NO_PARAMS, "the id of the request must be that of the event");
        }
        var key = new Key(event.source(), event.id());
        var given = answers.get(key);
        if (given == null) {
            given = new Given(event, result(refusal(event)));
            answers.put(key, given);
        } else if (!given.event().equals(event)) {
            throw new Wrong(Protocol.NO_PARAMS, "another event had this source and id");
        }
        return given.answer();
    }

    private static JsonObject result(@Nullable String reason) {
        var effects = reason == null ? List.of() : List.of(JsonObject.of("type", Protocol.DENY, "reason", reason));
        return JsonObject.of("protocolVersion", Protocol.VERSION, "effects", effects);
    }

    /** What is not understood, or fails, is refused. */
    private @Nullable String refusal(Event event) throws InterruptedException {
        var tool = Objects.requireNonNull(event.tool());
        try {
            var named = event.session().string("cwd");
            var cwd = named == null ? project : project.resolve(named).normalize();
            if (!cwd.startsWith(project)) {
                return "This policy service judges calls in " + project + ", and this one is made in " + cwd + ".";
            }
            var call = tools.here(tool, cwd);
            return call == null
                    ? "This policy service does not understand this call of " + tool.name() + ", so it refuses it."
                    : judge.refusal(call, cwd);
        } catch (InvalidPathException e) {
            return "This policy service does not understand a path of this call of " + tool.name() + ".";
        } catch (RuntimeException e) {
            return "This policy service could not judge this call: " + e;
        }
    }
}
