package dev.pawl.config.trust;

import dev.pawl.config.text.Problem;
import java.util.List;

/**
 * Whether a project is trusted, and what decided it.
 *
 * @param problems what went wrong on the way; a file of decisions that cannot be read makes a project untrusted
 */
public record TrustDecision(boolean trusted, By by, List<Problem> problems) {
    /** Whether what the project brings is loaded. Where there was nothing to trust, nothing that comes later is. */
    public boolean loads() {
        return trusted && by != By.NOTHING_TO_TRUST;
    }

    /** Who decided, in the order in which they are asked. */
    public enum By {
        COMMAND_LINE,
        /** The project brings nothing that needs trust, and nothing was decided about it. */
        NOTHING_TO_TRUST,
        HOOK,
        KEPT_DECISION,
        SETTINGS,
        USER,
        /** There was no user to ask, or the user chose nothing. */
        NO_DECISION,
        /** Decisions are kept, but cannot be read. */
        UNREADABLE
    }
}
