package dev.pawl.start;

import dev.pawl.agent.Agent;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.ai.OpenModels;
import dev.pawl.session.Session;
import dev.pawl.session.Sessions;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The one way to open an agent: the session, the models and the agent, each with what closes it. The caller subscribes
 * its listeners and begins the session.
 */
public record AgentStart(Wiring wiring, Sessions sessions, Session session, OpenModels models, Agent agent) {
    private static final Duration TOOLS = Duration.ofSeconds(1);

    /** Opens the requested session. */
    @FunctionalInterface
    public interface Opener {
        Session open(Sessions sessions) throws IOException, InterruptedException;
    }

    /**
     * Opens an agent.
     *
     * @param shutdown called when a hook wants the program to end
     * @param closings receives what closes the agent and what it stands on, also where opening it fails halfway
     */
    public static AgentStart open(Wiring wiring, Sessions sessions, Opener opener, Runnable shutdown, Closings closings)
            throws IOException, InterruptedException {
        return open(wiring, sessions, opener, shutdown, UnaryOperator.identity(), closings);
    }

    /** Opens an agent whose setup is changed before. */
    public static AgentStart open(
            Wiring wiring,
            Sessions sessions,
            Opener opener,
            Runnable shutdown,
            UnaryOperator<AgentSetup> change,
            Closings closings)
            throws IOException, InterruptedException {
        closings.endsWith(wiring::close);
        var session = opener.open(sessions);
        var models = wiring.models();
        closings.endsWith(models::close);
        var agent = Agent.of(change.apply(wiring.agent(models, sessions, shutdown)));
        closings.endsWith(agent::close);
        closings.endsWith(() -> stop(agent, wiring.tools()));
        return new AgentStart(wiring, sessions, session, models, agent);
    }

    /** Begins the session that was opened. */
    public void begin() throws InterruptedException {
        agent.begin(session);
    }

    /**
     * Ends what the agent does: first its run, for it would go on to report to the model how its commands ended. Tools
     * have a moment to report what they did; the end of the agent waits for none.
     */
    private static void stop(Agent agent, LocalTools tools) {
        if (!agent.hasBegun()) {
            tools.killAll();
            return;
        }
        agent.stop();
        tools.killAll();
        var idle = Thread.ofVirtual().name("pawl idle").start(() -> awaitIdle(agent));
        try {
            if (!idle.join(TOOLS)) {
                idle.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitIdle(Agent agent) {
        try {
            agent.waitForIdle();
        } catch (InterruptedException | IllegalStateException e) {
            // It ends as it is.
        }
    }
}
