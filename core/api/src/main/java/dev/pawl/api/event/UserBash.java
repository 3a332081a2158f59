package dev.pawl.api.event;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.value.Decision;
import java.nio.file.Path;
import java.util.Map;

/**
 * The user typed a shell command; {@code excludeFromContext} if the model shall not see it.
 *
 * @param command the command line without the {@code !}
 * @param excludeFromContext whether the model does not see the command and its output ({@code !!})
 * @param cwd the folder in which it runs
 * @param environment the variables that the command gets besides those of the program
 */
public record UserBash(String command, boolean excludeFromContext, Path cwd, Map<String, String> environment) {
    public UserBash {
        environment = Map.copyOf(environment);
    }

    public UserBash(String command, boolean excludeFromContext, Path cwd) {
        this(command, excludeFromContext, cwd, Map.of());
    }

    /** Runs it as usual. */
    public Decision<UserBash, Answer> proceed() {
        return Decision.pass(this);
    }

    /** Runs it somewhere else. */
    public Decision<UserBash, Answer> runWith(BashOperations operations) {
        return Decision.stop(new Answer.Run(operations));
    }

    /** Does not run it; this is what it came to. */
    public Decision<UserBash, Answer> answer(BashResult result) {
        return Decision.stop(new Answer.Result(result));
    }

    /** A hook's answer about the command. */
    public sealed interface Answer {
        record Run(BashOperations operations) implements Answer {}

        record Result(BashResult result) implements Answer {}

        /** A hook failed; the command is not run. */
        record Refused(String reason) implements Answer {}
    }
}
