package dev.pawl.agent.subagent;

import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.prompt.PromptText;
import dev.pawl.agent.request.ModelGateway;
import dev.pawl.agent.request.RequestGate;
import dev.pawl.agent.request.RetryPolicy;
import dev.pawl.agent.request.Routing;
import dev.pawl.agent.tool.CallResult;
import dev.pawl.agent.tool.NestedCalls;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.agent.tool.ToolBatch;
import dev.pawl.agent.tool.ToolRunner;
import dev.pawl.ai.http.Failure;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.HookPoints;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.event.SessionStop;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.event.SubagentStop;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ToolInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One agent that works for a tool: a conversation in memory, with the session's models, tools and gates.
 *
 * <p>Hooks are notified of its requests and of its tool calls, which name the call they belong to. They are not
 * notified of its turns and messages: those are not the session's, and the context would show another conversation than
 * the event.
 */
final class Subagent {
    private final SessionCore core;
    private final ModelGateway gateway;
    private final RetryPolicy retry;
    private final ToolRunner runner;
    private final String agentId;
    private final String agentType;
    private final String toolCallId;
    private final NestedCalls calls;
    private final SubagentTask task;
    private final StoredConversation kept;
    private final Consumer<Message> onMessage;
    private final List<Tool> tools;
    private final List<Message> messages = new ArrayList<>();
    private Usage usage = Usage.NONE;

    Subagent(
            SessionCore core,
            ModelGateway gateway,
            RetryPolicy retry,
            ToolRunner runner,
            NestedCalls calls,
            SubagentStart start,
            StoredConversation kept,
            Consumer<Message> onMessage) {
        this.kept = kept;
        this.core = core;
        this.gateway = gateway;
        this.retry = retry;
        this.runner = runner;
        this.agentId = start.agentId();
        this.agentType = start.agentType();
        this.toolCallId = start.toolCallId();
        this.calls = calls;
        this.task = start.task();
        this.onMessage = onMessage;
        this.tools = tools(core.tools(), task.tools());
    }

    SubagentAnswer run() throws InterruptedException {
        var model = task.model() == null ? core.model().model() : task.model();
        if (model == null) {
            return ended("No model is chosen.");
        }
        recall();
        if (messages.isEmpty()) {
            record(Message.user(task.prompt(), core.recorder().now()));
        }
        boolean sentBack = false;
        for (int turn = answers(); turn < task.maxTurns(); turn++) {
            var pending = pending();
            var answer = pending == null ? ask(model) : pending;
            if (answer.stopReason() == StopReason.ERROR) {
                return ended(Objects.requireNonNullElse(answer.errorMessage(), "The request failed."));
            }
            if (answer.toolCalls().isEmpty()) {
                if (answer.stopReason() == StopReason.LENGTH) {
                    return ended("The answer was cut off at its length limit.");
                }
                var decision = stop(new SubagentStop(agentId, agentType, toolCallId, ended(null), sentBack));
                if (decision instanceof Decision.Stop(var more)
                        && !more.context().isBlank()) {
                    sentBack = true;
                    record(Message.user(more.context(), core.recorder().now()));
                    continue;
                }
                return decision instanceof Decision.Pass(var stop)
                        ? endedWith(stop.answer().text())
                        : ended(null);
            }
            var results = results(answer);
            if (results.stream().allMatch(result -> result.output().terminate())) {
                var last = results.getLast();
                return ended(last.isError() ? Content.text(last.output().content()) : null);
            }
        }
        return ended("Stopped after " + task.maxTurns() + " turns, before all was done.");
    }

    /**
     * Sends the messages from before the program ended again, except a last answer whose calls were not all answered.
     */
    private void recall() {
        for (var message : kept.messages()) {
            messages.add(message);
            onMessage.accept(message);
            if (message instanceof Message.Assistant answer) {
                spent(answer.usage());
            }
        }
    }

    /** Returns how many answers are done with. */
    private int answers() {
        int all = (int)
                messages.stream().filter(Message.Assistant.class::isInstance).count();
        return pending() == null ? all : all - 1;
    }

    /**
     * Returns the last answer, if not all of its calls have a result, or nothing followed it; null if the model is to be asked.
     */
    private Message.@Nullable Assistant pending() {
        int results = 0;
        for (var message : messages.reversed()) {
            if (message instanceof Message.Assistant answer) {
                return results < Math.max(1, answer.toolCalls().size()) ? answer : null;
            }
            if (!(message instanceof Message.ToolResult)) {
                return null;
            }
            results++;
        }
        return null;
    }

    /** Asks hooks whether the agent may stop. */
    private Decision<SubagentStop, SessionStop.Continue> stop(SubagentStop event) throws InterruptedException {
        return core.engine().hasHandlers(HookPoints.SUBAGENT_STOP)
                ? core.engine().fire(HookPoints.SUBAGENT_STOP, event)
                : event.stop();
    }

