package dev.pawl.app.mcpserve;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/** The results that the tools give. */
final class ToolResults {
    private ToolResults() {}

    /** A run has ended. The second text names the session for the model, for not every client shows it the fields. */
    static JsonObject ended(String session, String reason, String text, boolean failed) {
        var result = JsonObject.of(
                "content",
                List.of(text(text), text("[session " + session + ", " + reason + "; to go on: the tool continue]")));
        return result.with(
                        "structuredContent",
                        JsonObject.of("sessionId", session, "stopReason", reason)
                                .with("text", text))
                .with("isError", failed);
    }

    static JsonObject failed(String why) {
        return JsonObject.of("content", List.of(text(why)), "isError", true);
    }

    static JsonObject cancelled(List<String> sessions) {
        var text = sessions.isEmpty() ? "nothing was under way" : "cancelled: " + String.join(", ", sessions);
        return JsonObject.of("content", List.of(text(text)))
                .with("structuredContent", JsonObject.of("cancelled", sessions))
                .with("isError", false);
    }

    private static JsonObject text(String text) {
        return JsonObject.of("type", "text", "text", text);
    }
}
