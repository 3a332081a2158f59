package dev.pawl.shellhooks.file;

import dev.pawl.hooks.find.LoadProblem;
import java.util.List;
import java.util.Map;

/**
 * What one file holds.
 *
 * @param disabled whether it switches hooks of its dialect off: all of them, or those of the project if it is a file of it
 * @param alone whether only hooks in files of an organisation count, if it is one of those
 * @param idle the hooks that are never run here, as {@code event (place)}
 * @param plugins the plugins that it switches on or off
 */
public record FileHooks(
        List<ShellHook> hooks,
        List<String> idle,
        List<LoadProblem> problems,
        boolean disabled,
        boolean alone,
        HttpRules http,
        boolean ofProject,
        Map<String, Boolean> plugins) {
    public FileHooks {
        plugins = Map.copyOf(plugins);
    }

    /** A file of which nothing else is known. */
    static FileHooks of(List<ShellHook> hooks, List<LoadProblem> problems, boolean ofProject) {
        return new FileHooks(hooks, List.of(), problems, false, false, HttpRules.ANY, ofProject, Map.of());
    }
}
