package dev.pawl.loader.install;

import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * The hooks that are there, in order, and what went wrong with the others.
 *
 * @param problems what is still to be reported
 * @param missing the problems because of which a hook, or its present version, is not there
 */
public record LoadResult(List<InstalledHook> hooks, List<LoadProblem> problems, List<LoadProblem> missing) {
    public LoadResult {
        hooks = List.copyOf(hooks);
        problems = List.copyOf(problems);
        missing = List.copyOf(missing);
    }

    public LoadResult(List<InstalledHook> hooks, List<LoadProblem> problems) {
        this(hooks, problems, problems.stream().filter(LoadProblem::fatal).toList());
    }

    /** These hooks and, behind them, one of the program's own, whose failure to load is reported and no more. */
    public LoadResult with(LoadResult builtin) {
        var all = new ArrayList<>(hooks);
        all.addAll(builtin.hooks());
        var reported = new ArrayList<>(problems);
        reported.addAll(builtin.problems());
        return new LoadResult(all, reported, missing);
    }

    /** Returns the same, after its problems were reported. */
    public LoadResult withoutProblems() {
        return new LoadResult(hooks, List.of(), missing);
    }

    /**
     * Keeps those of the hooks before that could not be loaded now, each at its place among the others, and ends the
     * rest of them.
     */
    public LoadResult keeping(List<InstalledHook> before) {
        var all = new ArrayList<>(hooks);
        var problems = new ArrayList<LoadProblem>();
        for (var problem : missing) {
            boolean kept = before.stream().anyMatch(old -> isKept(old, problem));
            problems.add(
                    kept
                            ? new LoadProblem(
                                    problem.path(),
                                    problem.message() + "\nIts last version that loaded stays in force.",
                                    true,
                                    problem.stack())
                            : problem);
        }
        int place = 0;
        for (var old : before) {
            int same = indexOf(all, old.path());
            if (same >= 0) {
                place = same + 1;
                old.end();
            } else if (missing.stream().anyMatch(problem -> isKept(old, problem))) {
                all.add(place++, old);
            } else {
                old.end();
            }
        }
        return new LoadResult(all, this.problems, problems);
    }

    private boolean isKept(InstalledHook old, LoadProblem problem) {
        return problem.path().equals(old.path()) && indexOf(hooks, old.path()) < 0;
    }

    private static int indexOf(List<InstalledHook> hooks, String path) {
        for (int i = 0; i < hooks.size(); i++) {
            if (hooks.get(i).path().equals(path)) {
                return i;
            }
        }
        return -1;
    }
}
