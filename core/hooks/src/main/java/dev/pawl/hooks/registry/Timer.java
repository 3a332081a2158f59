package dev.pawl.hooks.registry;

import dev.pawl.api.Shortcut;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.Bounded;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Repeats an action of a hook until it is closed or the hook is unloaded. */
public final class Timer implements Subscription {
    /** The time for which the same failure is only counted. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final InstalledHook hook;
    private final Duration period;
    private final Shortcut.Action action;
    private final Thread thread;
    private @Nullable String lastFailure;
    private long lastReport;
    private int unreported;

    public Timer(InstalledHook hook, Duration period, Shortcut.Action action) {
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("a timer's period must be longer than nothing, not " + period);
        }
        this.hook = hook;
        this.period = period;
        this.action = action;
        this.thread = Thread.ofVirtual().name("timer of " + hook.path()).unstarted(this::work);
        hook.addCloseable(this);
        thread.start();
    }

    @Override
    public void close() {
        hook.removeCloseable(this);
        thread.interrupt();
    }

    /** The same failure is reported once, and then from time to time with how often it came meanwhile. */
    private void failed(Bounded.Broken failure) {
        var now = System.nanoTime();
        boolean again = failure.getMessage().equals(lastFailure);
        if (again && now - lastReport < QUIET.toNanos()) {
            unreported++;
            return;
        }
        hook.report("timer", again ? failure.again(unreported + 1) : failure);
        lastFailure = failure.getMessage();
        lastReport = now;
        unreported = 0;
    }

    private void work() {
        try {
            while (true) {
                Thread.sleep(period);
                if (hook.isSuspended()) {
                    continue;
                }
                try {
                    Bounded.call(
                            thread.getName(),
                            () -> {
                                action.run(hook.context(null));
                                return hook;
                            },
                            null);
                } catch (Bounded.Broken e) { // A failure is reported; the timer continues.
                    failed(e);
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }
}
