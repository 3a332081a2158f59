package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ShellLine;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ToolTraits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The model wants to use a tool. The arguments are valid; those a handler puts in their place are checked again.
 *
 * @param toolName the name of the tool
 * @param toolCallId the id of the call
 * @param input the arguments by their meaning
 * @param arguments all of them, as they will reach the tool
 * @param parentToolCallId the call of the tool that makes this one; null if the model does
 * @param target the file or directory that the call works on, found before the first handler and again after each one
 *     that changed the arguments; null if there is none, or none is known yet
 * @param server the tool server that does the work, with its description of the tool; null for tools of the program
 *     and of hooks
 */
public record ToolCall(
        String toolName,
        String toolCallId,
        ToolInput input,
        JsonObject arguments,
        @Nullable String parentToolCallId,
        @Nullable CallFile target,
        ToolTraits.@Nullable Server server) {
    /** Returns a call of a tool by its name. */
    public static ToolCall of(String toolName, String toolCallId, JsonObject arguments) {
        var input = ToolInput.from(toolName, arguments);
        return new ToolCall(toolName, toolCallId, input, whole(input, arguments, input), null, null, null);
    }

    /** Returns a call as the model would make it, for tests and trials. */
    public static ToolCall of(String toolName, ToolInput input) {
        return new ToolCall(toolName, "call_1", input, input.toJson(), null, null, null);
    }

    /**
     * Returns the real path of the file or directory that the call works on, whatever was written for it: a leading {@code @},
     * {@code ~}, {@code ..}, links and another case are resolved. Null for tools that work on none.
     */
    public @Nullable Path file() {
        return target == null ? null : target.path();
    }

    /** Returns the same call, working on this file. Where a handler returns it, the file is found again. */
    public ToolCall withTarget(@Nullable CallFile target) {
        return new ToolCall(toolName, toolCallId, input, arguments, parentToolCallId, target, server);
    }

    /** Returns the commands that a call of bash runs, if they can be read for certain; none for other tools. */
    public ShellLine commands() {
        return input instanceof ToolInput.Bash(var line, _) ? ShellLine.of(line) : new ShellLine(List.of(), true);
    }

    /** Lets the call pass, as far as this hook is concerned. */
    public Decision<ToolCall, Block> allow() {
        return Decision.pass(this);
    }

    /** Lets the call pass with another input. */
    public Decision<ToolCall, Block> allowWith(ToolInput input) {
        return Decision.pass(withInput(input));
    }

    /** Refuses the call; the model reads the reason. */
    public Decision<ToolCall, Block> block(String reason) {
        return Decision.stop(new Block(reason));
    }

    /** Refuses the call with a general reason. */
    public Decision<ToolCall, Block> block() {
        return block(Block.DEFAULT_REASON);
    }

    /** Blocks, and lets the agent stop if all other calls of the answer request it too. */
    public Decision<ToolCall, Block> blockAndStop(String reason) {
        return Decision.stop(new Block(reason, true));
    }

    /** Returns the same call with another input; arguments that the input does not contain stay. */
    public ToolCall withInput(ToolInput input) {
        return new ToolCall(
                toolName, toolCallId, input, whole(this.input, arguments, input), parentToolCallId, null, server);
    }

    /** Returns the same call with other arguments. */
    public ToolCall withArguments(JsonObject arguments) {
        var input = ToolInput.from(toolName, arguments);
        return new ToolCall(toolName, toolCallId, input, arguments, parentToolCallId, null, server);
    }

    /** Returns the same call, made by the call of another tool. */
    public ToolCall withParent(@Nullable String parentToolCallId) {
        return new ToolCall(toolName, toolCallId, input, arguments, parentToolCallId, target, server);
    }

    /** Returns the same call, done by a tool server. */
    public ToolCall withServer(ToolTraits.@Nullable Server server) {
        return new ToolCall(toolName, toolCallId, input, arguments, parentToolCallId, target, server);
    }

    /** Returns the arguments with another input; fields keep their places. */
    private static JsonObject whole(ToolInput old, JsonObject arguments, ToolInput input) {
        if (input instanceof ToolInput.Other(var all)) {
            return all;
        }
        var now = input.toJson();
        var gone = new ArrayList<>(old.toJson().names());
        gone.removeIf(now::has);
        return arguments.without("oldText", "newText").without(gone).with(now);
    }
}
