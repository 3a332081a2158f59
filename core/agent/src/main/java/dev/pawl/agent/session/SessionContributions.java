package dev.pawl.agent.session;

import dev.pawl.api.value.Subscription;

/** What the hooks of a session contribute to it. */
record SessionContributions(
        Commands commands, ContributedModels models, ContributedServers servers, Subscription failures) {
    /** Takes back what outlives the session. */
    void release() {
        models.release();
        failures.close();
    }
}
