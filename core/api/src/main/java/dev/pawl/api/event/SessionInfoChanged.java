package dev.pawl.api.event;

import org.jspecify.annotations.Nullable;

/**
 * The session got a name, or lost it (null).
 *
 * @param name the new name; null if it was removed
 */
public record SessionInfoChanged(@Nullable String name) {}
