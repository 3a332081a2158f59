package dev.pawl.observe.replay;

/**
 * One event of a recorded session that was replayed.
 *
 * @param id the id of the call or of the entry within the session
 * @param what the event in words for a table
 * @param then the recorded outcome, or the outcome with other hooks
 * @param now the outcome in the replay
 */
public record ReplayedEvent(String session, String point, String id, String what, Verdict then, Verdict now) {
    /** Returns whether the outcome differs; an unknown outcome does not count. */
    public boolean differs() {
        return then.kind() != Verdict.Kind.UNKNOWN && then.kind() != now.kind();
    }

    /** Identifies the same event in another replay. */
    public String key() {
        return session + "\n" + point + "\n" + id;
    }

    /** The same event, compared with another outcome. */
    public ReplayedEvent against(Verdict other) {
        return new ReplayedEvent(session, point, id, what, other, now);
    }
}
