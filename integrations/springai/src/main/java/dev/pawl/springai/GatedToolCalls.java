package dev.pawl.springai;

import dev.pawl.agent.ToolGate;
import java.util.List;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Makes the tool calls of Spring AI with a gate around each. */
final class GatedToolCalls implements ToolCallingManager {
    private final ToolCallingManager manager;
    private final ToolGate gate;

    GatedToolCalls(ToolCallingManager manager, ToolGate gate) {
        this.manager = manager;
        this.gate = gate;
    }

    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
        return manager.resolveToolDefinitions(options);
    }

    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return manager.executeToolCalls(prompt, response);
        }
        var gated = options.getToolCallbacks().stream()
                .map(tool -> GatedToolCallback.of(tool, gate))
                .toList();
        var changed = prompt.mutate()
                .chatOptions(options.mutate().toolCallbacks(gated).build())
                .build();
        return manager.executeToolCalls(changed, response);
    }
}
