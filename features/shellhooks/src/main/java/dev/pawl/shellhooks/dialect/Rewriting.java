package dev.pawl.shellhooks.dialect;

/** What a new input of a hook does. */
public enum Rewriting {
    /** It takes the place of the whole input. */
    REPLACES,
    /** The same, but only together with an answer that allows the call. */
    REPLACES_IF_ALLOWED,
    /** Its fields take the place of the old ones, the others stay. */
    MERGES
}
