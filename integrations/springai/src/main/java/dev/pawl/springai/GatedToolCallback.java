package dev.pawl.springai;

import dev.pawl.agent.ToolGate;
import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** A tool of Spring AI behind a gate. A refused call is an answer that says why, so that the model can go on. */
final class GatedToolCallback implements ToolCallback {
    private final ToolCallback tool;
    private final ToolGate gate;

    private GatedToolCallback(ToolCallback tool, ToolGate gate) {
        this.tool = tool;
        this.gate = gate;
    }

    /** Returns the tool behind the gate; one that is behind a gate already is returned as it is. */
    static ToolCallback of(ToolCallback tool, ToolGate gate) {
        return tool instanceof GatedToolCallback ? tool : new GatedToolCallback(tool, gate);
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return tool.getToolDefinition();
    }

    @Override
    public ToolMetadata getToolMetadata() {
        return tool.getToolMetadata();
    }

    @Override
    public String call(String input) {
        return gated(input, arguments -> tool.call(arguments));
    }

    @Override
    public String call(String input, @Nullable ToolContext context) {
        return gated(input, arguments -> tool.call(arguments, context));
    }

    /** Runs the tool with arguments in JSON. */
    @FunctionalInterface
    private interface Work {
        String run(String arguments);
    }

    private String gated(String input, Work work) {
        var definition = getToolDefinition();
        ToolGate.Outcome outcome;
        try {
            outcome = gate.call(
                    definition.name(),
                    definition.description(),
                    JsonObject.parse(definition.inputSchema()),
                    input.isBlank() ? JsonObject.empty() : JsonObject.parse(input),
                    arguments -> work.run(arguments.toString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolExecutionException(definition, e);
        } catch (IllegalArgumentException e) {
            // No gate can judge what is no JSON.
            throw new ToolExecutionException(definition, e);
        }
        if (outcome.thrown() instanceof RuntimeException thrown) {
            throw thrown;
        }
        return outcome.text();
    }
}
