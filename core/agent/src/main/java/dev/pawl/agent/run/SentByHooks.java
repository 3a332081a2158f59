package dev.pawl.agent.run;

import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.InstalledHook;

/** What the hooks of a session sent and a run is to take along. */
record SentByHooks(RunSlot occupancy, Engine engine) implements TurnLoop.Sent {
    @Override
    public void await() throws InterruptedException {
        engine.goesOn();
        occupancy.awaitSent();
    }

    @Override
    public boolean isAskedAboutElsewhere() {
        return occupancy.isSending() && engine.hooks().stream().anyMatch(InstalledHook::isElsewhere);
    }
}
