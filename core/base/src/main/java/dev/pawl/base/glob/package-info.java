/**
 * Matches paths against patterns. {@link Glob} is one pattern; {@link IgnoreRules} are the rules of a
 * {@code .gitignore}, {@link PathEntries} those of a list in settings.
 */
package dev.pawl.base.glob;
