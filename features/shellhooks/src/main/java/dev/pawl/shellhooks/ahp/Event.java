package dev.pawl.shellhooks.ahp;

import dev.pawl.api.json.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens in an agent, as backends are told of it.
 *
 * @param id the same in every message about it
 * @param source the installation that it comes from
 * @param session the session, with {@code id} at least
 * @param tool the call that it is about; null for events of the session
 * @param own the agent's own form of it, for backends that are to have it
 * @param withOwn whether that is sent
 */
record Event(
        String id,
        String source,
        Type type,
        Instant time,
        JsonObject session,
        @Nullable Tool tool,
        Own own,
        boolean withOwn) {
    enum Type {
        TOOL_BEFORE("tool.before"),
        TOOL_AFTER("tool.after"),
        TOOL_ERROR("tool.error"),
        SESSION_START("session.start"),
        SESSION_END("session.end");

        private final String wire;

        Type(String wire) {
            this.wire = wire;
        }

        /** Returns the type of this name; null if there is none. */
        static @Nullable Type of(@Nullable Object wire) {
            for (var type : values()) {
                if (type.wire.equals(wire)) {
                    return type;
                }
            }
            return null;
        }

        boolean isOfTool() {
            return wire.startsWith("tool.");
        }

        @Override
        public String toString() {
            return wire;
        }
    }

    /**
     * A call of a tool.
     *
     * @param name as the agent calls it
     * @param kind one of {@link #KINDS}
     * @param more its output or error once there is one, and its server
     */
    record Tool(String callId, String name, String kind, JsonObject input, Map<String, ?> more) {
        static final Set<String> KINDS =
                Set.of("shell", "file_read", "file_write", "file_edit", "search", "fetch", "task", "mcp", "other");

        Tool with(String field, Object value) {
            var fields = new LinkedHashMap<String, Object>(more);
            fields.put(field, value);
            return new Tool(callId, name, kind, input, Map.copyOf(fields));
        }

        JsonObject json() {
            var fields = new LinkedHashMap<String, @Nullable Object>();
            fields.put("callId", callId);
            fields.put("name", name);
            fields.put("kind", kind);
            fields.put("input", input);
            fields.putAll(more);
            return JsonObject.from(fields);
        }

        /** @throws IllegalArgumentException if it is not as the protocol demands */
        private static Tool read(JsonObject json, Type type) {
            var kind = text(json, "tool.", "kind");
            if (!KINDS.contains(kind)) {
                throw new IllegalArgumentException("tool.kind \"" + kind + "\" is not one of the protocol");
            }
            if (!(json.get("input") instanceof JsonObject input)) {
                throw new IllegalArgumentException("tool.input must be an object");
            }
            if (type == Type.TOOL_AFTER && !json.has("output")) {
                throw new IllegalArgumentException("tool.output is missing");
            }
            if (type == Type.TOOL_ERROR) {
                text(object(json, "tool.", "error"), "tool.error.", "message");
            }
            var more = new LinkedHashMap<>(
                    json.without("callId", "name", "kind", "input").asMap());
            more.values().removeIf(value -> value == null);
            return new Tool(text(json, "tool.", "callId"), text(json, "tool.", "name"), kind, input, Map.copyOf(more));
        }
    }

    /** The event in the agent's own words. */
    record Own(String event, JsonObject payload) {
        static final Own NONE = new Own("", JsonObject.empty());
    }

    JsonObject json() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("id", id);
        fields.put("source", source);
        fields.put("type", type.toString());
        fields.put("time", time.toString());
        fields.put("session", session);
        if (tool != null) {
            fields.put("tool", tool.json());
        }
        if (withOwn) {
            fields.put(
                    "native",
                    JsonObject.of("provider", "dev.pawl", "eventName", own.event())
                            .with("payload", own.payload()));
        }
        return JsonObject.from(fields);
    }

    /** Returns the same with the agent's own form, if a subscription wants it. */
    Event withOwn(boolean wanted) {
        return wanted == withOwn ? this : new Event(id, source, type, time, session, tool, own, wanted);
    }

    /** Returns the message that asks about it; a denial is the only effect that is offered. */
    JsonObject request() {
        var params = JsonObject.of("protocolVersion", Protocol.VERSION, "event", json())
                .with("capabilities", JsonObject.of("effects", List.of(Protocol.DENY)));
        return JsonObject.of("jsonrpc", "2.0", "id", id)
                .with("method", Protocol.INTERCEPT)
                .with("params", params);
    }

    /** Returns the message that reports it. */
    JsonObject notification() {
        return JsonObject.of("jsonrpc", "2.0", "method", Protocol.OBSERVE)
                .with("params", JsonObject.of("protocolVersion", Protocol.VERSION, "event", json()));
    }

    /**
     * Reads an event. Fields that the protocol does not know have no effect.
     *
     * @throws IllegalArgumentException if it is not as the protocol demands
     */
    static Event read(Type type, JsonObject json) {
        var session = object(json, "", "session");
        text(session, "session.", "id");
        var extensions = json.get("extensions");
        if (extensions != null && !(extensions instanceof JsonObject named && Protocol.areOwned(named.names()))) {
            throw new IllegalArgumentException("extensions must be an object of names such as com.example.name");
        }
        Instant time;
        try {
            time = Instant.parse(text(json, "", "time"));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("time must be a time such as 2026-01-31T12:00:00Z", e);
        }
        return new Event(
                text(json, "", "id"),
                text(json, "", "source"),
                type,
                time,
                session,
                type.isOfTool() ? Tool.read(object(json, "", "tool"), type) : null,
                Own.NONE,
                false);
    }

    private static String text(JsonObject json, String above, String field) {
        if (json.get(field) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new IllegalArgumentException(above + field + " must be a text");
    }

    private static JsonObject object(JsonObject json, String above, String field) {
        if (json.get(field) instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException(above + field + " must be an object");
    }
}
