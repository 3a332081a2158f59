package dev.pawl.bridge.protocol;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the messages of Node. */
public final class MessageCodec {
    /** The version of the protocol; both sides must have the same. */
    public static final int VERSION = 1;

    private static final int HEAD_BYTES = 80;
    private static final Pattern HEAD = Pattern.compile("^\\{\"type\":\"(\\w+)\"(?:,\"id\":(\\d{1,18})\\b)?");

    private MessageCodec() {}

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
        if (type == null) {
            throw notOfNode(json);
        }
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
                        json.list("arguments"),
                        followers(json.list("then")));
            case WITHDRAW -> new NodeMessage.Withdraw(number(json, "id"));
            case STUCK -> new NodeMessage.Stuck(number(json, "milliseconds"), text(json, "stack"));
            default -> throw notOfNode(json);
        };
    }

    private static List<List<@Nullable Object>> followers(List<@Nullable Object> then) {
        var all = new ArrayList<List<@Nullable Object>>();
        for (var one : then) {
            if (!(one instanceof List<?> arguments)) {
                throw new IllegalArgumentException("the field then of a notice holds lists of arguments, not " + one);
            }
            all.add(new ArrayList<>(arguments));
        }
        return all;
    }

    private static IllegalArgumentException notOfNode(JsonObject json) {
        return new IllegalArgumentException("Node sends no message of the type " + json.get("type"));
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
