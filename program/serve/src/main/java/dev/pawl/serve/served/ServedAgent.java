package dev.pawl.serve.served;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.ai.Models;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.serve.driven.PromptSlot;
import dev.pawl.start.AgentStart;
import dev.pawl.start.Closings;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.Wiring;
import java.io.IOException;
import java.util.function.Consumer;

/** The agent of one session that another program drives, with all that ends with it. */
public final class ServedAgent implements AutoCloseable {
    private final Closings closings = new Closings();
    private final NoticePrinter notices;
    private final FailureWatch failures;
    private final AgentStart start;
    private final PromptSlot slot = new PromptSlot();

    /** Opens a session; if that fails, all parts are closed. */
    public ServedAgent(Wiring wiring, NoticePrinter notices, ServedSetup setup, AgentStart.Opener opener)
            throws IOException, InterruptedException {
        this.notices = notices;
        this.failures = setup.failures();
        closings.endsWith(notices::close);
        try {
            this.start = AgentStart.open(wiring, wiring.sessions(), opener, setup.shutdown(), closings);
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            closings.close();
            throw e;
        }
    }

    public Agent agent() {
        return start.agent();
    }

    public Models models() {
        return start.models().models();
    }

    /** The one prompt that may be under way. */
    public PromptSlot slot() {
        return slot;
    }

    /** Begins the session; if that fails, all parts are closed. */
    public void begin(Consumer<AgentEvent> listener) throws InterruptedException {
        agent().subscribe(listener);
        agent().subscribe(failures.reporting(notices));
        try {
            start.begin();
        } catch (InterruptedException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Ends the prompt under way, without waiting; returns false if there is none. */
    public boolean cancel() {
        return slot.cancel(agent()::signalAbort);
    }

    @Override
    public void close() {
        if (agent().hasBegun()) {
            cancel();
        }
        closings.close();
    }
}
