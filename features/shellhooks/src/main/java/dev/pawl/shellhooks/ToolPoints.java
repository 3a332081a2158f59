package dev.pawl.shellhooks;

import dev.pawl.api.EventBus;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.PermissionQuestion;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.TurnEnd;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.shellhooks.answer.Answer;
import dev.pawl.shellhooks.dialect.EventForm.Blocking;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.dialect.ToolForm;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import dev.pawl.shellhooks.form.ToolResults;
import dev.pawl.shellhooks.form.ToolTranslation;
import dev.pawl.tools.file.ToolPaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the hooks of tool calls. */
final class ToolPoints {
    private final FileHook file;
    private final Firing firing;
    private final Map<String, Call> calls = new ConcurrentHashMap<>();

    /** Why the run is to end after this turn; empty if it is not. */
    private final AtomicReference<String> ending = new AtomicReference<>("");

    /**
     * A call until it is over.
     *
     * @param texts those of hooks for the model, which are added to the result
     */
    private record Call(JsonObject arguments, long startedAt, Queue<String> texts) {
        Call(JsonObject arguments) {
            this(arguments, System.nanoTime(), new ConcurrentLinkedQueue<>());
        }
    }

    ToolPoints(FileHook file, Firing firing) {
        this.file = file;
        this.firing = firing;
    }

    void install(Host host) {
        boolean results = false;
        boolean denials = false;
        for (var hook : file.hooks()) {
            switch (hook.moment()) {
                case PRE_TOOL -> results = true;
                case POST_TOOL, POST_TOOL_FAILURE, ANY_RESULT -> {
                    host.on(HookPoints.TOOL_RESULT, (result, ctx) -> after(hook, result, ctx));
                    results = true;
                }
                case PERMISSION_REQUEST ->
                    host.events().on(PermissionQuestion.CHANNEL, asked -> {
                        if (asked instanceof PermissionQuestion question) {
                            questioned(hook, question);
                        }
                    });
                case PERMISSION_DENIED -> {
                    host.on(HookPoints.TOOL_EXECUTION_END, (end, ctx) -> denied(hook, end, ctx));
                    denials = true;
                }
                case POST_TOOL_BATCH -> host.on(HookPoints.TURN_END, (turn, ctx) -> batch(hook, turn, ctx));
                default -> {}
            }
        }
        var gates = file.hooks(Moment.PRE_TOOL);
        if (!gates.isEmpty()) {
            host.on(HookPoints.TOOL_CALL, (call, ctx) -> asked(gates, call, host.events(), ctx));
        }
        if (results || denials) {
            host.on(
                    HookPoints.TOOL_EXECUTION_START,
                    (start, _) -> calls.put(start.toolCallId(), new Call(start.args())));
            host.on(HookPoints.TOOL_EXECUTION_END, (end, _) -> calls.remove(end.toolCallId()));
        }
        if (results) {
            host.on(HookPoints.TOOL_RESULT, (result, _) -> withContext(result));
            host.on(HookPoints.TURN_END, (turn, ctx) -> {
                var why = ending.getAndSet("");
                if (!why.isEmpty()) {
                    firing.warn(ctx, why);
                    ctx.session().abort();
                }
                return turn;
            });
        }
    }

    private Call call(String toolCallId) {
        return calls.computeIfAbsent(toolCallId, _ -> new Call(JsonObject.empty()));
    }

    private void end(Answer answer) {
        ending.set(answer.reason().isEmpty() ? "A hook ended the run." : answer.reason());
    }

    private ToolPaths paths(HookContext ctx) {
        return new ToolPaths(ctx.project().cwd(), file.around().home());
    }

    /** A call of which only the name of the tool is known. */
    private ToolTranslation translation(ShellHook hook, String tool, JsonObject arguments, HookContext ctx) {
        ToolTraits.@Nullable Server server = null;
        for (var info : ctx.tools().all()) {
            server = info.name().equals(tool) ? info.traits().server() : server;
        }
        return new ToolTranslation(hook.dialect(), tool, arguments, server, paths(ctx));
    }

