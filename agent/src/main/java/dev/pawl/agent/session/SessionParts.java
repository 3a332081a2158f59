package dev.pawl.agent.session;

import dev.pawl.agent.compaction.BranchSummaries;
import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.agent.request.Requester;
import dev.pawl.agent.run.Compacting;
import dev.pawl.agent.run.Delivering;
import dev.pawl.agent.run.Prompting;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.hooks.find.LoadProblem;
import java.util.List;

/**
 * What one session is made of while it is the agent's.
 *
 * @param missing the hooks that did not load, with the reasons
 * @param release takes back what hooks gave to those that outlive the session
 */
public record SessionParts(
        LiveSession live,
        Requester requester,
        SessionRuns runs,
        Prompting prompting,
        Delivering delivering,
        Commands commands,
        Compacting compacting,
        BranchSummaries branches,
        Replacing replacing,
        BroughtServers servers,
        SessionContext context,
        Ui ui,
        Mode mode,
        boolean trusted,
        List<LoadProblem> missing,
        Runnable release) {

    /** Lets hooks see the context as it will be, so that what is shown of it is right. */
    void preview() throws InterruptedException {
        requester.preview().show();
    }

    /** The same, without making whoever asks wait for hooks. */
    void previewLater() {
        requester.preview().showLater();
    }
}
