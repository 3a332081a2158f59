package dev.pawl.api.session;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Times as sessions have them: ISO 8601 in UTC, always with three digits of milliseconds. */
final class Timestamps {
    private static final DateTimeFormatter FORMAT =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final String SHAPE = "0000-00-00T00:00:00.000Z";

    private Timestamps() {}

    static String format(Instant time) {
        return FORMAT.format(time);
    }

    /** The usual form is read by hand, ten times as fast as any other; a long session has a hundred thousand of them. */
    static Instant parse(String text) {
        if (!hasUsualShape(text)) {
            return Instant.parse(text);
        }
        long day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                .toEpochDay();
        long seconds = (number(text, 11, 13) * 60L + number(text, 14, 16)) * 60 + number(text, 17, 19);
        return Instant.ofEpochSecond(day * 86_400 + seconds, number(text, 20, 23) * 1_000_000L);
    }

    private static boolean hasUsualShape(String text) {
        if (text.length() != SHAPE.length()) {
            return false;
        }
        for (int i = 0; i < SHAPE.length(); i++) {
            char c = text.charAt(i);
            if (SHAPE.charAt(i) == '0' ? c < '0' || c > '9' : c != SHAPE.charAt(i)) {
                return false;
            }
        }
        return number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }
}
