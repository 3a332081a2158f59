package dev.pawl.shellhooks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows whether the files of a project that hooks run with are still those that were trusted. */
public interface TrustedScripts {
    /** Nothing is looked at. */
    TrustedScripts ANY = (_, _, _) -> () -> null;

    /** Looks at scripts, as often as it is asked. */
    interface Look {
        /** What is different since the hooks were loaded, as the end of a sentence; null if nothing is. */
        @Nullable
        String change();
    }

    /**
     * The files inside of the project that a hook runs with: of a project's hook all that was trusted, of another one what
     * its texts name.
     *
     * @param texts its command and arguments
     * @param event the name of its event, as its file has it
     */
    Look of(List<String> texts, String event, boolean ofProject);
}
