package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.config.settings.Keys;
import dev.pawl.screen.view.AgentScreen;
import java.util.LinkedHashMap;
import java.util.List;

/** Puts what was loaded for a session into the header. */
final class LoadedSections {
    private LoadedSections() {}

    /** On the screen's thread. */
    static void show(AgentScreen screen, Agent agent) {
        var look = screen.look;
        var prompt = agent.systemPromptOptions();
        var loaded = new LinkedHashMap<String, List<String>>();
        loaded.put(
                "Context",
                prompt.contextFiles().keySet().stream().map(look::path).toList());
        loaded.put("Skills", prompt.skills());
        loaded.put(
                "Hooks",
                agent.engine().hooks().stream()
                        .map(hook -> look.path(hook.path()))
                        .toList());
        screen.header.loaded(loaded, screen.settings().get(Keys.QUIET_STARTUP));
        screen.layout.headerRow.changed();
    }
}
