package dev.pawl.screen.look;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Numbers as users read them. */
public final class Figures {
    private Figures() {}

    /** Tokens: 950, 9.5k, 95k, 9.5M. */
    public static String tokens(long count) {
        if (count < 1_000) {
            return String.valueOf(count);
        }
        if (count < 10_000) {
            return oneDecimal(count / 1_000.0) + "k";
        }
        if (count < 1_000_000) {
            return Math.round(count / 1_000.0) + "k";
        }
        return count < 10_000_000 ? oneDecimal(count / 1_000_000.0) + "M" : Math.round(count / 1_000_000.0) + "M";
    }

    /** Dollars with three decimals; without a formatter, for the footer is drawn at the start. */
    public static String dollars(double amount) {
        long thousandths = Math.round(amount * 1_000);
        var rest = String.valueOf(1_000 + thousandths % 1_000).substring(1);
        return "$" + thousandths / 1_000 + "." + rest;
    }

    public static String oneDecimal(double number) {
        long tenths = Math.round(number * 10);
        return tenths / 10 + "." + tenths % 10;
    }

    public static String seconds(long millis) {
        return millis < 60_000
                ? (millis % 1_000 == 0 ? millis / 1_000 : oneDecimal(millis / 1_000.0)) + " s"
                : millis / 60_000 + " min " + millis % 60_000 / 1_000 + " s";
    }

    /** How long ago: now, 5m, 3h, 2d, 4w. */
    public static String ago(Instant then, Instant now) {
        long minutes = Math.max(0, Duration.between(then, now).toMinutes());
        if (minutes < 1) {
            return "now";
        }
        if (minutes < 60) {
            return minutes + "m";
        }
        long hours = minutes / 60;
        if (hours < 24) {
            return hours + "h";
        }
        long days = hours / 24;
        return days < 14 ? days + "d" : days < 365 ? days / 7 + "w" : days / 365 + "y";
    }

    /** Nanoseconds as a time that a user can judge. */
    public static String time(long nanos) {
        if (nanos < 1_000_000) {
            return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
        }
        return nanos < 1_000_000_000 ? nanos / 1_000_000 + " ms" : oneDecimal(nanos / 1e9) + " s";
    }
}
