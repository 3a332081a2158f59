package dev.pawl.agent.session;

import dev.pawl.api.value.Subscription;

/** What the hooks of a session contribute to it. */
record Contributions(Commands commands, BroughtModels models, BroughtServers servers, Subscription failures) {
    /** Takes back what outlives the session. */
    void release() {
        models.release();
        failures.close();
    }
}
