package dev.pawl.observe.replay;

/**
 * One event of a recorded session that hooks were asked about again.
 *
 * @param id what it was about within the session: the id of a call or of an entry
 * @param what the event in words for a table
 * @param then what became of it, or what became of it with other hooks
 * @param now what became of it in the replay
 */
public record ReplayedEvent(String session, String point, String id, String what, Verdict then, Verdict now) {
    /** Whether the outcome is another one; an unknown outcome is none. */
    public boolean differs() {
        return then.kind() != Verdict.Kind.UNKNOWN && then.kind() != now.kind();
    }

    /** By which the same event is found in another replay. */
    public String key() {
        return session + "\n" + point + "\n" + id;
    }

    /** The same event, compared with another outcome. */
    public ReplayedEvent against(Verdict other) {
        return new ReplayedEvent(session, point, id, what, other, now);
    }
}
