package dev.pawl.serve.mcp;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/** What the server offers: the tools {@code run}, {@code continue} and {@code cancel}. */
final class ServedTools {
    static final String RUN = "run";
    static final String CONTINUE = "continue";
    static final String CANCEL = "cancel";
    static final String INSTRUCTIONS =
            "Pawl is a coding agent. `run` gives it a task in a folder and waits for its answer; `continue` continues"
                    + " that session; `cancel` ends what is under way. Hooks and rules of the user decide what it may"
                    + " do.";

    private ServedTools() {}

    static List<JsonObject> all() {
        var outcome = object(
                JsonObject.of("sessionId", text("The session, to be continued with the tool continue"))
                        .with("stopReason", text("end_turn, max_tokens, cancelled or error"))
                        .with("text", text("The last answer of the agent")),
                "sessionId",
                "stopReason",
                "text");
        return List.of(
                tool(
                        RUN,
                        "Run a coding agent",
                        "Starts a new session of a coding agent that reads, changes and runs things in a folder, gives"
                                + " it a task, and waits until it is done.",
                        object(
                                JsonObject.of("prompt", text("The task, with everything the agent needs to know"))
                                        .with(
                                                "cwd",
                                                text("The absolute path of the folder to work in; without it the one"
                                                        + " that the server was started in")),
                                "prompt"),
                        outcome,
                        true),
                tool(
                        CONTINUE,
                        "Continue a session",
                        "Continues an earlier session of the coding agent, which has the whole conversation in its"
                                + " context.",
                        object(
                                JsonObject.of("sessionId", text("The session, as run has returned it"))
                                        .with("prompt", text("What the agent is to do next")),
                                "sessionId",
                                "prompt"),
                        outcome,
                        true),
                tool(
                        CANCEL,
                        "Cancel a run",
                        "Ends the run of a session that is under way, or all of them. Changes that were made stay.",
                        object(JsonObject.of("sessionId", text("The session; without it all that are under way"))),
                        object(
                                JsonObject.of(
                                        "cancelled",
                                        JsonObject.of("type", "array", "items", JsonObject.of("type", "string"))),
                                "cancelled"),
                        false));
    }

    private static JsonObject tool(
            String name, String title, String description, JsonObject input, JsonObject output, boolean destructive) {
        return JsonObject.of("name", name, "title", title)
                .with("description", description)
                .with("inputSchema", input)
                .with("outputSchema", output)
                .with(
                        "annotations",
                        JsonObject.of("readOnlyHint", false, "destructiveHint", destructive)
                                .with("idempotentHint", !destructive)
                                .with("openWorldHint", destructive));
    }

    private static JsonObject object(JsonObject properties, String... required) {
        var schema = JsonObject.of("type", "object", "properties", properties);
        return required.length == 0 ? schema : schema.with("required", List.of(required));
    }

    private static JsonObject text(String description) {
        return JsonObject.of("type", "string", "description", description);
    }
}
