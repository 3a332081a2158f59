package dev.pawl.agent.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * The result of one tool call.
 *
 * @param durationMs how long the tool ran; null if it never did
 * @param blocked whether a gate refused it
 * @param nested the calls it made of other tools, reported on its message; null if it made none
 */
public record CallResult(
        Content.ToolUse call,
        ToolOutput output,
        boolean isError,
        @Nullable Long durationMs,
        @Nullable JsonObject nested,
        boolean blocked) {
    public static final String CUT_OFF = "The answer was cut off at its length limit, so the arguments of this call may"
            + " be incomplete. Nothing was run. Make the call again, in smaller parts.";

    /** Makes the result of a call that no gate refused. */
    public CallResult(
            Content.ToolUse call,
            ToolOutput output,
            boolean isError,
            @Nullable Long durationMs,
            @Nullable JsonObject nested) {
        this(call, output, isError, durationMs, nested, false);
    }

    public static CallResult refused(Content.ToolUse call, String why) {
        return new CallResult(call, ToolOutput.error(why), true, null, null);
    }

    public Message.ToolResult message(long now) {
        var extra = nested == null ? JsonObject.empty() : JsonObject.of("nestedCalls", nested);
        extra = extra.given("durationMs", durationMs);
        return new Message.ToolResult(
                call.id(), call.name(), output.content(), output.details(), isError, output.usage(), now, extra);
    }
}