    private Facts facts(ToolTranslation tool, String toolCallId, @Nullable String parent, HookContext ctx) {
        var facts = firing.facts(ctx).with(tool, toolCallId);
        if (parent != null) {
            facts.with(Fact.AGENT_ID, parent).with(Fact.AGENT_TYPE, "subagent");
        }
        return facts;
    }

    private static @Nullable JsonObject server(ToolTraits.@Nullable Server server) {
        return server == null ? null : JsonObject.of("name", server.name(), "source", server.source());
    }

    /** Whether a hook can be meant by a call. It is asked first: to look at the call's file takes longer. */
    private static boolean isAbout(ShellHook hook, ToolTranslation tool) {
        var event = hook.event();
        var own = tool.own();
        return (event.tools().isEmpty()
                        || Set.of(event.tools().split(" ", -1)).contains(own)
                        || (event.tools().equals("mcp") && tool.isOfServer()))
                && (event.matched() != Fact.TOOL_NAME || hook.matcher().matches(tool.names()));
    }

    /** An edit with several replacements is, where the user wants it, one question for each of them. */
    private Decision<ToolCall, Block> asked(List<ShellHook> hooks, ToolCall call, EventBus bus, HookContext ctx)
            throws InterruptedException {
        var edits = call.arguments().objects("edits");
        if (!file.around().splitEdits() || !call.toolName().equals("edit") || edits.size() < 2) {
            return before(hooks, call, bus, ctx);
        }
        var allowed = new ArrayList<JsonObject>();
        for (var edit : edits) {
            var one = call.withArguments(call.arguments().with("edits", List.of(edit)));
            switch (before(hooks, one, bus, ctx)) {
                case Decision.Stop<ToolCall, Block> stop -> {
                    return stop;
                }
                case Decision.Pass<ToolCall, Block>(var passed) ->
                    allowed.addAll(passed.arguments().objects("edits"));
            }
        }
        return allowed.equals(edits)
                ? call.allow()
                : Decision.pass(call.withArguments(call.arguments().with("edits", allowed)));
    }

    /**
     * Asks all hooks of the file, each about the call as the one before it left it. A refusal keeps none of them from
     * running, and the strongest answer counts: one that ends the run, a refusal, a question to the user.
     */
    private Decision<ToolCall, Block> before(List<ShellHook> hooks, ToolCall call, EventBus bus, HookContext ctx)
            throws InterruptedException {
        var next = call;
        Answer refusing = null;
        ShellHook asking = null;
        Answer question = null;
        var texts = new ArrayList<String>();
        for (var hook : hooks) {
            var tool = translation(hook, next, ctx);
            if (!isAbout(hook, tool)) {
                continue;
            }
            var facts = facts(tool, call.toolCallId(), call.parentToolCallId(), ctx)
                    .withKnown(Fact.MCP_SERVER, server(call.server()));
            if (hook.event().fields().containsValue(Fact.FILE_CONTENT)) {
                facts.with(Fact.FILE_CONTENT, ToolResults.head(next.file()));
            }
            var answer = firing.run(hook, facts, ctx);
            if (!answer.context().isEmpty()) {
                texts.add(answer.context());
            }
            if (answer.refuses()) {
                refusing = refusing == null || (answer.ending() && !refusing.ending()) ? answer : refusing;
            } else if (answer.input() != null) {
                next = next.withArguments(tool.arguments(answer.input()));
            }
            if (answer.verdict() == Answer.Verdict.ASK && question == null) {
                asking = hook;
                question = answer;
            }
        }
        if (refusing != null) {
            texts.addFirst(refusing.reason(Block.DEFAULT_REASON));
            var words = String.join("\n\n", texts);
            if (refusing.ending()) {
                end(refusing);
            }
            return refusing.ending() ? call.blockAndStop(words) : call.block(words);
        }
        call(call.toolCallId()).texts().addAll(texts);
        return asking == null || question == null ? Decision.pass(next) : question(asking, next, question, bus, ctx);
    }

