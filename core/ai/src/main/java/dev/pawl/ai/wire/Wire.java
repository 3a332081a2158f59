package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One API of providers: how a question is encoded for it, and how its stream of answers is read. */
public interface Wire {
    /** Returns an address without slashes at its end, so that a path can follow. */
    static String trimmed(String address) {
        int end = address.length();
        while (end > 0 && address.charAt(end - 1) == '/') {
            end--;
        }
        return address.substring(0, end);
    }

    /** Why a question cannot be sent, in a sentence with what to do; null if it can. */
    default @Nullable String lacking(Question question) {
        return null;
    }

    /** Returns the address of a request: the model's base address, and what the language puts behind it. */
    String address(Question question);

    /** Returns the headers that the API needs besides the content's type; without credentials. */
    default Map<String, String> headers(Question question) {
        return Map.of();
    }

    /** Returns the headers of a request that goes out with this key; some kinds of keys need others. */
    default Map<String, String> headers(Question question, String key) {
        return headers(question);
    }

    /** Returns the header (name, value) that carries a key. */
    default Map.Entry<String, String> credentials(String key) {
        return Map.entry("authorization", "Bearer " + key);
    }

    /** Returns the request, as JSON that a hook may replace. */
    JsonObject body(Question question);

    /** Returns how the answer is cut into events. */
    default Framing framing() {
        return Framing.SERVER_SENT;
    }

    /** Reads one stream into an answer. */
    StreamReader reader(Question question, AnswerBuilder answer);
}
