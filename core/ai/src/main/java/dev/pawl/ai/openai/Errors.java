package dev.pawl.ai.openai;

import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the error from the forms in which providers report it in the middle of a stream. */
final class Errors {
    private Errors() {}

    /** Returns the error that an object carries in its field {@code error}; null if there is none. */
    static @Nullable ProviderError in(JsonObject data) {
        var error = data.get("error");
        if (error instanceof JsonObject details) {
            return details.isEmpty() ? null : of(details);
        }
        return error instanceof String words && !words.isEmpty() ? new ProviderError(null, words) : null;
    }

    /** An object that is an error itself: {@code code}, {@code message} and whatever else there is. */
    static ProviderError of(JsonObject error) {
        var words = new ArrayList<String>();
        words.add(error.string("message", error.isEmpty() ? "the provider gave no reason" : Json.write(error)));
        // Proxies add the message of the provider behind them here.
        var raw = error.object("metadata").get("raw");
        if (raw != null) {
            words.add(raw instanceof String text ? text : Json.write(raw));
        }
        return new ProviderError(code(error), String.join("\n", words));
    }

    private static @Nullable String code(JsonObject error) {
        var code = error.get("code") == null ? error.get("type") : error.get("code");
        return code == null || code.equals("error") ? null : Objects.toString(code);
    }
}
