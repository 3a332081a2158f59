package dev.pawl.api.event;

import dev.pawl.api.tool.ShellLine;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exactly what is about to run, after all rewriting. Handlers may allow it or block it, and change nothing.
 *
 * @param call the call with the arguments that will reach the tool, and with the file that it will open
 * @param command the final command of a bash call, with prefix and spawn hooks applied; null for other tools
 * @param cwd the folder in which the tool works
 * @param changedEnvironment the names of the variables that the command gets besides those of the program
 * @param runBy the hook whose own tool, shell or file system does the work: it is handed what is shown, and decides
 *     what it does with it; null if Pawl itself runs exactly what is shown
 */
public record ToolAuthorize(
        ToolCall call,
        @Nullable String command,
        Path cwd,
        Set<String> changedEnvironment,
        @Nullable String runBy) {
    /** Returns a call that runs as it was made, in this folder. */
    public static ToolAuthorize of(ToolCall call, Path cwd) {
        var command = call.input() instanceof ToolInput.Bash(var line, _) ? line : null;
        return new ToolAuthorize(call, command, cwd, Set.of(), null);
    }

    /** Returns the same with the command that was made of the call. */
    public ToolAuthorize withCommand(String command, Path cwd, Set<String> changedEnvironment) {
        return new ToolAuthorize(call, command, cwd, changedEnvironment, runBy);
    }

    /** Returns the same call, left to a hook. */
    public ToolAuthorize withRunBy(@Nullable String runBy) {
        return new ToolAuthorize(call, command, cwd, changedEnvironment, runBy);
    }

    /** Returns the commands that a call of bash runs, if they can be read for certain; none for other tools. */
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
