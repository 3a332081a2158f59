package dev.pawl.testkit;

import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.trial.TrialToolContext;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a tool has in a trial of a test: also fake subagents.
 *
 * <p>A subagent returns the next answer of the fake models, and uses no tools.
 */
final class FakeToolContext extends TrialToolContext {
    private final FakeContext context;

    FakeToolContext(FakeContext context, Engine engine) {
        super(context, engine);
        this.context = context;
    }

    @Override
    public SubagentAnswer subagent(SubagentTask task, Consumer<Message> onMessage) {
        var model = task.model() == null ? FakeModels.MODEL : task.model();
        var prompt = Message.user(task.prompt(), 0);
        var request = ModelRequest.of(List.of(prompt));
        var instructions = task.instructions();
        onMessage.accept(prompt);
        context.record("subagent " + model.id() + " with " + String.join(", ", task.tools()));
        var answer = context.models()
                .complete(model, instructions == null ? request : request.withSystemPrompt(instructions));
        onMessage.accept(answer);
        return new SubagentAnswer(answer.text(), answer.errorMessage(), List.of(prompt, answer), answer.usage());
    }
}
