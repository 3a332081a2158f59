package dev.pawl.api.event;

import dev.pawl.api.tool.BashResult;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A shell command that the user typed is over; what handlers return is what is kept and what the model reads.
 *
 * @param command the command line that was run
 * @param excludeFromContext whether the model does not see the command and its output ({@code !!})
 * @param cwd the folder in which it ran
 * @param result the output, the exit code, and whether it was cancelled or cut
 */
public record UserBashResult(String command, boolean excludeFromContext, Path cwd, BashResult result) {
    /** Returns the output. */
    public String text() {
        return result.output();
    }

    /** With another output. */
    public UserBashResult withText(String text) {
        return new UserBashResult(
                command,
                excludeFromContext,
                cwd,
                new BashResult(
                        text, result.exitCode(), result.cancelled(), result.truncated(), result.fullOutputPath()));
    }

    /** With the output changed; the same if it does not. */
    public UserBashResult mapText(UnaryOperator<String> change) {
        var changed = change.apply(text());
        return changed.equals(text()) ? this : withText(changed);
    }

    /** With the output taken out and the reason in its place. */
    public UserBashResult withheld(String reason) {
        var text = "[The output is withheld, because a hook that checks it failed. " + reason + "]";
        return new UserBashResult(
                command,
                excludeFromContext,
                cwd,
                new BashResult(text, result.exitCode(), result.cancelled(), false, null));
    }
}
