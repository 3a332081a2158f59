package dev.pawl.base.glob;

/** The result of ignore rules for a path. */
public enum Verdict {
    KEEP,
    IGNORE,
    NONE
}
