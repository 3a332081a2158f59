package dev.pawl.ai.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Header names without regard to case, and what may be in a header. */
public final class Headers {
    private Headers() {}

    public static void put(Map<String, String> headers, String name, String value) {
        headers.keySet().removeIf(name::equalsIgnoreCase);
        headers.put(name, value);
    }

    static boolean has(Map<String, String> headers, String name) {
        return headers.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }

    /** Returns the value of a header; empty if there is none. */
    static String get(Map<String, String> headers, String name) {
        for (var header : headers.entrySet()) {
            if (header.getKey().equalsIgnoreCase(name)) {
                return header.getValue();
            }
        }
        return "";
    }

    /** The name of a header that cannot be sent; null if all can. */
    static @Nullable String flaw(Map<String, String> headers) {
        for (var header : headers.entrySet()) {
            var value = header.getValue();
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if ((c < ' ' && c != '\t') || c == 127 || c > 255) {
                    return header.getKey();
                }
            }
        }
        return null;
    }
}