    private ToolTranslation translation(ShellHook hook, ToolCall call, HookContext ctx) {
        return new ToolTranslation(hook.dialect(), call.toolName(), call.arguments(), call.server(), paths(ctx));
    }

    /** A hook wants the user to be asked: hooks may answer instead, and where no user can be asked, the call is blocked. */
    private Decision<ToolCall, Block> question(
            ShellHook asking, ToolCall call, Answer answer, EventBus bus, HookContext ctx) throws InterruptedException {
        var tool = translation(asking, call, ctx);
        var question = new PermissionQuestion(
                call.toolName(),
                tool.name() + " " + tool.input(),
                answer.reason(),
                List.of(),
                new PermissionQuestion.Call(call.arguments(), call.toolCallId(), call.parentToolCallId()),
                ctx);
        bus.emit(PermissionQuestion.CHANNEL, question);
        if (Thread.interrupted()) {
            throw new InterruptedException("aborted while hooks were asked about " + tool.name());
        }
        var given = question.answer();
        if (given != null) {
            return given.allowed() ? Decision.pass(call) : call.block(given.reason());
        }
        var why = answer.reason("A hook wants you to decide.");
        if (!ctx.ui().hasUser()) {
            return call.block(why + " (A hook wants the user to be asked, and no user can be asked here.)");
        }
        return ctx.ui().confirm("Allow " + tool.name() + "?", why + "\n" + tool.input())
                ? Decision.pass(call)
                : call.block("The user did not allow it. " + answer.reason());
    }

