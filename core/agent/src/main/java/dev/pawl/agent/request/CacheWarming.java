package dev.pawl.agent.request;

import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.CacheWarmingDecision;
import dev.pawl.api.event.CacheWarmingDecision.Action;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a provider's cache of the conversation from running out while tools take long, or while the user writes
 * nothing.
 *
 * <p>Shortly before the cache ends it is decided whether asking for one token is cheaper than reading everything again.
 */
final class CacheWarming {
    private static final double MARGIN = 0.9;
    private static final double WORTH = 0.05;
    private static final double WHILE_WORKING = 0.95;
    private static final double WHILE_IDLE = 0.5;

    private final ModelGateway gateway;
    private final Engine engine;
    private final Settings settings;
    private @Nullable Thread watch;
    private boolean working;

    CacheWarming(SessionCore core, ModelGateway gateway) {
        this.gateway = gateway;
        this.engine = core.engine();
        this.settings = core.settings();
    }

    /** Stops warming, because a request is about to use the cache. */
    synchronized void stop() {
        working = true;
        if (watch != null) {
            watch.interrupt();
            watch = null;
        }
    }

    /** Notes that the run is over: an idle conversation is kept warm only if the settings say so. */
    synchronized void runEnded() {
        working = false;
        if (mode() != Choices.CacheWarming.IDLE) {
            stop();
            working = false;
        }
    }

    /** Starts to watch the cache of a model that has answered. */
    synchronized void watch(Model model, ModelRequest request, long tokens) {
        long seconds = model.extra().object("promptCache").number("short", 0);
        if (seconds > 0 && mode() != Choices.CacheWarming.OFF) {
            var again = Duration.ofMillis((long) (seconds * 1000 * MARGIN));
            watch = Thread.ofVirtual().name("cache warming").start(() -> warm(model, request, tokens, again));
        }
    }

    private void warm(Model model, ModelRequest request, long tokens, Duration again) {
        try {
            do {
                Thread.sleep(again);
            } while (decide(model, tokens) == Action.WARM
                    && gateway.warm(model, request).errorMessage() == null);
        } catch (InterruptedException e) {
            // A real request is made, or the session is left.
        }
    }

    private Action decide(Model model, long tokens) throws InterruptedException {
        double warm = tokens * model.cost().cacheRead() / 1e6;
        double written = model.cost().cacheWrite() > 0
                ? model.cost().cacheWrite()
                : model.cost().input();
        double miss = tokens * written / 1e6;
        double probability = isWorking() ? WHILE_WORKING : WHILE_IDLE;
        var action = miss - warm >= WORTH && miss * probability > warm ? Action.WARM : Action.STOP;
        return engine.fire(HookPoints.CACHE_WARMING_DECISION, new CacheWarmingDecision(warm, miss, probability, action))
                .action();
    }

    private synchronized boolean isWorking() {
        return working;
    }

    private Choices.CacheWarming mode() {
        return settings.get(Keys.CACHE_WARMING);
    }
}
