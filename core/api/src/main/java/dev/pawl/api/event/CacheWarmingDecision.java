package dev.pawl.api.event;

/**
 * Decides whether to keep the provider's cache of the conversation warm; the last answer counts.
 *
 * @param warmCost what it costs to keep the cache, in dollars
 * @param missCost what it costs to send the conversation without the cache, in dollars
 * @param continuationProbability how likely the user goes on, from 0 to 1
 * @param action what is done if no handler decides otherwise
 */
public record CacheWarmingDecision(double warmCost, double missCost, double continuationProbability, Action action) {
    public enum Action {
        WARM,
        STOP
    }

    /** Decides what is done. */
    public CacheWarmingDecision withAction(Action action) {
        return new CacheWarmingDecision(warmCost, missCost, continuationProbability, action);
    }
}
