package dev.pawl.agent.run;

import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.request.TurnRequests;
import dev.pawl.agent.tool.ToolRunner;

/** What every run of a session uses. */
public record RunParts(
        Recorder recorder,
        RunEvents events,
        Queues queues,
        TurnRequests requester,
        ToolRunner runner,
        Retries retries,
        AutoCompaction compaction,
        PromptChanges promptChanges) {}
