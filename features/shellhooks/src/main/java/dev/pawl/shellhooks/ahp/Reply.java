package dev.pawl.shellhooks.ahp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Utf8;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a backend. It is read strictly: only one complete denial denies, only an empty list of effects passes, and
 * everything else is a failure.
 *
 * @param id of the request that it answers
 */
record Reply(String id, JsonObject message) {
    private static final int LONGEST_QUOTED = 100;

    /** Reads a message as far as it is an answer at all. */
    static Reply parse(byte[] bytes) throws BackendFailure {
        var text = Utf8.strict(bytes);
        if (text == null) {
            throw new BackendFailure("answered with what is not UTF-8");
        }
        JsonObject message;
        try {
            message = JsonObject.parse(text);
        } catch (IllegalArgumentException | StackOverflowError e) {
            throw new BackendFailure("answered with what is no JSON object: " + quoted(text));
        }
        if (!"2.0".equals(message.get("jsonrpc")) || message.has("method")) {
            throw new BackendFailure("answered with what is no answer of JSON-RPC 2.0: " + quoted(text));
        }
        if (!(message.get("id") instanceof String id)) {
            throw new BackendFailure("answered without the id of the request: " + quoted(text));
        }
        return new Reply(id, message);
    }

    /** Returns the denial; null if the backend does not object. */
    @Nullable
    Denial denial() throws BackendFailure {
        if (message.has("error")) {
            throw new BackendFailure(message.has("result") ? "answered with a result and an error" : error());
        }
        if (!(message.get("result") instanceof JsonObject result)) {
            throw new BackendFailure("answered without a result");
        }
        if (!Protocol.VERSION.equals(result.get("protocolVersion"))) {
            throw new BackendFailure("answered for another version of the protocol than " + Protocol.VERSION);
        }
        if (!(result.get("effects") instanceof List<?> effects)) {
            throw new BackendFailure("answered without a list of effects");
        }
        if (effects.isEmpty()) {
            return null;
        }
        if (effects.size() > 1) {
            throw new BackendFailure("answered with " + effects.size() + " effects, and one is possible");
        }
        if (!(effects.getFirst() instanceof JsonObject effect) || !Protocol.DENY.equals(effect.get("type"))) {
            throw new BackendFailure("answered with an effect that it was not offered");
        }
        return denial(effect);
    }

    private static Denial denial(JsonObject effect) throws BackendFailure {
        if (!(effect.get("reason") instanceof String reason) || reason.isBlank()) {
            throw new BackendFailure("denied without a reason");
        }
        if (effect.has("code") && !(effect.get("code") instanceof String)) {
            throw new BackendFailure("denied with a code that is no text");
        }
        if (effect.has("extensions")
                && !(effect.get("extensions") instanceof JsonObject named && Protocol.areOwned(named.names()))) {
            throw new BackendFailure("denied with extensions that have no names such as com.example.name");
        }
        return new Denial(reason, effect.string("code"));
    }

    private String error() {
        return message.get("error") instanceof JsonObject error
                        && error.get("code") instanceof Number code
                        && error.get("message") instanceof String words
                ? "answered with the error " + code + ": " + quoted(words)
                : "answered with an error that has no code and message";
    }

    private static String quoted(String text) {
        var line = text.strip().lines().findFirst().orElse("");
        return line.length() <= LONGEST_QUOTED ? line : line.substring(0, LONGEST_QUOTED) + "…";
    }
}
