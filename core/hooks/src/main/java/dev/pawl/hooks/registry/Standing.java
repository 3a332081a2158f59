package dev.pawl.hooks.registry;

import org.jspecify.annotations.Nullable;

/** Knows whether the files that a hook runs with are those that the user trusted. */
@FunctionalInterface
public interface Standing {
    /** Of a hook that looks at its files itself whenever it runs something. */
    Standing LOOKS_ITSELF = () -> null;

    /** Returns what is different since then, as the end of a sentence that begins with the file; null if nothing is. */
    @Nullable
    String change();
}
