package dev.pawl.api.event;

/** Whether to keep the provider's cache of the conversation warm; the last answer counts. */
public record CacheWarmingDecision(double warmCost, double missCost, double continuationProbability, Action action) {
    public enum Action {
        WARM,
        STOP
    }

    public CacheWarmingDecision withAction(Action action) {
        return new CacheWarmingDecision(warmCost, missCost, continuationProbability, action);
    }
}
