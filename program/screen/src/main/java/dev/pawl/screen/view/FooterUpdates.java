package dev.pawl.screen.view;

import dev.pawl.agent.Agent;
import dev.pawl.ai.Models;
import dev.pawl.ai.catalogue.FirstModel;
import dev.pawl.api.message.Usage;
import dev.pawl.screen.status.FooterFacts;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps footer and header true, beside the screen's thread: how full the window is takes a look at the whole conversation.
 *
 * <p>Several requests while one is being fulfilled become one.
 */
public final class FooterUpdates {
    private final Agent agent;
    private final Models models;
    private final AgentScreen screen;
    private final AtomicInteger requests = new AtomicInteger();
    private Usage used = Usage.NONE;
    private int providers;

    public FooterUpdates(Agent agent, Models models, AgentScreen screen) {
        this.agent = agent;
        this.models = models;
        this.screen = screen;
    }

    /** Another session: everything is counted again. */
    public void countAnew() {
        Thread.ofVirtual().name("count usage").start(() -> {
            if (agent.isClosed()) {
                return;
            }
            var usage = agent.session().stats().usage();
            // Asking for their models would read the whole catalogue.
            int known = (int) models.providerList().stream()
                    .filter(info -> info.available() && !FirstModel.isDemonstration(info.id()))
                    .count();
            synchronized (this) {
                used = usage;
                providers = known;
            }
            refresh();
        });
    }

    /** Something more was used. */
    public void add(@Nullable Usage more) {
        if (more != null) {
            synchronized (this) {
                used = used.plus(more);
            }
        }
        refresh();
    }

    public void refresh() {
        if (requests.getAndIncrement() == 0) {
            Thread.ofVirtual().name("footer").start(this::fulfil);
        }
    }

    private void fulfil() {
        int seen;
        do {
            seen = requests.get();
            if (agent.isClosed() || !agent.hasBegun()) {
                requests.set(0);
                return;
            }
            Usage usage;
            int known;
            synchronized (this) {
                usage = used;
                known = providers;
            }
            var facts = FooterFacts.of(agent, usage, known);
            screen.tui.run(() -> screen.show(facts));
        } while (requests.addAndGet(-seen) > 0);
    }
}
