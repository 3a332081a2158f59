package dev.pawl.shellhooks.file;

import dev.pawl.hooks.registry.LoadProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * What one file holds.
 *
 * @param disabled whether it switches hooks of its dialect off: all of them, or those of the project if it is a file of it
 * @param allowed which hooks run beside those of an organisation, if it is a file of one
 * @param idle the hooks that are never run here, as {@code event (place)}
 * @param plugins what it decides about plugins
 * @param modules the hooks in it that are functions
 */
public record FileHooks(
        List<ShellHook> hooks,
        List<String> idle,
        List<LoadProblem> problems,
        boolean disabled,
        Allowed allowed,
        HttpRules http,
        boolean ofProject,
        PluginSettings plugins,
        List<PluginModule> modules) {
    /** Which hooks run beside those of an organisation. */
    public enum Allowed {
        ALL,
        PLUGINS,
        NONE
    }

    /** A file of which nothing else is known. */
    static FileHooks of(List<ShellHook> hooks, List<String> idle, List<LoadProblem> problems, boolean ofProject) {
        return new FileHooks(
                hooks,
                idle,
                List.copyOf(problems),
                false,
                Allowed.ALL,
                HttpRules.ANY,
                ofProject,
                PluginSettings.NONE,
                List.of());
    }

    /** With more that is wrong. */
    FileHooks with(List<LoadProblem> more) {
        var all = new ArrayList<>(problems);
        all.addAll(more);
        return new FileHooks(hooks, idle, List.copyOf(all), disabled, allowed, http, ofProject, plugins, modules);
    }

    /** With hooks that are functions. */
    FileHooks withModules(List<PluginModule> more) {
        return new FileHooks(hooks, idle, problems, disabled, allowed, http, ofProject, plugins, List.copyOf(more));
    }

    /** Returns whether it is the file of a plugin. */
    public boolean ofPlugin() {
        return !modules.isEmpty()
                || hooks.stream().anyMatch(hook -> !hook.source().variables().isEmpty());
    }
}
