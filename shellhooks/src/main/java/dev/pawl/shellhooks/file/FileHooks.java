package dev.pawl.shellhooks.file;

import dev.pawl.hooks.find.LoadProblem;
import java.util.List;

/**
 * What one file holds.
 *
 * @param disabled whether it switches all hooks of its dialect off
 * @param idle the hooks that are never run here, as {@code event (place)}
 */
public record FileHooks(
        List<ShellHook> hooks, List<String> idle, List<LoadProblem> problems, boolean disabled, HttpRules http) {}
