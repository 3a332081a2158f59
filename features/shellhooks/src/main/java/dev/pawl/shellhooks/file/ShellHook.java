package dev.pawl.shellhooks.file;

import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.EventForm;
import dev.pawl.shellhooks.dialect.Moment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One foreign hook in the form that all dialects are brought to.
 *
 * @param blocksOnFailure whether a failure counts as a block
 */
public record ShellHook(
        Dialect dialect,
        EventForm event,
        Matcher matcher,
        @Nullable Condition condition,
        Handler handler,
        Limits limits,
        boolean blocksOnFailure,
        Source source) {
    /**
     * How long it may run, and how often in a row it may send an agent back to work.
     *
     * @param loops how often; 0 for as often as it likes
     * @param once whether it runs only once in a session
     * @param context how many characters of it the model reads; the rest is kept in a file
     */
    public record Limits(Duration time, int loops, boolean once, int context) {
        /** How many characters of a hook the model reads if its file names no other number. */
        public static final int CONTEXT = 10_000;
    }

    /** The skill or agent at whose head it stands; it runs only while that is active. */
    public record Owner(String name, boolean isAgent) {
        @Override
        public String toString() {
            return (isAgent ? "the agent " : "the skill ") + name;
        }
    }

    /**
     * The file that it was read from.
     *
     * @param place where it is in its file, such as {@code hooks.PreToolUse[0].hooks[1]}
     * @param variables those of the plugin that it belongs to; empty if it belongs to none
     * @param owner the skill or agent that it belongs to; null if it belongs to none
     * @param status what is shown while it runs; null for nothing
     */
    public record Source(
            Path file,
            String place,
            boolean ofProject,
            Map<String, String> variables,
            @Nullable Owner owner,
            @Nullable String status) {
        public Source {
            variables = Map.copyOf(variables);
        }
    }

    /** The same, and a failure blocks, unless it is not waited for or an agent would never stop. */
    public ShellHook blocking() {
        boolean waited = !(handler instanceof Handler.Command command && command.background());
        return new ShellHook(
                dialect,
                event,
                matcher,
                condition,
                handler,
                limits,
                blocksOnFailure || (waited && !moment().isStop()),
                source);
    }

    /** How long it may run. */
    public Duration timeout() {
        return limits.time();
    }

    /** When it runs. */
    public Moment moment() {
        return event.moment();
    }

    /**
     * Returns what identifies it: of two hooks of one dialect that are alike in all, the first is run. Those of
     * plugins and skills count apart, and so do those that run beside their files: the same words mean other scripts
     * there.
     */
    public String identity() {
        boolean shared =
                source.variables().isEmpty() && source.owner() == null && !dialect.has(Dialect.Trait.BESIDE_FILE);
        return (shared ? "" : source.file() + "\n") + event.name() + "\n" + matcher + "\n"
                + (condition == null ? "" : condition) + "\n" + handler + "\n" + limits + blocksOnFailure;
    }
}
