package dev.pawl.mcp.wire;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses messages of another program; input that is nested too deeply, or not an object, is rejected. */
public final class Messages {
    /** The longest message that is accepted. */
    public static final int LONGEST = 64 << 20;

    private static final int DEEPEST = 1_000;

    private Messages() {}

    /** The message in some bytes; null if they are not a valid message. */
    public static @Nullable JsonObject parse(byte[] utf8) {
        try {
            return isPossible(utf8) && Json.parse(utf8) instanceof JsonObject message ? message : null;
        } catch (IllegalArgumentException | StackOverflowError e) {
            return null;
        }
    }

    /**
     * Returns whether the bytes may be a message. Other output is not parsed, because a server may write a lot of it.
     */
    private static boolean isPossible(byte[] utf8) {
        int start = 0;
        while (start < utf8.length && utf8[start] <= ' ' && utf8[start] > 0) {
            start++;
        }
        return start < utf8.length && (utf8[start] == '{' || utf8[start] == '[') && depthOf(utf8) <= DEEPEST;
    }

    /** The nesting depth, without parsing: braces inside strings do not count. */
    private static int depthOf(byte[] utf8) {
        int depth = 0;
        int deepest = 0;
        boolean text = false;
        for (int i = 0; i < utf8.length; i++) {
            byte b = utf8[i];
            if (text) {
                if (b == '\\') {
                    i++;
                } else if (b == '"') {
                    text = false;
                }
            } else if (b == '"') {
                text = true;
            } else if (b == '{' || b == '[') {
                deepest = Math.max(deepest, ++depth);
            } else if (b == '}' || b == ']') {
                depth--;
            }
        }
        return deepest;
    }

    /** The messages of a batch, as old servers send them; a single message gives a list of one. */
    public static List<JsonObject> parseAll(byte[] utf8) {
        try {
            if (!isPossible(utf8)) {
                return List.of();
            }
            return switch (Json.parse(utf8)) {
                case JsonObject message -> List.of(message);
                case List<?> batch ->
                    batch.stream()
                            .filter(JsonObject.class::isInstance)
                            .map(JsonObject.class::cast)
                            .toList();
                case null, default -> List.of();
            };
        } catch (IllegalArgumentException | StackOverflowError e) {
            return List.of();
        }
    }
}