    /** Asks until there is an answer, or a failure that asking again does not mend. */
    private Message.Assistant ask(Model model) throws InterruptedException {
        Model failed = null;
        for (int attempt = 1; true; attempt++) {
            var answer = ask(model, failed);
            var failure = Failure.of(answer);
            if (!retry.enabled() || !retry.allows(failure, attempt - 1)) {
                record(answer);
                return answer;
            }
            failed = gateway.answering(answer);
            retry.await(retry.delay(attempt, failure));
        }
    }

    private Message.Assistant ask(Model model, @Nullable Model failed) throws InterruptedException {
        var level = task.thinkingLevel() == null ? core.model().level() : task.thinkingLevel();
        Routing.Route route;
        try {
            route = gateway.route(model, level, VirtualModel.Reason.DIRECT, failed, messages);
        } catch (Routing.NoRoute e) {
            return gateway.failed(model, e);
        }
        var request = gateway.request(
                systemPrompt(),
                messages,
                List.copyOf(core.tools().declarations(tools).values()),
                ThinkingLevels.clamp(route.model(), route.level()),
                agentId);
        var answer = gateway.stream(
                new RequestGate.Asker(Purpose.SUBAGENT, toolCallId, usage, agentId, null),
                route.model(),
                request,
                _ -> {});
        spent(answer.usage());
        if (answer.stopReason() == StopReason.ABORTED) {
            Thread.interrupted();
            throw new InterruptedException("the subagent was aborted");
        }
        return answer;
    }

    /** Runs what an answer asks for, beside one another; one result a call, in its order. */
    private List<CallResult> results(Message.Assistant answer) throws InterruptedException {
        var asked = answer.toolCalls();
        var ids = kept.messages().contains(answer) && kept.calls().size() == asked.size()
                ? kept.calls()
                : asked.stream().map(_ -> toolCallId + "/" + calls.next()).toList();
        // Results that are there already, from before the program ended.
        int there = messages.size() - 1 - messages.lastIndexOf(answer);
        if (ids != kept.calls()) {
            kept.call(ids);
        }
        var results = new CallResult[asked.size()];
        var places = new HashMap<String, Integer>();
        var nested = new ArrayList<Content.ToolUse>();
        for (int i = 0; i < results.length; i++) {
            var call = asked.get(i);
            var refusal = refusal(answer, call);
            if (refusal != null) {
                results[i] = CallResult.refused(call, refusal);
            } else {
                // A unique id that names the call it belongs to.
                var id = ids.get(i);
                places.put(id, i);
                nested.add(
                        new Content.ToolUse(id, call.name(), call.arguments(), call.thoughtSignature(), call.extra()));
            }
        }
        for (var result : run(nested)) {
            int place = Objects.requireNonNull(places.get(result.call().id()));
            var spent = result.output().usage();
            usage = spent == null ? usage : usage.plus(spent);
            results[place] = new CallResult(
                    asked.get(place), result.output(), result.isError(), result.durationMs(), result.nested());
        }
        var all = List.of(results);
        all.stream()
                .skip(there)
                .forEach(result -> record(result.message(core.recorder().now())));
        return all;
    }

    private List<CallResult> run(List<Content.ToolUse> nested) throws InterruptedException {
        var batch = new ToolBatch(runner, toolCallId, _ -> {});
        try {
            batch.run(nested);
        } finally {
            batch.results()
                    .forEach(result ->
                            calls.add(result.call().id(), result.call().arguments(), result));
        }
        return batch.results();
    }

    private @Nullable String refusal(Message.Assistant answer, Content.ToolUse call) {
        if (answer.stopReason() == StopReason.LENGTH) {
            return CallResult.CUT_OFF;
        }
        return tools.stream().anyMatch(tool -> tool.name().equals(call.name()))
                ? null
                : "Tool " + call.name() + " not found. There are: "
                        + String.join(", ", tools.stream().map(Tool::name).toList());
    }

    private String systemPrompt() {
        var sections = PromptText.sections(
                core.prompts().resources(), tools, List.of(), core.session().cwd());
        var text = String.join("\n\n", PromptText.wrapped(sections).values());
        return task.instructions() == null ? text : text + "\n\n" + task.instructions();
    }

    private void record(Message message) {
        messages.add(message);
        kept.record(message);
        onMessage.accept(message);
    }

    private void spent(Usage more) {
        usage = usage.plus(more);
        calls.add(more);
    }

    SubagentAnswer ended(@Nullable String error) {
        return new SubagentAnswer(lastWords(), error, messages, usage);
    }

    /** Returns the answer of an agent that has done its work. */
    private SubagentAnswer endedWith(String text) {
        return new SubagentAnswer(text, null, messages, usage);
    }

    private String lastWords() {
        for (var message : messages.reversed()) {
            if (message instanceof Message.Assistant answer && !answer.text().isBlank()) {
                return answer.text();
            }
        }
        return "";
    }

    private static List<Tool> tools(SessionTools all, List<String> names) {
        var callable = all.callable().stream().map(ToolInfo::name).toList();
        return names.stream()
                .distinct()
                .filter(callable::contains)
                .map(all::find)
                .filter(Objects::nonNull)
                .toList();
    }
}
