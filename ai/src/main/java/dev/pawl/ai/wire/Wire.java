package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import java.util.Map;

/** One language of providers: how a question is said in it, and how its stream of answers is read. */
public interface Wire {
    /** Its name in models.json and in messages: {@code anthropic-messages}. */
    String name();

    /** The address of a request: the model's base address, and what the language puts behind it. */
    String address(Question question);

    /** The headers the language needs besides the content's type; without credentials. */
    Map<String, String> headers(Question question);

    /** The headers of a request that goes out with this key; some kinds of keys need others. */
    default Map<String, String> headers(Question question, String key) {
        return headers(question);
    }

    /** The header (name, value) that carries a key. */
    Map.Entry<String, String> credentials(String key);

    /** The request, as JSON that a hook may replace. */
    JsonObject body(Question question);

    /** Reads one stream into an answer. */
    StreamReader reader(Question question, AnswerBuilder answer);
}
