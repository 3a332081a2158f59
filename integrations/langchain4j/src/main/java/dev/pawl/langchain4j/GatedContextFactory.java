package dev.pawl.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.service.tool.BeforeToolExecution;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolService;
import dev.langchain4j.service.tool.ToolServiceContext;
import dev.langchain4j.spi.services.AiServiceContextFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Gives every AI service a {@link ToolService} whose tools are behind the gate; LangChain4j finds it as a service. */
public final class GatedContextFactory implements AiServiceContextFactory {
    @Override
    public AiServiceContext create(Class<?> aiServiceClass) {
        return new GatedContext(aiServiceClass);
    }

    private static final class GatedContext extends AiServiceContext {
        GatedContext(Class<?> aiServiceClass) {
            super(aiServiceClass);
            toolService = new GatedToolService();
        }
    }

    private static final class GatedToolService extends ToolService {
        @Override
        public ToolServiceContext createContext(
                InvocationContext invocation, UserMessage message, List<ChatMessage> messages) {
            var context = super.createContext(invocation, message, messages);
            if (context.toolExecutors().isEmpty()
                    && context.dynamicToolProviders().isEmpty()) {
                return context;
            }
            var gate = LangChain4jGate.ofProgram();
            return context.toBuilder()
                    .toolExecutors(gated(context.toolExecutors(), gate))
                    .dynamicToolProviders(context.dynamicToolProviders().stream()
                            .map(gate::gated)
                            .toList())
                    .build();
        }

        /** Streamed answers call their tools here. */
        @Override
        public ToolExecutionResult executeTool(
                InvocationContext invocation,
                Map<String, ToolExecutor> executors,
                ToolExecutionRequest request,
                Consumer<BeforeToolExecution> before,
                Consumer<ToolExecution> after) {
            return super.executeTool(invocation, gated(executors, LangChain4jGate.ofProgram()), request, before, after);
        }

        private static Map<String, ToolExecutor> gated(Map<String, ToolExecutor> executors, LangChain4jGate gate) {
            var all = new HashMap<>(executors);
            all.replaceAll((_, executor) -> gate.gated(executor));
            return all;
        }
    }
}
