package dev.pawl.hooks.registry;

/**
 * A handler and what is known of its calls.
 *
 * @param point the name it was registered under
 * @param p50Nanos a time that half of the calls did not exceed, rounded up to a power of two but not above the longest call
 * @param p99Nanos a time that ninety-nine of a hundred calls did not exceed, rounded likewise
 */
public record Listening(String hook, String point, long calls, long failures, long p50Nanos, long p99Nanos) {}
