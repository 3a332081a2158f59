package dev.pawl.shellhooks.file;

import dev.pawl.hooks.find.LoadProblem;
import java.util.List;

/**
 * What one file holds.
 *
 * @param disabled whether it switches hooks of its dialect off: all of them, or those of the project if it is a file of it
 * @param alone whether only hooks in files of an organisation count, if it is one of those
 * @param idle the hooks that are never run here, as {@code event (place)}
 */
public record FileHooks(
        List<ShellHook> hooks,
        List<String> idle,
        List<LoadProblem> problems,
        boolean disabled,
        boolean alone,
        HttpRules http,
        boolean ofProject) {}
