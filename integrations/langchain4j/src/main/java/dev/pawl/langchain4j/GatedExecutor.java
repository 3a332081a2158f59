package dev.pawl.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.pawl.agent.ToolGate;
import dev.pawl.api.json.JsonObject;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A tool of LangChain4j behind a gate. A refused call is an answer that says why, so that the model can go on. */
final class GatedExecutor implements ToolExecutor {
    private static final JsonObject ANYTHING = JsonObject.of("type", "object");

    private final ToolExecutor tool;
    private final ToolGate gate;

    GatedExecutor(ToolExecutor tool, ToolGate gate) {
        this.tool = tool;
        this.gate = gate;
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
        return gated(request, changed -> {
                    var text = tool.execute(changed, memoryId);
                    return ToolExecutionResult.builder().resultText(text).build();
                })
                .resultText();
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
        return gated(request, changed -> tool.executeWithContext(changed, context));
    }

    /** Runs the tool. */
    @FunctionalInterface
    private interface Work {
        ToolExecutionResult run(ToolExecutionRequest request);
    }

    private ToolExecutionResult gated(ToolExecutionRequest request, Work work) {
        var result = new AtomicReference<@Nullable ToolExecutionResult>();
        var outcome = outcome(request, result, work);
        if (outcome.thrown() instanceof RuntimeException thrown) {
            throw thrown;
        }
        var own = result.get();
        // What is no text, pictures for example, no hook has seen; it stays where hooks left the text as it is.
        if (own != null && !outcome.isError() && outcome.text().equals(text(own))) {
            return own;
        }
        return ToolExecutionResult.builder()
                .isError(outcome.isError())
                .resultText(outcome.text())
                .build();
    }

    private ToolGate.Outcome outcome(
            ToolExecutionRequest request, AtomicReference<@Nullable ToolExecutionResult> result, Work work) {
        try {
            return gate.call(request.name(), request.name(), ANYTHING, arguments(request), arguments -> {
                var made = work.run(
                        request.toBuilder().arguments(arguments.toString()).build());
                result.set(made);
                if (made.isError()) {
                    throw new Failed(text(made));
                }
                return text(made);
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolExecutionException(e);
        }
    }

    private static JsonObject arguments(ToolExecutionRequest request) {
        var written = request.arguments();
        try {
            return written == null || written.isBlank() ? JsonObject.empty() : JsonObject.parse(written);
        } catch (IllegalArgumentException e) {
            throw new ToolArgumentsException(e);
        }
    }

    private static String text(ToolExecutionResult result) {
        return Objects.requireNonNullElse(result.resultText(), "");
    }

    /** The tool says itself that it failed; hooks see the same. Checked, so that it is not thrown on. */
    private static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed(String text) {
            super(text);
        }
    }
}
