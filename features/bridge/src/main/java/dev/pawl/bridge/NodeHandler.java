package dev.pawl.bridge;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.NamedHandler;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.MessageStart;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.bridge.forms.PromptShape;
import dev.pawl.bridge.forms.RunForms;
import dev.pawl.bridge.process.NodeProcess;
import dev.pawl.bridge.process.Observers;
import dev.pawl.bridge.protocol.HandlerAnswer;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.NodeFailure;
import dev.pawl.bridge.protocol.NodeMessage;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.bridge.register.NodeShell;
import dev.pawl.hooks.bound.ForeignFailure;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.bound.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A handler of an extension: events go to Node in their form there, and what Node returns becomes an answer here. */
final class NodeHandler implements NamedHandler {
    private final NodeBridge bridge;
    private final NodeHook hook;
    private final String name;
    private final long function;
    private final HookPoints.@Nullable Named<?, ?> named;

    NodeHandler(NodeBridge bridge, NodeHook hook, String name, long function) {
        this.bridge = bridge;
        this.hook = hook;
        this.name = name;
        this.function = function;
        this.named = HookPoints.find(name);
    }

    HostMessage.Target target(long id) {
        return new HostMessage.Target(id, hook.instance(), function);
    }

    @Override
    public @Nullable Object handle(Object event, HookContext ctx) throws Exception {
        if (named == null || isUnheard(event)) {
            return null;
        }
        if (Observers.isStreaming(event)) {
            hook.observe(function, event, ctx);
            return null;
        }
        var scope = event instanceof ModelContext context
                ? Scope.of(ctx).with(field -> RunForms.part(context, field))
                : Scope.of(ctx);
        var returned = returned(event, ctx, scope, named.point());
        if (event instanceof Input && returned instanceof JsonObject json && json.get("result") instanceof String) {
            bridge.remark(
                    hook,
                    "an input handler returned a text, which has no meaning. Return { action: \"transform\", text }");
        }
        if (!(returned instanceof JsonObject json)) {
            return null;
        }
        var answer = answer(named.point(), event, json);
        if (json.get("failed") instanceof JsonObject failure) {
            throw NodeFailure.thrown(NodeMessage.Failure.from(failure)).after(answer);
        }
        return answer;
    }

    /** Calls the handler, unless Node has called it by itself, and waits for what it returns. */
    private @Nullable Object returned(Object event, HookContext ctx, Scope scope, HookPoint<?, ?> point)
            throws InterruptedException {
        hook.awaitObservers();
        var sequence = Sequence.of(ctx);
        if (sequence != null && sequence.kept() instanceof FollowingCalls begun) {
            var number = begun.take(this);
            var followed = number == null
                    ? null
                    : counted(begun, () -> begun.connection().follow(number, scope, piece -> besides(piece, ctx)));
            if (followed != null) {
                return answered(begun, followed.value());
            }
        }
        var process = hook.processOf(function);
        var calls = new FollowingCalls(process.connection(), following(sequence, process));
        if (sequence != null) {
            sequence.keep(calls);
        }
        var state = hook.mirror().state(ctx, !calls.allKnow(ctx));
        var arguments = List.<Object>of(name, dressed(event, point, ctx));
        return answered(
                calls,
                counted(
                        calls,
                        () -> process.call(
                                id -> new HostMessage.Call(
                                        target(id), scope.kind(), arguments, state, false, null, calls.targets()),
                                scope,
                                piece -> besides(piece, ctx))));
    }

    /** The handlers in the same process that come directly after this one and can be called as it is. */
    private List<NodeHandler> following(@Nullable Sequence sequence, NodeProcess process) {
        var handlers = new ArrayList<NodeHandler>();
        for (var next : sequence == null ? List.<NamedHandler>of() : sequence.following()) {
            if (!(next instanceof NodeHandler other)
                    || !other.name.equals(name)
                    || !other.hook.canFollow(process, other.function)) {
                break;
            }
            handlers.add(other);
        }
        return handlers;
    }

    /** Whether its extension knows the model of a session; from now on it does. */
    boolean learns(HookContext ctx) {
        return hook.mirror().learns(ctx);
    }

    private <T extends @Nullable Object> T counted(FollowingCalls calls, OwnTime.Work<T> work)
            throws InterruptedException {
        try {
            return hook.counted(work);
        } catch (RuntimeException e) {
            calls.forget();
            throw e;
        }
    }

    private static @Nullable Object answered(FollowingCalls calls, @Nullable Object value) {
        if (value != null) {
            calls.forget();
        }
        return value;
    }

    /** What a handler reports before it returns: the wait that ends when Pawl has gone on, or that it waits itself. */
    private void besides(@Nullable Object piece, HookContext ctx) {
        if (piece instanceof Number wait) {
            OwnTime.afterwards(ctx, () -> bridge.endWait(wait.longValue()));
        } else {
            OwnTime.aside(ctx);
        }
    }

    /** Extensions do not receive the commands that the user runs as messages. */
    private static boolean isUnheard(Object event) {
        var message = event instanceof MessageStart start
                ? start.message()
                : event instanceof MessageEnd end ? end.message() : null;
        return message instanceof Message.BashExecution;
    }

    /** What the handler's answer means; one that makes no sense is the extension's mistake. */
    private @Nullable Object answer(HookPoint<?, ?> point, Object event, JsonObject returned) {
        try {
            return bridge.wire()
                    .answer(point, event, new HandlerAnswer(returned, function -> new NodeShell(hook, function)));
        } catch (IllegalArgumentException e) {
            var failure = new ForeignFailure("TypeError", String.valueOf(e.getMessage()));
            failure.setStackTrace(new StackTraceElement[0]);
            throw failure;
        }
    }

    private JsonObject dressed(Object event, HookPoint<?, ?> point, HookContext ctx) {
        var json = bridge.wire().event(point, name, event);
        return event instanceof BeforeAgentStart start
                ? json.with("systemPromptOptions", PromptShape.of(start.systemPromptOptions(), ctx))
                        // As the handlers before it left it, also where they changed only the parts it is made of.
                        .with("systemPrompt", ctx.systemPrompt())
                : json;
    }
}
