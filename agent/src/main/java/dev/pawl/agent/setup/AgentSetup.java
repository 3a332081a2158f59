package dev.pawl.agent.setup;

import dev.pawl.ai.Models;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.session.SessionStore;
import java.time.Clock;
import java.util.function.Consumer;

/**
 * What an agent is made of.
 *
 * @param notices told sentences for the person: problems with hooks, settings, models
 * @param shutdown called when a hook wants the program to end
 * @param carriers the guard that all agents of the program share; whoever made it closes it
 * @param pause how it waits before it tries something again
 */
public record AgentSetup(
        ProjectEnvironment.Source surroundings,
        Models models,
        StartModel.Chooser chooser,
        SessionStore sessions,
        Ui ui,
        Mode mode,
        Clock clock,
        Consumer<String> notices,
        Runnable shutdown,
        CarrierGuard carriers,
        Pause pause) {
    public AgentSetup(
            ProjectEnvironment.Source surroundings,
            Models models,
            StartModel.Chooser chooser,
            SessionStore sessions,
            Ui ui,
            Mode mode,
            Clock clock,
            Consumer<String> notices,
            Runnable shutdown,
            CarrierGuard carriers) {
        this(surroundings, models, chooser, sessions, ui, mode, clock, notices, shutdown, carriers, Pause.real());
    }
}
