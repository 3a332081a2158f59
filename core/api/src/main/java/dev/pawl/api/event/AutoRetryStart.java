package dev.pawl.api.event;

/**
 * The provider failed in a way that may pass; the request is made again after a while.
 *
 * @param attempt the number of this retry, from 1
 * @param maxAttempts how many retries there are at most
 * @param delayMs how long it waits before it asks again, in milliseconds
 * @param errorMessage the error of the provider
 */
public record AutoRetryStart(int attempt, int maxAttempts, long delayMs, String errorMessage) {}
