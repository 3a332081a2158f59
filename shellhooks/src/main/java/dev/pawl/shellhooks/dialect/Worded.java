package dev.pawl.shellhooks.dialect;

import java.util.Map;

/**
 * Something that is known, of which a dialect says some things in words of its own.
 *
 * @param words our words and the dialect's
 */
public record Worded(Fact fact, Map<String, String> words) {}
