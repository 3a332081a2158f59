package dev.pawl.agent.setup;

import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.tools.secret.Secrets;
import java.nio.file.Path;

/**
 * Everything that depends on the folder an agent works in.
 *
 * @param trusted whether the project's own files may be used
 * @param rules what decides about tool calls, besides hooks and settings
 * @param secrets values that nothing shows and that calls may use
 */
public record ProjectEnvironment(
        Path cwd,
        Settings settings,
        boolean trusted,
        HookSource hooks,
        Timeouts timeouts,
        Resources.Source resources,
        ProjectTools tools,
        TraceSink traces,
        RuleSources rules,
        Secrets secrets) {
    /** Returns an environment without secrets in which only hooks and settings decide, whose traces are not kept. */
    public ProjectEnvironment(
            Path cwd,
            Settings settings,
            boolean trusted,
            HookSource hooks,
            Timeouts timeouts,
            Resources.Source resources,
            ProjectTools tools) {
        this(cwd, settings, trusted, hooks, timeouts, resources, tools, TraceSink.NONE, RuleSources.NONE, Secrets.NONE);
    }

    /** Finds the environment of a folder, again whenever hooks are reloaded or a session of another folder is opened. */
    @FunctionalInterface
    public interface Source {
        ProjectEnvironment at(Path cwd) throws InterruptedException;
    }
}
