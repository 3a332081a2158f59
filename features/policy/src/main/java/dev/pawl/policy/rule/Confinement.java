package dev.pawl.policy.rule;

import java.nio.file.Path;
import java.util.List;

/**
 * What the system keeps from a command while it runs, besides what the settings of the sandbox say.
 *
 * @param readOnly whether it writes nothing and reaches no network
 * @param hidden files and folders that are empty for it, by their real paths
 * @param fixed files and folders that it cannot change, by their real paths
 */
public record Confinement(boolean readOnly, List<Path> hidden, List<Path> fixed) {
    /** Nothing is kept from the command. */
    public static final Confinement NONE = new Confinement(false, List.of(), List.of());

    public Confinement {
        hidden = List.copyOf(hidden);
        fixed = List.copyOf(fixed);
    }

    /** Returns the same for a command that must write nothing, too. */
    public Confinement withoutWriting() {
        return new Confinement(true, hidden, fixed);
    }

    /** Whether a command runs as it would without it. */
    public boolean isNone() {
        return !readOnly && hidden.isEmpty() && fixed.isEmpty();
    }
}
