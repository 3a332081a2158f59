package dev.pawl.agent.session;

import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.request.ContextPreview;
import dev.pawl.agent.run.Delivering;
import dev.pawl.agent.run.ManualCompaction;
import dev.pawl.agent.run.Prompting;
import dev.pawl.agent.run.RunParts;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.agent.setup.Frontend;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.api.context.SessionModels;
import dev.pawl.hooks.registry.LoadProblem;
import java.util.List;

/**
 * The parts of one open session, as {@link SessionAssembly} made them.
 *
 * @param models the models as hooks use them, virtual ones too
 * @param parts the objects that runs use
 * @param missing the hooks that did not load, with the reasons
 */
public record SessionScope(
        SessionCore core,
        SessionModels models,
        ContextPreview preview,
        RunParts parts,
        SessionRuns runs,
        Prompting prompting,
        Delivering delivering,
        ManualCompaction compaction,
        TreeWalk tree,
        UserShellRunner shell,
        SessionContributions contributions,
        ProjectEnvironment project,
        Frontend frontend,
        List<LoadProblem> missing,
        Validity validity) {

    /** Returns these parts as long as the session is the agent's; throws an exception afterwards. */
    public SessionScope valid() {
        validity.check();
        return this;
    }

    public Commands commands() {
        return contributions.commands();
    }
}
