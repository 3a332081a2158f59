package dev.pawl.shellhooks.dialect;

/**
 * The limits of a dialect.
 *
 * @param unitMillis what one unit in its files is
 * @param commandMillis the limit of commands and web addresses that name none
 * @param promptMillis the limit of prompts that name none
 * @param whole whether only whole numbers are taken
 * @param loops how often in a row a hook may send an agent back to work
 */
public record Times(long unitMillis, long commandMillis, long promptMillis, boolean whole, int loops) {
    Times(long unitMillis, long commandMillis, long promptMillis, boolean whole) {
        this(unitMillis, commandMillis, promptMillis, whole, 8);
    }
}
