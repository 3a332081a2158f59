package dev.pawl.langchain4j;

import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.jspecify.annotations.Nullable;

/** Tools that are provided for each request, behind a gate. */
final class GatedProvider implements ToolProvider {
    private final ToolProvider provider;
    private final LangChain4jGate gate;

    GatedProvider(ToolProvider provider, LangChain4jGate gate) {
        this.provider = provider;
        this.gate = gate;
    }

    @Override
    public @Nullable ToolProviderResult provideTools(ToolProviderRequest request) {
        var provided = provider.provideTools(request);
        return provided == null
                ? null
                : new ToolProviderResult(provided.aiServiceTools().stream()
                        .map(tool -> tool.toBuilder()
                                .toolExecutor(gate.gated(tool.toolExecutor()))
                                .build())
                        .toList());
    }

    @Override
    public boolean isDynamic() {
        return provider.isDynamic();
    }
}
