package dev.pawl.tools.shell;

import dev.pawl.tools.text.ToolFailure;
import java.time.Duration;

/** Durations as models write and read them: seconds, with a fraction where there is one. */
final class Seconds {
    // The longest time that a timer of 32 bits takes, in milliseconds.
    private static final double MOST = Integer.MAX_VALUE / 1000.0;

    private Seconds() {}

    static Duration duration(double seconds) throws ToolFailure {
        if (!Double.isFinite(seconds) || seconds <= 0 || seconds > MOST) {
            throw new ToolFailure("timeout " + text(seconds) + ": it must be a number of seconds above 0 and at most "
                    + MOST + "; leave it out to wait as long as it takes");
        }
        return Duration.ofNanos(Math.max(1, Math.round(seconds * 1e9)));
    }

    static String text(Duration duration) {
        return text(duration.toNanos() / 1e9);
    }

    static String text(double seconds) {
        return seconds == Math.rint(seconds) && Math.abs(seconds) < 1e15
                ? Long.toString((long) seconds)
                : Double.toString(seconds);
    }

    /** With one decimal, for users and programs to read. */
    static double rounded(long nanos) {
        return Math.round(nanos / 1e8) / 10.0;
    }
}
