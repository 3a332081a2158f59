package dev.pawl.agent.setup;

import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.bound.Timeouts;
import java.nio.file.Path;

/**
 * Everything that depends on the folder an agent works in.
 *
 * @param trusted whether what the project brings may be used
 */
public record ProjectEnvironment(
        Path cwd,
        Settings settings,
        boolean trusted,
        HookSource hooks,
        Timeouts timeouts,
        Resources.Source resources,
        ProjectTools tools,
        TraceSink traces) {
    /** Surroundings in which what hooks do is remembered only while the program runs. */
    public ProjectEnvironment(
            Path cwd,
            Settings settings,
            boolean trusted,
            HookSource hooks,
            Timeouts timeouts,
            Resources.Source resources,
            ProjectTools tools) {
        this(cwd, settings, trusted, hooks, timeouts, resources, tools, TraceSink.NONE);
    }

    /** Finds the surroundings of a folder; asked again when hooks are reloaded or a session of another folder is opened. */
    @FunctionalInterface
    public interface Source {
        ProjectEnvironment at(Path cwd) throws InterruptedException;
    }
}
