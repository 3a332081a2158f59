package dev.pawl.agent.subagent;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.request.ModelCalls;
import dev.pawl.agent.request.RetryPolicy;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.hooks.dispatch.Engine;
import java.nio.file.Path;

/** What the subagents of a session share with it. */
public record SubagentParts(
        ModelCalls calls,
        RetryPolicy retry,
        Engine engine,
        ModelInUse inUse,
        SessionTools tools,
        SystemPrompts prompts,
        Path cwd) {}
