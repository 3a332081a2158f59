package dev.pawl.serve.mcp;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/** The results of the tools. */
final class ToolResults {
    private ToolResults() {}

    /** The result of a run that has ended. The second text names the session, because not every client shows the structured fields
     * to the model. */
    static JsonObject ended(String session, String reason, String text, boolean failed) {
        var result = JsonObject.of(
                "content",
                List.of(
                        text(text),
                        text("[session " + session + ", " + reason + "; continue it with the tool continue]")));
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
