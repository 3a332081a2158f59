package dev.pawl.agent.run;

import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.request.TurnRequests;
import dev.pawl.agent.tool.ToolRunner;

/** The objects that all runs of a session use. */
public record RunParts(
        SessionCore core,
        RunQueue queue,
        RunEvents events,
        TurnRequests requests,
        ToolRunner runner,
        Retries retries,
        AutoCompaction compaction,
        PromptChanges promptChanges) {}
