package dev.pawl.shellhooks;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows whether the files of a project that hooks run with are still those that were trusted. */
public interface TrustedScripts {
    /** Nothing is looked at. */
    TrustedScripts ANY = (_, _, _) -> Look.AT_NOTHING;

    /**
     * Looks at scripts, as often as it is asked.
     *
     * @param change returns what is different since the hooks were loaded, as the end of a sentence; null if nothing is
     * @param writes returns another object as soon as a look found that something was written, also if it is as it was
     */
    record Look(Supplier<@Nullable String> change, Supplier<Object> writes) {
        /** There is nothing to look at. */
        public static final Look AT_NOTHING = new Look(() -> null, () -> Look.class);
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
