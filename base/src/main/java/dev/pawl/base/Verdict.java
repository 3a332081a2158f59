package dev.pawl.base;

/** What rules say of a path. */
public enum Verdict {
    KEEP,
    IGNORE,
    NONE
}
