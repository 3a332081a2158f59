package dev.pawl.ai.openai;

import dev.pawl.ai.wire.Question;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ids that show a provider that requests belong together, so that it finds its cache again. */
final class Sessions {
    private static final int LONGEST_KEY = 64;

    private Sessions() {}

    /** Returns the id of the session; null if there is none, or nothing is to be cached. */
    static @Nullable String id(Question question) {
        var id = question.options().string("sessionId");
        return id == null || id.isEmpty() || question.cacheRetention().equals("none") ? null : id;
    }

    /** Returns the id as {@code prompt_cache_key}, which has a limit. */
    static @Nullable String cacheKey(Question question) {
        var id = id(question);
        if (id == null || id.codePointCount(0, id.length()) <= LONGEST_KEY) {
            return id;
        }
        return id.substring(0, id.offsetByCodePoints(0, LONGEST_KEY));
    }

    /** @param format {@code openai}, {@code openai-nosession} or {@code openrouter}; null for no headers */
    static Map<String, String> headers(Question question, @Nullable String format, boolean chat) {
        var id = id(question);
        if (id == null || format == null) {
            return Map.of();
        }
        if (format.equals("openrouter")) {
            return Map.of("x-session-id", id);
        }
        var headers = new LinkedHashMap<String, String>();
        if (format.equals("openai")) {
            headers.put("session_id", id);
        }
        headers.put("x-client-request-id", id);
        if (chat) {
            headers.put("x-session-affinity", id);
        }
        return headers;
    }
}
