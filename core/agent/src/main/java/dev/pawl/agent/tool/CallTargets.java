package dev.pawl.agent.tool;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.hooks.bound.Check;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.file.FileTarget;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The files that one call works on: found before the gates are asked, and again whenever a handler changed the
 * arguments.
 *
 * <p>What a handler passes on must be valid, the same call, and stay the same throughout. Only the arguments of a tool
 * that a hook brings may be wrong until the last handler was asked, for a later one may mend them.
 */
public final class CallTargets implements Check<ToolCall> {
    private final Tool tool;
    private final @Nullable Tool builtin;
    private final Path cwd;
    private final Map<CallFile, FileTarget> found = Collections.synchronizedMap(new IdentityHashMap<>());

    /**
     * @param builtin the built-in tool with the same name, which shows what a hook's tool in its place is likely to
     *     work on; null if there is none
     */
    CallTargets(Tool tool, @Nullable Tool builtin, Path cwd) {
        this.tool = tool;
        this.builtin = builtin;
        this.cwd = cwd;
    }

    /** Returns the call with the file or directory that it works on. */
    ToolCall found(ToolCall call) {
        return call.withTarget(find(call));
    }

    /** A path that cannot be resolved is not a target; the tool reports the reason when it runs. */
    private @Nullable CallFile find(ToolCall call) {
        try {
            if (tool.executor() instanceof FileExecutor work) {
                var target = work.target(call.arguments(), cwd);
                found.put(target.shown(), target);
                return target.shown();
            }
            return builtin != null && builtin.executor() instanceof FileExecutor like && !isOther(call)
                    ? like.target(call.arguments(), cwd).shown()
                    : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (Exception e) {
            return null;
        }
    }

    private static boolean isOther(ToolCall call) {
        return call.input() instanceof ToolInput.Other;
    }

    /** Returns what the gates were shown for a call. */
    FileTarget of(ToolCall call) throws Exception {
        var shown = call.target();
        var target = shown == null ? null : found.get(shown);
        if (target != null) {
            return target;
        }
        // Nothing was shown, so nothing may be opened: this states why nothing could be found.
        if (tool.executor() instanceof FileExecutor work) {
            work.target(call.arguments(), cwd);
        }
        throw new IllegalStateException("what " + call.toolName() + " would work on was not known to the hooks");
    }

    @Override
    public @Nullable String flaw(ToolCall before, ToolCall after) {
        if (!before.toolName().equals(after.toolName())
                || !before.toolCallId().equals(after.toolCallId())
                || !Objects.equals(before.parentToolCallId(), after.parentToolCallId())) {
            return "tool_call may change the arguments of a call, not which call it is";
        }
        try {
            CallArguments.fitted(tool, after.arguments());
        } catch (CallArguments.Unfit e) {
            return mayBeMended(after) ? null : String.valueOf(e.getMessage());
        }
        return after.input().equals(ToolInput.from(after.toolName(), after.arguments()))
                ? null
                : "the input and the arguments of the call differ; change it by withInput or" + " withArguments";
    }

    /** Returns the arguments bent to the schema as those of a model are, and the file that they now lead to. */
    @Override
    public ToolCall shown(ToolCall changed) {
        try {
            return found(changed.withArguments(CallArguments.fitted(tool, changed.arguments())));
        } catch (CallArguments.Unfit e) {
            return changed;
        }
    }

    /** Refuses what the last handler left unfit, unless the tool takes it: one in TypeScript gets it, as in pi. */
    void check(ToolCall passed) throws CallArguments.Unfit {
        if (mayBeMended(passed) && !tool.executor().takesUnfit()) {
            CallArguments.fitted(tool, passed.arguments());
        }
    }

    private boolean mayBeMended(ToolCall call) {
        return builtin == null && isOther(call);
    }
}
