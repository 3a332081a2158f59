package dev.pawl.bridge;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.MessageStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.bridge.forms.PromptShape;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.HandlerAnswer;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.NodeFailure;
import dev.pawl.bridge.protocol.NodeMessage;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.hooks.remote.RemoteFailure;
import dev.pawl.hooks.remote.RemoteHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A handler of an extension: events are sent to Node in their form there, and what Node returns becomes an answer here. */
final class NodeHandler implements RemoteHandlers.Handler {
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

    @Override
    public RemoteHandlers process() {
        return bridge.handlers();
    }

    NodeHook hook() {
        return hook;
    }

    String name() {
        return name;
    }

    long function() {
        return function;
    }

    HostMessage.Handler target() {
        return new HostMessage.Handler(hook.instance(), function);
    }

    /** Returns whether it is called for an event: extensions do not receive the commands of the user as messages. */
    boolean hears(Object event) {
        var message = event instanceof MessageStart start
                ? start.message()
                : event instanceof MessageEnd end ? end.message() : null;
        return named != null && !(message instanceof Message.BashExecution);
    }

    /** Returns the event in its form in Node. */
    JsonObject dressed(Object event, HookContext ctx) {
        var json = bridge.wire().event(point(), name, event);
        return event instanceof BeforeAgentStart start
                ? json.with("systemPromptOptions", PromptShape.of(start.systemPromptOptions(), ctx))
                        // As the handlers before it left it, also where they changed only the parts it is made of.
                        .with("systemPrompt", ctx.messages().systemPrompt())
                : json;
    }

    /** Returns the meaning of what it returned. */
    @Nullable
    Object answer(Object event, @Nullable Object returned) {
        if (!(returned instanceof JsonObject json)) {
            return null;
        }
        if (event instanceof Input && json.get("result") instanceof String) {
            bridge.remark(
                    hook,
                    "an input handler returned a text, which has no meaning. Return { action: \"transform\", text }");
        }
        var answer = meaning(event, json);
        if (json.get("failed") instanceof JsonObject failure) {
            throw NodeFailure.thrown(NodeMessage.Failure.from(failure)).after(answer);
        }
        return answer;
    }

    /** An answer that makes no sense is the extension's mistake. */
    private @Nullable Object meaning(Object event, JsonObject returned) {
        try {
            return bridge.wire()
                    .answer(point(), event, new HandlerAnswer(returned, function -> new NodeShell(hook, function)));
        } catch (IllegalArgumentException e) {
            var failure = new RemoteFailure("TypeError", String.valueOf(e.getMessage()));
            failure.setStackTrace(new StackTraceElement[0]);
            throw failure;
        }
    }

    private HookPoint<?, ?> point() {
        if (named == null) {
            throw new IllegalStateException(name + " is no event");
        }
        return named.point();
    }

    /** A shell whose commands are run by an extension. */
    private record NodeShell(ExtensionCalls calls, long function) implements BashOperations {
        @Override
        public @Nullable Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
                throws InterruptedException {
            var timeout = options.timeout();
            var ended = calls.call(
                    function,
                    Scope.of((HookContext) null),
                    piece -> {
                        if (piece instanceof String bytes) {
                            output.accept(Base64.getDecoder().decode(bytes));
                        }
                    },
                    Arrays.asList(
                            command,
                            cwd.toString(),
                            timeout == null ? null : timeout.toMillis() / 1000.0,
                            options.environment()));
            return ended instanceof JsonObject json && json.get("exitCode") instanceof Number code
                    ? (Integer) code.intValue()
                    : null;
        }
    }
}
