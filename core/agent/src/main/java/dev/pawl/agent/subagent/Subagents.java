package dev.pawl.agent.subagent;

import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.request.ModelGateway;
import dev.pawl.agent.request.RetryPolicy;
import dev.pawl.agent.tool.NestedCalls;
import dev.pawl.agent.tool.SubagentStarter;
import dev.pawl.agent.tool.ToolRunner;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.SubagentEnd;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.hooks.bound.Check;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The agents that tools of a session start; one may start another, but not without end. */
public final class Subagents implements SubagentStarter {
    private static final int DEEPEST = 3;

    private static final Check<SubagentStart> SAME_AGENT =
            (before, after) -> after.withTask(before.task()).equals(before)
                    ? null
                    : "subagent_start may change the task of an agent, nothing else of it";

    private final SessionCore core;
    private final ModelGateway gateway;
    private final RetryPolicy retry;
    private final Map<String, Integer> atWork = new ConcurrentHashMap<>();

    public Subagents(SessionCore core, ModelGateway gateway, RetryPolicy retry) {
        this.core = core;
        this.gateway = gateway;
        this.retry = retry;
    }

    @Override
    public SubagentAnswer run(
            ToolRunner runner,
            String agentType,
            String toolCallId,
            NestedCalls calls,
            SubagentTask task,
            Consumer<Message> onMessage)
            throws InterruptedException {
        if (depth(toolCallId) >= DEEPEST) {
            var why = "Subagents are nested " + DEEPEST + " deep already. Do this without another one.";
            return new SubagentAnswer("", why, List.of(), Usage.NONE);
        }
        atWork.merge(toolCallId, 1, Integer::sum);
        try {
            var kept =
                    StoredConversation.of(runner.ledger(), toolCallId, task.prompt(), calls.nextAgent(task.prompt()));
            var before = kept.agentId();
            var id = before == null ? UUID.randomUUID().toString() : before;
            if (before == null) {
                kept.begin(id);
            }
            var asked = new SubagentStart(id, agentType, toolCallId, task);
            var start = core.engine().fire(HookPoints.SUBAGENT_START, asked, SAME_AGENT);
            return runReported(start, runner, calls, kept, onMessage);
        } finally {
            atWork.computeIfPresent(toolCallId, (_, several) -> several == 1 ? null : several - 1);
        }
    }

    /** Runs it; hooks are notified of its end, also of an abort. */
    private SubagentAnswer runReported(
            SubagentStart start,
            ToolRunner runner,
            NestedCalls calls,
            StoredConversation kept,
            Consumer<Message> onMessage)
            throws InterruptedException {
        var task = JsonObject.of("task", start.task().prompt());
        var work = runner.running().begin(start.agentId(), start.toolCallId(), start.agentType(), task);
        var agent = new Subagent(core, gateway, retry, runner, calls, start, kept, message -> {
            work.said(message);
            onMessage.accept(message);
        });
        var answer = new SubagentAnswer("", "The subagent was aborted.", List.of(), Usage.NONE);
        try {
            answer = agent.run();
            return answer;
        } catch (InterruptedException e) {
            if (!work.finish()) {
                throw e;
            }
            answer = agent.ended("The user ended this agent.");
            return answer;
        } finally {
            work.finish();
            if (core.engine().hasHandlers(HookPoints.SUBAGENT_END)) {
                boolean interrupted = Thread.interrupted();
                try {
                    var end = new SubagentEnd(start.agentId(), start.agentType(), start.toolCallId(), answer);
                    core.engine().fire(HookPoints.SUBAGENT_END, end);
                } finally {
                    if (interrupted) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        }
    }

    /** Returns how many subagents are above a call: the id of a nested call begins with that of the call above it. */
    private long depth(String toolCallId) {
        return atWork.keySet().stream()
                .filter(above -> toolCallId.startsWith(above + "/"))
                .count();
    }
}
