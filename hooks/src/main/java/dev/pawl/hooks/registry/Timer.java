package dev.pawl.hooks.registry;

import dev.pawl.api.Shortcut;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.Bounded;
import java.time.Duration;

/** Something a hook does again and again, until it is closed or the hook unloaded. */
public final class Timer implements Subscription {
    private final InstalledHook hook;
    private final Duration period;
    private final Shortcut.Action action;
    private final Thread thread;

    public Timer(InstalledHook hook, Duration period, Shortcut.Action action) {
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("a timer's period must be longer than nothing, not " + period);
        }
        this.hook = hook;
        this.period = period;
        this.action = action;
        this.thread = Thread.ofVirtual().name("timer of " + hook.path()).unstarted(this::work);
        hook.own(this);
        thread.start();
    }

    @Override
    public void close() {
        hook.disown(this);
        thread.interrupt();
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
                } catch (Bounded.Broken e) { // One bad round is reported; the timer goes on.
                    hook.report("timer", e);
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }
}
