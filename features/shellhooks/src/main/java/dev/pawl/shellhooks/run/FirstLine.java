package dev.pawl.shellhooks.run;

import dev.pawl.api.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the first line of a hook's output as it comes: with {@code {"async": true}} a hook asks not to be waited for. */
final class FirstLine {
    private static final int LONGEST = 1_000;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Consumer<Leave> leaving;
    private boolean complete;

    /** @param leaving gets what the hook asks for */
    FirstLine(Consumer<Leave> leaving) {
        this.leaving = leaving;
    }

    /**
     * The hook asks not to be waited for.
     *
     * @param limit how long it may go on; null for as long as any hook
     */
    record Leave(@Nullable Duration limit) {}

    synchronized void add(byte[] more) {
        if (complete) {
            return;
        }
        for (int i = 0; i < more.length && !complete; i++) {
            complete = more[i] == '\n' || line.size() >= LONGEST;
            line.write(more[i]);
        }
        var leave = line.size() > LONGEST ? null : read(line.toString(StandardCharsets.UTF_8));
        if (leave != null) {
            complete = true;
            line.reset();
            leaving.accept(leave);
        }
    }

    /** What a line asks for; null for nothing, or if it is not there yet as a whole. */
    private static @Nullable Leave read(String line) {
        try {
            var json = JsonObject.parse(line);
            if (!Boolean.TRUE.equals(json.get("async"))) {
                return null;
            }
            return new Leave(
                    json.get("asyncTimeout") instanceof Number millis && millis.doubleValue() >= 1
                            ? Duration.ofMillis(millis.longValue())
                            : null);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The output without that line. */
    static String without(String output) {
        int end = output.indexOf('\n');
        return read(end < 0 ? output : output.substring(0, end)) == null
                ? output
                : end < 0 ? "" : output.substring(end + 1);
    }
}
