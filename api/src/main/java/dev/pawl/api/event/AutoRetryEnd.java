package dev.pawl.api.event;

import org.jspecify.annotations.Nullable;

/** A retry worked, or there will be none any more. */
public record AutoRetryEnd(
        boolean success, int attempt, @Nullable String finalError) {}
