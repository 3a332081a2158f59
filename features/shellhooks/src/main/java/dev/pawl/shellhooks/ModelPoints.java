package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ContextWithSystem;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.OnFailure;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.dialect.ToolForm;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.ModelExchange;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs the hooks of requests to the model and of its answers. */
final class ModelPoints {
    private final Firing firing;

    /** Why the request that is made up is not sent; empty if it is. */
    private String refusal = "";

    /** What a hook answers in place of the model; null if the model answers. */
    private @Nullable String instead;

    private JsonObject request = JsonObject.empty();

    ModelPoints(Firing firing) {
        this.firing = firing;
    }

    void install(Host host, List<ShellHook> hooks) {
        if (has(hooks, Moment.BEFORE_MODEL)) {
            host.on(HookPoints.CONTEXT_WITH_SYSTEM, (context, _) -> {
                refuse("", null); // A request that was not sent for another reason leaves nothing behind.
                return context;
            });
        }
        for (var hook : hooks) {
            switch (hook.moment()) {
                case BEFORE_MODEL ->
                    host.on(HookPoints.CONTEXT_WITH_SYSTEM, (context, ctx) -> before(hook, context, ctx));
                case TOOL_SELECTION ->
                    host.on(HookPoints.CONTEXT_WITH_SYSTEM, (context, ctx) -> tools(hook, context, ctx));
                // Nothing of an answer is seen before the hook has decided about it.
                case AFTER_MODEL ->
                    host.on(HookPoints.MESSAGE_END, (end, ctx) -> after(hook, end, ctx), OnFailure.STOP);
                default -> {}
            }
        }
        if (has(hooks, Moment.BEFORE_MODEL)) {
            host.on(HookPoints.REQUEST_AUTHORIZE, (request, _) -> authorized(request));
            host.on(HookPoints.MESSAGE_END, (end, _) -> answered(end));
        }
        if (has(hooks, Moment.AFTER_MODEL)) {
            host.on(HookPoints.CONTEXT_WITH_SYSTEM, (context, ctx) -> {
                keep(request(context, ctx));
                return context;
            });
        }
    }

    private static boolean has(List<ShellHook> hooks, Moment moment) {
        return hooks.stream().anyMatch(hook -> hook.moment() == moment);
    }

    private static JsonObject request(ContextWithSystem context, HookContext ctx) {
        var model = ctx.models().current();
        return ModelExchange.request(model == null ? "" : model.id(), context.messages());
    }

    private synchronized void keep(JsonObject sent) {
        request = sent;
    }

    private synchronized JsonObject kept() {
        return request;
    }

    private ContextWithSystem before(ShellHook hook, ContextWithSystem context, HookContext ctx)
            throws InterruptedException {
        var answer = firing.run(hook, firing.facts(ctx).with(Fact.LLM_REQUEST, request(context, ctx)), ctx);
        var special = answer.extras().special();
        var text = ModelExchange.answered(special.object("llm_response"));
        if (answer.refuses()) {
            refuse(answer.reason(Block.DEFAULT_REASON), null);
        } else if (text != null) {
            refuse("A hook answers in place of the model.", text);
        }
        var wanted = special.object("llm_request");
        return wanted.has("messages")
                ? context.withMessages(ModelExchange.changed(context.messages(), wanted))
                : context;
    }

    private synchronized void refuse(String why, @Nullable String text) {
        refusal = why;
        instead = text;
    }

    private synchronized Decision<RequestAuthorize, Block> authorized(RequestAuthorize asked) {
        if (asked.purpose() != RequestAuthorize.Purpose.TURN || refusal.isEmpty()) {
            return asked.allow();
        }
        var why = refusal;
        refusal = "";
        return asked.block(why);
    }

    /** The request was not sent; what the hook answered takes the place of the failure. */
    private synchronized MessageEnd answered(MessageEnd end) {
        var text = instead;
        if (text == null || !(end.message() instanceof Message.Assistant failed)) {
            return end;
        }
        instead = null;
        return end.withMessage(ModelExchange.instead(failed, text));
    }

    private MessageEnd after(ShellHook hook, MessageEnd end, HookContext ctx) throws InterruptedException {
        if (!(end.message() instanceof Message.Assistant said)
                || (isBroken(said) && said.text().isBlank())) {
            return end;
        }
        var facts =
                firing.facts(ctx).with(Fact.LLM_REQUEST, kept()).with(Fact.LLM_RESPONSE, ModelExchange.response(said));
        var answer = firing.run(hook, facts, ctx);
        if (answer.refuses()) {
            var why = answer.reason(Block.DEFAULT_REASON);
            firing.warn(ctx, "A hook refused the answer of the model: " + why);
            return end.withMessage(isBroken(said) ? said.withContent(List.of()) : ModelExchange.instead(said, why));
        }
        var text = ModelExchange.answered(answer.extras().special().object("llm_response"));
        return text == null ? end : end.withMessage(ModelExchange.with(said, text));
    }

    /** Returns whether an answer did not come to its end; how it ended stays as it is then. */
    private static boolean isBroken(Message.Assistant answer) {
        return answer.stopReason() == StopReason.ERROR || answer.stopReason() == StopReason.ABORTED;
    }

    private ContextWithSystem tools(ShellHook hook, ContextWithSystem context, HookContext ctx)
            throws InterruptedException {
        var answer = firing.run(hook, firing.facts(ctx).with(Fact.LLM_REQUEST, request(context, ctx)), ctx);
        var wanted = answer.extras().special().object("toolConfig");
        boolean none = "NONE".equals(wanted.get("mode"));
        if (!none && !wanted.has("allowedFunctionNames")) {
            return context;
        }
        var names = none ? Set.<String>of() : own(hook, wanted.strings("allowedFunctionNames"));
        return context.withMessages(context.messages().stream()
                .map(message -> message instanceof Message.SystemPrompt prompt ? only(prompt, names) : message)
                .toList());
    }

    /** The names of tools here that a hook means. */
    private static Set<String> own(ShellHook hook, List<String> names) {
        var own = hook.dialect().tools().values().stream()
                .filter(form -> form.names().stream().anyMatch(names::contains))
                .map(ToolForm::own)
                .collect(Collectors.toSet());
        own.addAll(names);
        return own;
    }

    private static Message only(Message.SystemPrompt prompt, Set<String> names) {
        return prompt.withTools(prompt.toolsAdded().stream()
                .filter(tool -> names.contains(tool.string("name", "")))
                .toList());
    }
}
