package dev.pawl.tools.search;

/**
 * A line that was found.
 *
 * @param line its number, counted from 1
 * @param text what is in it, as far as it is shown
 * @param cut whether more is in it
 */
public record Hit(long line, String text, boolean cut) {}
