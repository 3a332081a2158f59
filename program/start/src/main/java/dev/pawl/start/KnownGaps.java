package dev.pawl.start;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.hooks.registry.LoadProblem;
import java.nio.file.InvalidPathException;
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
                var written = entry.substring(1);
                try {
                    leftOut.add((written.startsWith("~/")
                                    ? folders.home().resolve(written.substring(2))
                                    : folders.agentDir().resolve(written))
                            .normalize());
                } catch (InvalidPathException _) {
                    // It names no file.
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
