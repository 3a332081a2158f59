package dev.pawl.api.event;

import org.jspecify.annotations.Nullable;

/** The session got a name, or lost it (null). */
public record SessionInfoChanged(@Nullable String name) {}
