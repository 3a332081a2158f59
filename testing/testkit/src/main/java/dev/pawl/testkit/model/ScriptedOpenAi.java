package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The errors that OpenAI's two languages have in common. */
final class ScriptedOpenAi {
    private ScriptedOpenAi() {}

    static JsonObject error(int status, @Nullable String message) {
        return switch (status) {
            case 401 -> error("invalid_request_error", "invalid_api_key", message, "Incorrect API key provided.");
            case 402 -> error("insufficient_quota", "insufficient_quota", message, "You exceeded your current quota.");
            case 403 ->
                error(
                        "request_forbidden",
                        "unsupported_country_region_territory",
                        message,
                        "Country, region, or territory not supported");
            case 404 -> error("invalid_request_error", "model_not_found", message, "The model does not exist.");
            case 429 -> error("requests", "rate_limit_exceeded", message, "Rate limit reached for requests");
            case 503, 529 -> error("server_error", null, message, "The engine is currently overloaded.");
            default ->
                status < 500
                        ? error("invalid_request_error", null, message, "The request cannot be read as it is.")
                        : error(
                                "server_error",
                                null,
                                message,
                                "The server had an error while processing your request.");
        };
    }

    private static JsonObject error(String type, @Nullable String code, @Nullable String message, String otherwise) {
        var error = JsonObject.of("message", message == null ? otherwise : message, "type", type)
                .with("param", null)
                .with("code", code);
        return JsonObject.of("error", error);
    }
}
