package dev.pawl.shellhooks;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Decides whether a hook is meant by what happens. */
final class HookMatch {
    private final Path home;
    private final Activity activity;

    HookMatch(Path home, Activity activity) {
        this.home = home;
        this.activity = activity;
    }

    /** Whether it is, in a session in which the skill or agent that it belongs to is active. */
    boolean is(ShellHook hook, Facts facts) {
        return activity.covers(facts) && is(hook, facts, home);
    }

    static boolean is(ShellHook hook, Facts facts, Path home) {
        if (!hook.matcher().matches(facts.matched(hook.event()))) {
            return false;
        }
        var condition = hook.condition();
        return condition == null
                || (facts.get(Fact.TOOL_INPUT) instanceof JsonObject input
                        && condition.holds(facts.toolNames(), input, file(facts, input), facts.cwd(), home));
    }

    /** The file that a call works on; null if it is not known. */
    private static @Nullable Path file(Facts facts, JsonObject input) {
        var file = facts.get(Fact.FILE) instanceof String known ? known : input.get("file_path");
        return file instanceof String path ? Path.of(path) : null;
    }
}
