package dev.pawl.springboot;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports whether sessions can be held: down without a model that has a key, and where hooks of a session are missing. */
final class PawlHealthIndicator implements HealthIndicator {
    private final PawlAgents agents;

    PawlHealthIndicator(PawlAgents agents) {
        this.agents = agents;
    }

    @Override
    public Health health() {
        var open = agents.open();
        long missing =
                open.stream().filter(agent -> !agent.missingHooks().isEmpty()).count();
        boolean hasModel = agents.hasModel();
        var health = hasModel && missing == 0 ? Health.up() : Health.down();
        if (!hasModel) {
            health.withDetail("model", "there is no key for any model");
        }
        return health.withDetail("sessions", open.size())
                .withDetail("sessionsWithMissingHooks", missing)
                .build();
    }
}
