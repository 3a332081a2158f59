package dev.pawl.agent.session;

import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.hooks.registry.LoadProblem;
import java.util.List;

/**
 * Where a session is used.
 *
 * @param missing the hooks that did not load, with the reasons
 */
record SessionPlace(ProjectEnvironment project, Ui ui, Mode mode, List<LoadProblem> missing) {}
