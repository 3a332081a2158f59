package dev.pawl.start;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.hooks.registry.LoadProblem;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The files of other agents that the user's settings leave out: what they miss is named and stops no start. A project cannot
 * leave out a gate of its user.
 */
final class KnownGaps {
    private final Set<Path> leftOut = new HashSet<>();

    KnownGaps(Folders folders, Settings settings) {
        for (var entry : settings.hookEntries(Layer.USER)) {
            if (entry.startsWith("-")) {
                var file = folders.find(folders.agentDir(), entry.substring(1));
                if (file != null) {
                    leftOut.add(file);
                }
            }
        }
    }

    /** Returns the problem, which stops no start if its file is left out. */
    LoadProblem weighed(LoadProblem problem) {
        return problem.fatal()
                        && leftOut.stream().anyMatch(Path.of(problem.path())::startsWith)
                        && !ForeignFiles.isOfOrganisation(problem.path())
                ? LoadProblem.warning(problem.path(), problem.message())
                : problem;
    }
}