    /** The user would be asked about a call: the hook may answer first. */
    private void questioned(ShellHook hook, PermissionQuestion question) {
        var ctx = question.context();
        var call = question.call();
        var tool = translation(hook, question.toolName(), call.arguments(), ctx);
        if (question.answer() != null || !isAbout(hook, tool)) {
            return;
        }
        var id = call.toolCallId();
        try {
            var answer = firing.run(hook, facts(tool, id == null ? "" : id, call.parentToolCallId(), ctx), ctx);
            if (answer.verdict() == Answer.Verdict.ALLOW && answer.input() != null) {
                firing.warn(
                        ctx,
                        hook.source().file() + ": the hook " + hook.handler().shown()
                                + " allows another input than the one that would run, so its answer does not count.");
            } else if (answer.verdict() == Answer.Verdict.ALLOW) {
                var more = answer.extras().permissions();
                if (more == null) {
                    question.allow();
                } else {
                    question.allow(more.rules(), more.always());
                }
            } else if (answer.denies()) {
                question.deny(answer.reason(Block.DEFAULT_REASON));
                if (answer.extras().interrupt()) {
                    firing.warn(ctx, "A hook ended the run: " + answer.reason(Block.DEFAULT_REASON));
                    ctx.session().abort();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A call was refused; the hook may have the model try it again. */
    private void denied(ShellHook hook, ToolExecutionEnd end, HookContext ctx) throws InterruptedException {
        var tool = translation(hook, end.toolName(), call(end.toolCallId()).arguments(), ctx);
        if (!end.blocked() || !isAbout(hook, tool)) {
            return;
        }
        var answer = firing.run(
                hook,
                facts(tool, end.toolCallId(), end.parentToolCallId(), ctx).with(Fact.REASON, text(end.result())),
                ctx);
        firing.tellModel(answer.context());
        if (answer.extras().retry()) {
            var text = "A hook says that the refused call of " + end.toolName() + " may be tried again.";
            ctx.messages().send(Firing.message(text), Delivery.STEER);
        }
    }

    /** The call that a hook wants instead: its result takes the place of this one. A call of a hook makes no further one. */
    private ToolResult tail(ShellHook hook, ToolResult result, JsonObject wanted, HookContext ctx)
            throws InterruptedException {
        var parent = result.call().parentToolCallId();
        if (parent != null && parent.startsWith(Firing.CALL_OF_HOOK)) {
            return result;
        }
        var name = wanted.string("name", "");
        var own = hook.dialect().tools().values().stream()
                .filter(form -> form.names().contains(name))
                .map(ToolForm::own)
                .findFirst()
                .orElse(name);
        var tool = translation(hook, own, JsonObject.empty(), ctx);
        var called = ctx.tools().call(own, tool.arguments(wanted.object("args")));
        return result.withText(called.text());
    }

    private ToolResult after(ShellHook hook, ToolResult result, HookContext ctx) throws InterruptedException {
        var wanted = result.isError() ? Moment.POST_TOOL_FAILURE : Moment.POST_TOOL;
        var call = result.call();
        var tool = translation(hook, call, ctx);
        if ((hook.moment() != wanted && hook.moment() != Moment.ANY_RESULT) || !isAbout(hook, tool)) {
            return result;
        }
        var facts = ToolResults.add(facts(tool, call.toolCallId(), call.parentToolCallId(), ctx), tool, result)
                .withKnown(Fact.MCP_SERVER, server(call.server()))
                .with(
                        Fact.DURATION,
                        (System.nanoTime() - call(call.toolCallId()).startedAt()) / 1_000_000);
        var answer = firing.run(hook, facts, ctx);
        if (answer.ending()) {
            end(answer);
        }
        var changed = answer.output() == null ? result : result.withText(text(answer.output()));
        var instead = answer.extras().tail();
        if (instead != null) {
            changed = tail(hook, changed, instead, ctx);
        }
        if (answer.refuses() && hook.event().blocking() == Blocking.REPLACES_RESULT) {
            changed = changed.withText(answer.reason(Block.DEFAULT_REASON));
        } else if (answer.denies()) {
            changed = appended(changed, answer.reason(Block.DEFAULT_REASON));
        }
        return answer.context().isEmpty() ? changed : appended(changed, answer.context());
    }

    private static String text(ToolOutput output) {
        var text = new StringBuilder();
        for (var block : output.content()) {
            if (block instanceof Content.Text words) {
                text.append(words.text());
            }
        }
        return text.toString();
    }

    private static String text(Object output) {
        return output instanceof String text ? text : ToolResults.text(output);
    }

    private ToolResult withContext(ToolResult result) {
        var changed = result;
        for (var text : call(result.call().toolCallId()).texts()) {
            changed = appended(changed, text);
        }
        return changed;
    }

    private static ToolResult appended(ToolResult result, String text) {
        var content = new ArrayList<>(result.content());
        content.add(Content.text(text));
        return result.withContent(content);
    }

    private TurnEnd batch(ShellHook hook, TurnEnd turn, HookContext ctx) throws InterruptedException {
        if (turn.toolResults().isEmpty()) {
            return turn;
        }
        var calls = new ArrayList<JsonObject>();
        for (var result : turn.toolResults()) {
            var call = turn.message().toolCalls().stream()
                    .filter(one -> one.id().equals(result.toolCallId()))
                    .findFirst();
            var tool = translation(
                    hook, result.toolName(), call.map(one -> one.arguments()).orElse(JsonObject.empty()), ctx);
            var fields = new LinkedHashMap<String, @Nullable Object>();
            fields.put("tool_name", tool.name());
            fields.put("tool_input", tool.input());
            fields.put("tool_use_id", result.toolCallId());
            fields.put("tool_response", result.text());
            calls.add(JsonObject.from(fields));
        }
        var answer = firing.run(hook, firing.facts(ctx).with(Fact.TOOL_CALLS, Json.freeze(calls)), ctx);
        if (answer.refuses()) {
            firing.warn(ctx, answer.reason(Block.DEFAULT_REASON));
            ctx.session().abort();
        } else if (!answer.context().isEmpty()) {
            ctx.messages().send(Firing.message(answer.context()), Delivery.STEER);
        }
        return turn;
    }
}
