package dev.pawl.ai.http;

import java.time.Duration;

/**
 * How patiently providers are asked.
 *
 * @param idleTimeout how long nothing may come; zero for as long as it takes
 * @param maxRetries how often a request that did not begin to answer is made again here, below the agent's own retries
 * @param maxRetryDelay the longest wait a provider may ask for; zero for any
 */
public record CallSettings(Duration idleTimeout, int maxRetries, Duration maxRetryDelay) {
    public static CallSettings standard() {
        return new CallSettings(Duration.ofMinutes(5), 0, Duration.ofMinutes(1));
    }
}
