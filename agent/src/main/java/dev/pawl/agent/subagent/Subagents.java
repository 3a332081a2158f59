package dev.pawl.agent.subagent;

import dev.pawl.agent.tool.NestedCalls;
import dev.pawl.agent.tool.SubagentStarter;
import dev.pawl.agent.tool.ToolRunner;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The agents that tools of a session start; one may start another, but not without end. */
public final class Subagents implements SubagentStarter {
    private static final int DEEPEST = 3;

    private final SubagentParts parts;
    private final Map<String, Integer> atWork = new ConcurrentHashMap<>();

    public Subagents(SubagentParts parts) {
        this.parts = parts;
    }

    @Override
    public SubagentAnswer run(
            ToolRunner runner, String toolCallId, NestedCalls calls, SubagentTask task, Consumer<Message> heard)
            throws InterruptedException {
        if (depth(toolCallId) >= DEEPEST) {
            var why = "Subagents are nested " + DEEPEST + " deep already. Do this without another one.";
            return new SubagentAnswer("", why, List.of(), Usage.NONE);
        }
        atWork.merge(toolCallId, 1, Integer::sum);
        try {
            return new Subagent(parts, runner, toolCallId, calls, task, heard).run();
        } finally {
            atWork.computeIfPresent(toolCallId, (_, several) -> several == 1 ? null : several - 1);
        }
    }

    /** How many subagents a call stands below: the id of a nested call begins with that of the call above it. */
    private long depth(String toolCallId) {
        return atWork.keySet().stream()
                .filter(above -> toolCallId.startsWith(above + "/"))
                .count();
    }
}
