package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ShellLine;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ToolTraits;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exactly what is about to run, after all rewriting. Handlers may allow it or block it, and change nothing.
 *
 * @param toolName the name of the tool
 * @param toolCallId the id of the call
 * @param input the arguments by their meaning
 * @param arguments all of them, as they will reach the tool
 * @param command the final command of a bash call, with prefix and spawn hooks applied; null for other tools
 * @param cwd the folder in which the tool works
 * @param changedEnvironment the names of the variables that the command gets besides those of the program
 * @param parentToolCallId the call of the tool that makes this one; null if the model does
 * @param target the file or directory that the call works on: the tool opens this one or none; null if there is none
 * @param runBy the hook whose own tool, shell or file system does the work: it is handed what is shown, and decides
 *     what it does with it; null if Pawl itself runs exactly what is shown
 * @param server the tool server that does the work, with its description of the tool; null for tools of the program
 *     and of hooks
 */
public record ToolAuthorize(
        String toolName,
        String toolCallId,
        ToolInput input,
        JsonObject arguments,
        @Nullable String command,
        Path cwd,
        Set<String> changedEnvironment,
        @Nullable String parentToolCallId,
        @Nullable CallFile target,
        @Nullable String runBy,
        ToolTraits.@Nullable Server server) {
    /** A call that runs as it was made, in this folder. */
    public static ToolAuthorize of(ToolCall call, Path cwd) {
        return new ToolAuthorize(
                call.toolName(),
                call.toolCallId(),
                call.input(),
                call.arguments(),
                call.input() instanceof ToolInput.Bash(var command, _) ? command : null,
                cwd,
                Set.of(),
                call.parentToolCallId(),
                call.target(),
                null,
                call.server());
    }

    /** The real path of the file or directory that the call works on; null for tools that work on none. */
    public @Nullable Path file() {
        return target == null ? null : target.path();
    }

    /** The same with the command that was made of the call. */
    public ToolAuthorize withCommand(String command, Path cwd, Set<String> changedEnvironment) {
        return runningAs(command, cwd, changedEnvironment, runBy);
    }

    /** The same call, left to a hook. */
    public ToolAuthorize withRunBy(@Nullable String runBy) {
        return runningAs(command, cwd, changedEnvironment, runBy);
    }

    private ToolAuthorize runningAs(
            @Nullable String command, Path cwd, Set<String> changedEnvironment, @Nullable String runBy) {
        return new ToolAuthorize(
                toolName,
                toolCallId,
                input,
                arguments,
                command,
                cwd,
                changedEnvironment,
                parentToolCallId,
                target,
                runBy,
                server);
    }

    /** The commands that a call of bash runs, if they can be read for certain; none for other tools. */
    public ShellLine commands() {
        var line = command;
        return line == null ? new ShellLine(List.of(), true) : ShellLine.of(line);
    }

    /** Lets the call run, as far as this hook is concerned. */
    public Decision<ToolAuthorize, Block> allow() {
        return Decision.pass(this);
    }

    /** Refuses the call; the model reads the reason. */
    public Decision<ToolAuthorize, Block> block(String reason) {
        return Decision.stop(new Block(reason));
    }

    /** Refuses the call with a general reason. */
    public Decision<ToolAuthorize, Block> block() {
        return block(Block.DEFAULT_REASON);
    }

    /** A handler that passes anything else than what was shown has tried to change the call. */
    public static @Nullable String flaw(ToolAuthorize before, ToolAuthorize after) {
        return before == after ? null : "tool_authorize may allow or block a call, not change it";
    }
}
