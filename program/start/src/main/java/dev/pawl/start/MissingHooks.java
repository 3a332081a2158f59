package dev.pawl.start;

import dev.pawl.api.ui.Ui;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.hooks.registry.LoadProblem;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Hooks that should be there and did not load. Any of them may be the one that refuses, so nothing starts without them. */
record MissingHooks(List<LoadProblem> problems, Places places) {
    /**
     * Refuses to start if a hook is missing, unless the user in front of the screen agrees.
     *
     * @param user the user who may agree; null if there is none
     */
    void check(@Nullable Ui user) throws InterruptedException {
        if (problems.isEmpty()) {
            return;
        }
        if (problems.stream().anyMatch(problem -> ForeignFiles.isOfOrganisation(problem.path()))) {
            throw Refusal.because(
                    "nothing was asked, because hooks of your organisation did not load. Correct the file;"
                            + " no option leaves them out.");
        }
        if (user == null || !agrees(user)) {
            throw Refusal.because("nothing was asked, because a hook did not load. Correct it, or start without hooks:"
                    + " pawl -ne");
        }
    }

    private boolean agrees(Ui user) throws InterruptedException {
        var files = problems.stream()
                .map(problem -> places.shown(problem.path()))
                .distinct()
                .collect(Collectors.joining("\n"));
        return user.confirm(
                "A hook did not load. Go on without it?",
                files + "\nWhat it would refuse or change is not refused or changed.");
    }
}
