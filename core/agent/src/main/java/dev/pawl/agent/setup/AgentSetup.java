package dev.pawl.agent.setup;

import dev.pawl.ai.Models;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.session.SessionStore;
import java.time.Clock;

/**
 * The parts of an agent.
 *
 * @param carriers the guard that all agents of the program share; it is closed by its owner
 * @param pause how the agent waits before it tries something again
 */
public record AgentSetup(
        ProjectEnvironment.Source surroundings,
        Models models,
        StartModel.Chooser chooser,
        SessionStore sessions,
        Frontend frontend,
        Clock clock,
        CarrierGuard carriers,
        Pause pause) {
    public AgentSetup withSurroundings(ProjectEnvironment.Source surroundings) {
        return new AgentSetup(surroundings, models, chooser, sessions, frontend, clock, carriers, pause);
    }
}
