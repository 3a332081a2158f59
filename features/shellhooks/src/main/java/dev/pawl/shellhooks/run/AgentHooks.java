package dev.pawl.shellhooks.run;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Asks a model that may look at files before it answers; its calls go through all gates. */
final class AgentHooks {
    private static final int MOST_TURNS = 50;
    private static final Set<String> TOOLS = Set.of("read", "grep", "find", "ls");

    private AgentHooks() {}

    /** The last answer: one without tool calls, or one that failed. */
    static Message.Assistant ask(HookContext ctx, Model model, String role, String prompt) throws Exception {
        var tools = ctx.tools().all().stream()
                .filter(tool -> TOOLS.contains(tool.name()))
                .map(tool -> JsonObject.of("name", tool.name(), "description", tool.description())
                        .with("parameters", tool.parameters()))
                .toList();
        var messages = new ArrayList<Message>();
        messages.add(Message.user(prompt, System.currentTimeMillis()));
        for (int turn = 0; true; turn++) {
            var request = new ModelRequest(
                    role,
                    List.copyOf(messages),
                    turn < MOST_TURNS ? tools : List.of(),
                    ThinkingLevel.OFF,
                    null,
                    JsonObject.empty());
            var answer = ctx.models().complete(model, request);
            if (answer.errorMessage() != null || answer.toolCalls().isEmpty() || turn >= MOST_TURNS) {
                return answer;
            }
            messages.add(answer);
            for (var call : answer.toolCalls()) {
                messages.add(result(ctx, call));
            }
        }
    }

    private static Message result(HookContext ctx, Content.ToolUse call) throws InterruptedException {
        boolean known = TOOLS.contains(call.name());
        var called = known ? ctx.tools().call(call.name(), call.arguments()) : null;
        return new Message.ToolResult(
                call.id(),
                call.name(),
                List.of(Content.text(called == null ? "There are only " + String.join(", ", TOOLS) : called.text())),
                null,
                called == null || called.isError(),
                null,
                System.currentTimeMillis(),
                JsonObject.empty());
    }
}
