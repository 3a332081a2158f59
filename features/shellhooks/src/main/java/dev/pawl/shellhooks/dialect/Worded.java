package dev.pawl.shellhooks.dialect;

import java.util.Map;

/**
 * A fact for some values of which a dialect has words of its own.
 *
 * @param words our words and the dialect's
 */
public record Worded(Fact fact, Map<String, String> words) {}
