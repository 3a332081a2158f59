package dev.pawl.hooks;

import java.util.List;

/** The hooks that are there, in order, and what went wrong with the others. */
public record LoadResult(List<InstalledHook> hooks, List<LoadProblem> problems) {
    public LoadResult {
        hooks = List.copyOf(hooks);
        problems = List.copyOf(problems);
    }
}
