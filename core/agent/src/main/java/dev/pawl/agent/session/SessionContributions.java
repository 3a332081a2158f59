package dev.pawl.agent.session;

import dev.pawl.api.value.Subscription;

/** The contributions of hooks to a session. */
record SessionContributions(
        Commands commands, ContributedModels models, ContributedServers servers, Subscription failures) {
    /** Removes what would outlive the session. */
    void release() {
        models.release();
        failures.close();
    }
}
