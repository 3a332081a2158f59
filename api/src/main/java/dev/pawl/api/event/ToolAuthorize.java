package dev.pawl.api.event;

import dev.pawl.api.Decision;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolInput;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exactly what is about to run, after all rewriting. Handlers may allow it or block it, and change nothing.
 *
 * @param command the final command of a bash call, with prefix and spawn hooks applied; null for other tools
 * @param changedEnvironment the names of the variables that the command gets besides those of the program
 */
public record ToolAuthorize(
        String toolName,
        String toolCallId,
        ToolInput input,
        JsonObject arguments,
        @Nullable String command,
        Path cwd,
        Set<String> changedEnvironment,
        @Nullable String parentToolCallId) {
    public static ToolAuthorize of(ToolCall call, Path cwd) {
        return new ToolAuthorize(
                call.toolName(),
                call.toolCallId(),
                call.input(),
                call.arguments(),
                call.input() instanceof ToolInput.Bash(var command, _) ? command : null,
                cwd,
                Set.of(),
                call.parentToolCallId());
    }

    public Decision<ToolAuthorize, Block> allow() {
        return Decision.pass(this);
    }

    public Decision<ToolAuthorize, Block> block(String reason) {
        return Decision.stop(new Block(reason));
    }

    public Decision<ToolAuthorize, Block> block() {
        return block(Block.DEFAULT_REASON);
    }

    /** Whoever passes anything else than what was shown has tried to change the call. */
    public static @Nullable String flaw(ToolAuthorize before, ToolAuthorize after) {
        return before == after ? null : "tool_authorize may allow or block a call, not change it";
    }
}
