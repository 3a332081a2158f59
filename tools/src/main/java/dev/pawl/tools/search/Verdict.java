package dev.pawl.tools.search;

/** What rules say of a path. */
enum Verdict {
    KEEP,
    IGNORE,
    NONE
}
