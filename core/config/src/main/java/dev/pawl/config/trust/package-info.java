/**
 * Decides whether the hooks, settings and resources of a project are used. {@link Trust} makes the decision,
 * {@link TrustedSet} holds the files that it covers, and {@link TrustedContent} remembers their hashes so that a
 * change is noticed.
 */
package dev.pawl.config.trust;
