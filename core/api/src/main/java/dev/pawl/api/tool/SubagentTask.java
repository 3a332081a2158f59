package dev.pawl.api.tool;

import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task that a tool gives to an agent of its own.
 *
 * @param tools the names of the tools it may use; those that the tool itself could not call are left out
 * @param instructions what is added to the ordinary system prompt
 * @param model the model to ask; null for the session's
 * @param thinkingLevel how long it may think; null for as long as the session's model may
 * @param maxTurns after so many requests it is stopped
 */
public record SubagentTask(
        String prompt,
        List<String> tools,
        @Nullable String instructions,
        @Nullable Model model,
        @Nullable ThinkingLevel thinkingLevel,
        int maxTurns) {
    private static final int MANY = 100;

    public SubagentTask {
        tools = List.copyOf(tools);
        if (prompt.isBlank()) {
            throw new IllegalArgumentException("a subagent needs a task: the prompt is empty");
        }
        if (maxTurns < 1) {
            throw new IllegalArgumentException("a subagent needs at least one turn, not " + maxTurns);
        }
    }

    public static SubagentTask of(String prompt, List<String> tools) {
        return new SubagentTask(prompt, tools, null, null, null, MANY);
    }

    public SubagentTask withInstructions(@Nullable String instructions) {
        return new SubagentTask(prompt, tools, instructions, model, thinkingLevel, maxTurns);
    }

    public SubagentTask withModel(@Nullable Model model) {
        return new SubagentTask(prompt, tools, instructions, model, thinkingLevel, maxTurns);
    }

    public SubagentTask withThinkingLevel(@Nullable ThinkingLevel thinkingLevel) {
        return new SubagentTask(prompt, tools, instructions, model, thinkingLevel, maxTurns);
    }

    public SubagentTask withMaxTurns(int maxTurns) {
        return new SubagentTask(prompt, tools, instructions, model, thinkingLevel, maxTurns);
    }
}
