package dev.pawl.shellhooks;

import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * The time that all hooks of an event have together, in all files of a dialect: the longest limit that a hook of the settings
 * names, or the one of a variable of the environment. Plugins do not make it longer.
 */
final class SharedTime {
    private final Duration all;
    private String event = "";
    private long until;

    private SharedTime(Duration all) {
        this.all = all;
    }

    static SharedTime of(Collection<ShellHook> hooks, Map<String, String> environment) {
        var longest = Duration.ZERO;
        for (var hook : hooks) {
            var limit = hook.event().limit();
            if (limit.isShared()) {
                var own = hook.source().variables().isEmpty() ? hook.timeout() : Duration.ofMillis(limit.millis());
                longest = own.compareTo(longest) > 0 ? own : longest;
                var given = environment.getOrDefault(limit.variable(), "");
                if (given.matches("[1-9]\\d{0,8}")) {
                    return new SharedTime(Duration.ofMillis(Long.parseLong(given)));
                }
            }
        }
        return new SharedTime(longest);
    }

    /** How long a hook may run now. */
    synchronized Duration limit(ShellHook hook, Facts facts) {
        var limit = hook.event().limit();
        if (!limit.isShared()) {
            return hook.timeout();
        }
        var now = facts.get(Fact.SESSION_ID) + " " + facts.get(Fact.REASON);
        if (!now.equals(event)) {
            event = now;
            until = System.nanoTime() + all.toNanos();
        }
        var left = Duration.ofNanos(Math.max(1_000_000, until - System.nanoTime()));
        boolean shorter =
                hook.timeout().toMillis() < limit.millis() && hook.timeout().compareTo(left) < 0;
        return shorter ? hook.timeout() : left;
    }
}
