package dev.pawl.bridge.protocol;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes messages for Node as JSON, and reads Node's. */
public final class MessageCodec {
    /** The version of the protocol; both sides must have the same. */
    public static final int VERSION = 1;

    private static final int HEAD_BYTES = 80;
    private static final Pattern HEAD = Pattern.compile("^\\{\"type\":\"(\\w+)\"(?:,\"id\":(\\d{1,18})\\b)?");

    private MessageCodec() {}

    public static JsonObject encode(HostMessage message) {
        return switch (message) {
            case HostMessage.Hello hello ->
                fields(MessageType.HELLO)
                        .put("protocol", hello.protocol())
                        .put("packages", hello.packages())
                        .put("cache", hello.cache())
                        .put("changeable", hello.changeable())
                        .put("patienceMs", hello.patienceMs())
                        .given("theme", hello.theme())
                        .json();
            case HostMessage.Import(var id, var path, var times) ->
                fields(MessageType.IMPORT)
                        .put("id", id)
                        .put("path", path)
                        .put("patienceTimes", times)
                        .json();
            case HostMessage.Load(var id, var extension, var path) ->
                fields(MessageType.LOAD)
                        .put("id", id)
                        .put("extension", extension)
                        .put("path", path)
                        .json();
            case HostMessage.Call call -> encode(call);
            case HostMessage.Cancel(var id) ->
                fields(MessageType.CANCEL).put("id", id).json();
            case HostMessage.Settled(var extension, var aborted) ->
                fields(MessageType.SETTLED)
                        .put("extension", extension)
                        .put("aborted", aborted)
                        .json();
            case HostMessage.Unload(var extension) ->
                fields(MessageType.UNLOAD).put("extension", extension).json();
            case HostMessage.Renew _ -> fields(MessageType.RENEW).json();
            case HostMessage.Response(var id, var value, var error) -> {
                var fields = fields(MessageType.RESPONSE).put("id", id);
                yield error == null
                        ? fields.put("value", value).json()
                        : fields.put("error", JsonObject.of("message", error)).json();
            }
            case HostMessage.End _ -> fields(MessageType.END).json();
        };
    }

    private static JsonObject encode(HostMessage.Call call) {
        var command = call.command();
        var target = call.target();
        return fields(MessageType.CALL)
                .put("id", target.id())
                .put("extension", target.extension())
                .put("function", target.function())
                .put("context", call.context())
                .put("arguments", call.arguments())
                .given("state", call.state())
                .given("drawing", call.drawing() ? true : null)
                .given("command", command == null ? null : JsonObject.from(command))
                .given("following", call.following().isEmpty() ? null : numbers(call.following()))
                .json();
    }

    private static List<List<Long>> numbers(List<HostMessage.Target> targets) {
        return targets.stream()
                .map(target -> List.of(target.id(), target.extension(), target.function()))
                .toList();
    }

    private static Fields fields(MessageType type) {
        return Fields.of("type", type.wire());
    }

    /** Reads a message of Node's; what is none comes back as {@link NodeMessage.Malformed}. */
    public static NodeMessage decode(byte[] body) {
        JsonObject json;
        try {
            json = JsonObject.parse(body);
        } catch (IllegalArgumentException e) {
            var head = HEAD.matcher(new String(body, 0, Math.min(body.length, HEAD_BYTES), StandardCharsets.UTF_8));
            boolean found = head.find();
            return new NodeMessage.Malformed(
                    found ? head.group(1) : null,
                    found && head.group(2) != null ? (Long) Long.parseLong(head.group(2)) : null,
                    FailureText.of(e));
        }
        try {
            return decode(json);
        } catch (IllegalArgumentException e) {
            return new NodeMessage.Malformed(
                    json.get("type") instanceof String type ? type : null, numberOrNull(json, "id"), FailureText.of(e));
        }
    }

    private static NodeMessage decode(JsonObject json) {
        var type = MessageType.ofNode(json.get("type") instanceof String name ? name : null);
        return switch (type) {
            case READY -> new NodeMessage.Ready((int) number(json, "protocol"), text(json, "node"));
            case RETURN ->
                new NodeMessage.Return(
                        number(json, "id"),
                        json.get("value"),
                        json.get("error") instanceof JsonObject error ? NodeMessage.Failure.from(error) : null);
            case RETURNED ->
                new NodeMessage.Returned(json.list("ids").stream()
                        .map(id -> ((Number) Objects.requireNonNull(id)).longValue())
                        .toList());
            case SKIPPED -> new NodeMessage.Skipped(number(json, "id"));
            case REQUEST ->
                new NodeMessage.Request(
                        number(json, "id"),
                        method(json),
                        number(json, "extension"),
                        numberOrNull(json, "call"),
                        json.list("arguments"),
                        json.bool("sync", false));
            case NOTICE ->
                new NodeMessage.Notice(
                        method(json),
                        numberOrNull(json, "extension"),
                        numberOrNull(json, "call"),
                        json.list("arguments"));
            case WITHDRAW -> new NodeMessage.Withdraw(number(json, "id"));
            case STUCK -> new NodeMessage.Stuck(number(json, "milliseconds"), text(json, "stack"));
            case null, default ->
                throw new IllegalArgumentException("Node sends no message of the type " + json.get("type"));
        };
    }

    private static Method method(JsonObject json) {
        var name = json.get("method");
        var method = name instanceof String text ? Method.find(text) : null;
        if (method == null) {
            throw new IllegalArgumentException("the method " + name + " does not exist");
        }
        return method;
    }

    private static long number(JsonObject json, String field) {
        var number = numberOrNull(json, field);
        if (number == null) {
            throw new IllegalArgumentException("the field " + field + " of the message " + json.get("type")
                    + " must be a number, not " + json.get(field));
        }
        return number;
    }

    private static @Nullable Long numberOrNull(JsonObject json, String field) {
        return json.get(field) instanceof Number number ? (Long) number.longValue() : null;
    }

    private static String text(JsonObject json, String field) {
        if (json.get(field) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("the field " + field + " of the message " + json.get("type")
                + " must be a string, not " + json.get(field));
    }
}
