package dev.pawl.start;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The decisions about projects in this run. A yes covers what was there at that time, and nothing newer. */
final class TrustMemory {
    private final Map<Path, Decided> decisions = new ConcurrentHashMap<>();

    /**
     * A decision about a project.
     *
     * @param loads whether what the project brings is loaded
     * @param brought what was there to be decided about
     */
    record Decided(boolean trusted, boolean loads, Set<Path> brought) {
        Decided {
            brought = Set.copyOf(brought);
        }
    }

    Decided remember(Path project, boolean trusted, boolean loads, Set<Path> brought) {
        var decided = new Decided(trusted, loads, brought);
        decisions.put(project, decided);
        return decided;
    }

    /** What was decided, as far as it holds for what is there now; null if it must be decided again. */
    @Nullable
    Decided recall(Path project, Set<Path> brought) {
        var decided = decisions.get(project);
        return decided == null || !decided.trusted() || decided.brought().containsAll(brought) ? decided : null;
    }
}
