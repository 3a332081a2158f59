package dev.pawl.hooks.bound;

import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.value.Budget;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long handlers may take, from the settings. Null means as long as they like.
 *
 * @param ticker the time by which this is measured
 */
public record Timeouts(
        @Nullable Duration hookTimeout, @Nullable Duration toolCallHookTimeout, Duration atQuit, Ticker ticker) {
    public static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(30), null, Duration.ofSeconds(2), Ticker.SYSTEM);

    /** How long the hook whose turn it is has the end of the program to itself: then the next one is notified, too. */
    public static final Duration TURN_AT_QUIT = Duration.ofMillis(100);

    /** Returns the settings {@code hookTimeout} and {@code toolCallHookTimeout}, in milliseconds; 0 switches a limit off. */
    public static Timeouts ofMillis(long hookTimeout, long toolCallHookTimeout) {
        return new Timeouts(limit(hookTimeout), limit(toolCallHookTimeout), DEFAULT.atQuit, Ticker.SYSTEM);
    }

    /** Returns the same limits, but for {@code session_shutdown} when the program ends: the setting {@code shutdownHookTimeout}. */
    public Timeouts atQuitMillis(long millis) {
        return new Timeouts(hookTimeout, toolCallHookTimeout, Duration.ofMillis(millis), ticker);
    }

    /** Returns the same limits, measured by another time. */
    public Timeouts by(Ticker other) {
        return new Timeouts(hookTimeout, toolCallHookTimeout, atQuit, other);
    }

    /** Returns what one handler gets for this event. */
    @Nullable
    public Duration of(Budget budget, Object event) {
        return switch (budget) {
            case HOOK_TIMEOUT -> hookTimeout;
            case NONE -> null;
            case TOOL_CALL_CAP -> toolCallHookTimeout;
            case SHUTDOWN -> isQuit(event) ? atQuit : hookTimeout;
        };
    }

    public static boolean isQuit(Object event) {
        return event instanceof SessionShutdown(var reason, _) && reason == SessionShutdown.Reason.QUIT;
    }

    private static @Nullable Duration limit(long millis) {
        return millis == 0 ? null : Duration.ofMillis(millis);
    }
}
