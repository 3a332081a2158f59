package dev.pawl.testkit;

import dev.pawl.api.HookPoints;
import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.Contributions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a tool has in a trial: the trial's session, the tools of its hooks, which are called through their gates, and fake
 * subagents, which return the next answer of the fake models and use no tools.
 */
public final class FakeToolContext extends ForwardingContext implements ToolContext {
    private final FakeContext context;
    private final Engine engine;
    private final AtomicInteger numbers = new AtomicInteger();

    /** What a tool has in this session, with the hooks of an engine. */
    public FakeToolContext(FakeContext context, Engine engine) {
        this.context = context;
        this.engine = engine;
    }

    @Override
    protected HookContext target() {
        return context;
    }

    @Override
    public String toolCallId() {
        return "call_1";
    }

    /** Written down as {@code update: …}. */
    @Override
    public void update(ToolOutput partial) {
        context.record("update: " + Content.text(partial.content()));
    }

    @Override
    public List<ToolInfo> callableTools() {
        var active = context.tools().active();
        return Stream.concat(
                        FakeContext.BUILTIN.stream().filter(tool -> active.contains(tool.name())),
                        new Contributions(engine.hooks())
                                .tools().values().stream().map(FakeContext::info))
                .toList();
    }

    /** Calls a tool of the hooks', through the gate. */
    @Override
    public NestedCall prepareTool(String name, JsonObject arguments) throws InterruptedException {
        var id = toolCallId() + "/" + numbers.incrementAndGet();
        var tool = new Contributions(engine.hooks()).tools().get(name);
        if (tool == null) {
            return new Prepared(id, () -> failed(id, "Tool " + name + " is not part of this trial"));
        }
        var call = ToolCall.of(name, id, arguments).withParent(toolCallId());
        return switch (engine.fire(HookPoints.TOOL_CALL, call)) {
            case Decision.Stop(var block) -> new Prepared(id, () -> failed(id, block.reason()));
            case Decision.Pass(var passed) -> new Prepared(id, () -> executed(id, tool, passed.arguments()));
        };
    }

    private record Prepared(String toolCallId, Work work) implements NestedCall {
        @Override
        public NestedResult run() throws InterruptedException {
            return work.run();
        }
    }

    /** Runs a tool, or refuses it. */
    @FunctionalInterface
    private interface Work {
        NestedResult run() throws InterruptedException;
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

    private NestedResult executed(String id, Tool tool, JsonObject arguments) throws InterruptedException {
        try {
            var output = tool.executor().execute(arguments, this);
            return new NestedResult(id, output, output.isError());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return failed(id, String.valueOf(e.getMessage()));
        }
    }

    private static NestedResult failed(String id, String why) {
        return new NestedResult(id, ToolOutput.error(why), true);
    }
}
