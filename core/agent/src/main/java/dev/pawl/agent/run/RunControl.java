package dev.pawl.agent.run;

import dev.pawl.agent.compaction.BranchSummaries;
import dev.pawl.agent.conversation.Queues;

/** What starts, changes and ends the work of a session. */
public record RunControl(
        SessionRuns runs,
        Queues queues,
        Prompting prompting,
        Delivering delivering,
        Compacting compacting,
        BranchSummaries branches) {}
