package dev.pawl.tools.regex;

/** Finds the next line that matches. Belongs to one thread. */
public interface LineFinder {
    /** A place inside the next matching line (or its line break), -1 if there is none. Both ends are ends of lines. */
    int find(byte[] bytes, int from, int to);
}
