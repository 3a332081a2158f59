package dev.pawl.session.record;

import dev.pawl.base.SystemRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** The names of sessions, which sort by time, and of the entries in them, which are short. */
public final class SessionIds {
    private static final Pattern USABLE = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?");
    private static final int TRIES = 100;

    private SessionIds() {}

    /** Returns a UUID of version 7: the time in milliseconds, then chance. */
    public static String sessionId(InstantSource clock, RandomGenerator random) {
        return SystemRandom.timedUuid(clock.millis(), random);
    }

    /** Eight hexadecimal digits that are not taken yet; a whole UUID if chance offers only taken ones. */
    public static String entryId(RandomGenerator random, Predicate<String> taken) {
        for (int i = 0; i < TRIES; i++) {
            var id = HexFormat.of().toHexDigits(random.nextInt());
            if (!taken.test(id)) {
                return id;
            }
        }
        long high = (random.nextLong() & ~0xF000L) | 0x4000;
        long low = (random.nextLong() >>> 2) | (1L << 63);
        return new UUID(high, low).toString();
    }

    /** Returns an id that a user chose, if files can be called by it. */
    public static String checked(String id) {
        if (!USABLE.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "session id \"" + id + "\" cannot be used: take letters, digits, '.', '_'"
                            + " and '-' only, with a letter or digit at the beginning and the end");
        }
        return id;
    }
}
