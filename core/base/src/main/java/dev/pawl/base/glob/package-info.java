/**
 * Matches paths against patterns. {@link Glob} is one pattern; {@link IgnoreRules} are the rules of a
 * {@code .gitignore}.
 */
package dev.pawl.base.glob;
