package dev.pawl.observe.replay;

/**
 * The outcome of an event, in a recorded session or in a replay of it.
 *
 * @param note the reason, or what changed; empty for none
 */
public record Verdict(Kind kind, String note) {
    /** In order of increasing effect on the event. */
    public enum Kind {
        /** The recording does not contain it. */
        UNKNOWN("unknown"),
        ALLOWED("allowed"),
        CHANGED("changed"),
        ASKED("asked about"),
        FAILED("failed"),
        BLOCKED("blocked");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The text in a report. */
        public String words() {
            return words;
        }
    }

    static final Verdict UNKNOWN = new Verdict(Kind.UNKNOWN, "");
    static final Verdict ALLOWED = new Verdict(Kind.ALLOWED, "");

    static Verdict blocked(String reason) {
        return new Verdict(Kind.BLOCKED, reason);
    }
}
