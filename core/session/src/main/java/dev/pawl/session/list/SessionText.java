package dev.pawl.session.list;

import dev.pawl.base.Words;
import org.jspecify.annotations.Nullable;

/** Gathers the text of a session by which it can be found, a piece of each message until there is enough. */
final class SessionText {
    /** The most characters that are taken of one message. */
    static final int MESSAGE = 500;

    /** The most characters that are taken of one session. */
    static final int SESSION = 8_000;

    private final StringBuilder all = new StringBuilder();
    private @Nullable String first;

    /** Returns whether nothing more is wanted. */
    boolean full() {
        return first != null && all.length() >= SESSION;
    }

    void add(String message, boolean fromUser) {
        var piece = Words.head(message.strip(), MESSAGE);
        if (piece.isEmpty()) {
            return;
        }
        if (fromUser && first == null) {
            first = piece;
        }
        if (all.length() < SESSION) {
            all.append(all.isEmpty() ? "" : "\n").append(piece);
        }
    }

    String first() {
        return first == null ? SessionSummary.NO_MESSAGES : first;
    }

    String all() {
        return Words.head(all.toString(), SESSION);
    }
}
