package dev.pawl.api.event;

import org.jspecify.annotations.Nullable;

/**
 * A retry worked, or there will be none any more.
 *
 * @param success whether the provider answered
 * @param attempt how many retries were made
 * @param finalError why there are no more retries; null on success
 */
public record AutoRetryEnd(
        boolean success, int attempt, @Nullable String finalError) {}
