package dev.pawl.api.event;

/** The provider failed in a way that may pass; the request is made again after a while. */
public record AutoRetryStart(int attempt, int maxAttempts, long delayMs, String errorMessage) {}
