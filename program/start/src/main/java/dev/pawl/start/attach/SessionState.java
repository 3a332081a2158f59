package dev.pawl.start.attach;

import dev.pawl.api.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a session of a fleet stands.
 *
 * @param place where its tools run
 * @param about the description that it was submitted with
 * @param lines how long its log is, with the header
 * @param inputs how many inputs wait in its inbox
 */
public record SessionState(
        String id, Phase phase, String place, JsonObject about, long token, int lines, int inputs, Now now) {
    /**
     * What it does or waits for.
     *
     * @param worker the worker that holds it; null if none
     * @param question what it waits for; null if for nothing
     * @param wakesAt when it goes on by itself; null if it does not
     * @param problem why it failed or sleeps; null if it does neither
     * @param changed when it changed last
     */
    public record Now(
            @Nullable String worker,
            @Nullable Question question,
            @Nullable Instant wakesAt,
            @Nullable String problem,
            Instant changed) {}

    /** The worker that holds it; null if none. */
    public @Nullable String worker() {
        return now.worker();
    }

    /** Returns what it waits for; null if for nothing. */
    public @Nullable Question question() {
        return now.question();
    }

    /** When it goes on by itself; null if it does not. */
    public @Nullable Instant wakesAt() {
        return now.wakesAt();
    }

    /** Why it failed or sleeps; null if it does neither. */
    public @Nullable String problem() {
        return now.problem();
    }

    /** When it changed last. */
    public Instant changed() {
        return now.changed();
    }

    /** What a session does. */
    public enum Phase {
        IDLE,
        READY,
        RUNNING,
        WAITING,
        ASLEEP,
        FAILED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Phase of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** Reads it from the document that is kept of a session. */
    public static SessionState from(JsonObject document) {
        return new SessionState(
                document.string("id", ""),
                Phase.of(document.string("phase", "idle")),
                document.string("place", ""),
                document.object("about"),
                document.number("token", 0),
                document.integer("lines", 0),
                document.objects("inputs").size(),
                new Now(
                        document.string("worker"),
                        document.has("question") ? Question.from(document.object("question")) : null,
                        document.has("wakesAt") ? Instant.ofEpochMilli(document.number("wakesAt", 0)) : null,
                        document.string("problem"),
                        Instant.ofEpochMilli(document.number("changed", 0))));
    }
}
