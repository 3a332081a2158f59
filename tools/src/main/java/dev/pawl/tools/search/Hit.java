package dev.pawl.tools.search;

/**
 * A line that was found.
 *
 * @param line its number, counted from 1
 * @param text what stands in it, as far as it is shown
 * @param cut whether more stands in it
 */
public record Hit(long line, String text, boolean cut) {}
