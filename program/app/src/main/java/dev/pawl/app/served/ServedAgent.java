package dev.pawl.app.served;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.ai.Models;
import dev.pawl.ai.OpenModels;
import dev.pawl.app.driven.PromptSlot;
import dev.pawl.app.wiring.FailureWatch;
import dev.pawl.app.wiring.ProgramLife;
import dev.pawl.app.wiring.Wiring;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.session.Session;
import dev.pawl.session.Sessions;
import java.io.IOException;
import java.util.function.Consumer;

/** The agent of one session that another program drives, with all that ends with it. */
public final class ServedAgent implements AutoCloseable {
    private final Wiring wiring;
    private final NoticePrinter notices;
    private final FailureWatch failures;
    private final OpenModels models;
    private final Sessions sessions;
    private final Agent agent;
    private final PromptSlot slot = new PromptSlot();

    /** Opens the requested session. */
    @FunctionalInterface
    public interface Opener {
        Session open(Sessions sessions) throws IOException;
    }

    public ServedAgent(Wiring wiring, NoticePrinter notices, ServedSetup setup) throws InterruptedException {
        this.wiring = wiring;
        this.notices = notices;
        this.failures = setup.failures();
        this.models = wiring.models();
        this.sessions = wiring.sessions();
        this.agent = Agent.of(wiring.agent(models, sessions, setup.shutdown()));
    }

    public Agent agent() {
        return agent;
    }

    public Models models() {
        return models.models();
    }

    /** The one prompt that may be under way. */
    public PromptSlot slot() {
        return slot;
    }

    /** Begins the session; if that fails, all parts are closed. */
    public void begin(Opener opener, Consumer<AgentEvent> listener) throws IOException, InterruptedException {
        agent.subscribe(event -> {
            listener.accept(event);
            reportFailure(event);
        });
        try {
            agent.begin(opener.open(sessions));
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void reportFailure(AgentEvent event) {
        var failure = failures.onEvent(event);
        if (failure != null) {
            notices.report(Notice.of(failure));
        }
    }

    /** Ends the prompt under way, without waiting; returns false if there is none. */
    public boolean cancel() {
        return slot.cancel(agent::signalAbort);
    }

    @Override
    public void close() {
        if (agent.hasBegun()) {
            cancel();
        }
        ProgramLife.stop(agent, wiring.tools());
        agent.close();
        wiring.closeHooks();
        models.close();
        notices.close();
    }
}
