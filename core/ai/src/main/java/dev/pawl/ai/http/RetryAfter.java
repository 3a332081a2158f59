package dev.pawl.ai.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how long a provider asks to wait before the next request. */
public final class RetryAfter {
    private RetryAfter() {}

    /**
     * Reads it from the headers of an answer; null if they do not contain it.
     *
     * @param headers with names in lower case
     */
    public static @Nullable Duration of(Map<String, String> headers) {
        var millis = headers.get("retry-after-ms");
        var after = headers.get("retry-after");
        try {
            if (millis != null) {
                return Duration.ofMillis((long) Double.parseDouble(millis.strip()));
            }
            if (after == null) {
                return null;
            }
            if (Character.isDigit(after.strip().charAt(0))) {
                return Duration.ofMillis((long) (Double.parseDouble(after.strip()) * 1000));
            }
            var until = ZonedDateTime.parse(after.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
            var wait = Duration.between(Instant.now(), until.toInstant());
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (NumberFormatException | DateTimeException | StringIndexOutOfBoundsException e) {
            return null;
        }
    }
}
