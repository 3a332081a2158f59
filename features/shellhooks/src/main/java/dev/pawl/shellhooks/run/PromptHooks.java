package dev.pawl.shellhooks.run;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.file.Handler;
import dev.pawl.shellhooks.file.ShellHook;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs hooks that are questions to a model, which answers {@code {"ok": true}} or {@code {"ok": false, "reason": "…"}}. */
final class PromptHooks {
    private static final String ARGUMENTS = "$ARGUMENTS";
    private static final String ROLE = "You check one step of a coding agent. Answer with one JSON object and nothing"
            + " else: {\"ok\": true} if the step may be taken, {\"ok\": false, \"reason\": \"why\"} if not. Add"
            + " \"impossible\": true if what is asked for can never be reached.";

    Ran run(ShellHook hook, Handler.Prompt prompt, JsonObject payload, Duration limit, @Nullable HookContext ctx)
            throws InterruptedException {
        return run(hook, prompt.prompt(), prompt.model(), payload, limit, ctx, PromptHooks::ask);
    }

    /** The same with a model that may look at files before it answers. */
    Ran run(ShellHook hook, Handler.Agent agent, JsonObject payload, Duration limit, @Nullable HookContext ctx)
            throws InterruptedException {
        return run(
                hook,
                agent.prompt(),
                agent.model(),
                payload,
                limit,
                ctx,
                (session, model, text) -> AgentHooks.ask(session, model, ROLE, text));
    }

    /** Has a model answer. */
    private interface Asking {
        Message.Assistant ask(HookContext ctx, Model model, String text) throws Exception;
    }

    private static Message.Assistant ask(HookContext ctx, Model model, String text) throws Exception {
        return ctx.models()
                .complete(
                        model,
                        new ModelRequest(
                                ROLE,
                                List.of(Message.user(text, System.currentTimeMillis())),
                                List.of(),
                                ThinkingLevel.OFF,
                                null,
                                JsonObject.empty()));
    }

    private static Ran run(
            ShellHook hook,
            String prompt,
            @Nullable String wanted,
            JsonObject payload,
            Duration limit,
            @Nullable HookContext ctx,
            Asking asking)
            throws InterruptedException {
        long from = System.nanoTime();
        var model = ctx == null ? null : model(wanted, ctx);
        if (ctx == null || model == null) {
            return Ran.failed("there is no model to ask" + (wanted == null ? "" : ": " + wanted), "", 0);
        }
        var text =
                prompt.contains(ARGUMENTS) ? prompt.replace(ARGUMENTS, payload.toString()) : prompt + "\n\n" + payload;
        var asked = new FutureTask<>(() -> asking.ask(ctx, model, text));
        var thread = Thread.ofVirtual().name("prompt of a hook").start(asked);
        try {
            return ran(hook, asked.get(limit.toNanos(), TimeUnit.NANOSECONDS), System.nanoTime() - from);
        } catch (TimeoutException e) {
            return Ran.failed("the model did not answer in time", "", System.nanoTime() - from);
        } catch (ExecutionException e) {
            return Ran.failed("the model could not be asked: " + e.getCause(), "", System.nanoTime() - from);
        } finally {
            thread.interrupt();
        }
    }

    /** What the model answered, in the words of a command. */
    private static Ran ran(ShellHook hook, Message.Assistant answer, long nanos) {
        if (answer.errorMessage() != null) {
            return Ran.failed("the model could not be asked: " + answer.errorMessage(), "", nanos);
        }
        var text = answer.text();
        int start = text.indexOf('{');
        int end = text.lastIndexOf('}');
        try {
            var json = JsonObject.parse(start < 0 || end < start ? text : text.substring(start, end + 1));
            if (!(json.get("ok") instanceof Boolean ok)) {
                return Ran.failed("the model answered without ok: " + text, "", nanos);
            }
            var reason = json.string("reason", "The check failed.");
            if (!ok && hook.moment().isStop() && json.bool("impossible", false)) {
                // An agent that is sent back to work for it would never stop.
                var user = hook.dialect().answers().user().getFirst();
                return new Ran(0, JsonObject.of(user, reason).toString(), "", nanos, null);
            }
            boolean ends = !ok && hook.handler() instanceof Handler.Prompt prompt && prompt.ends();
            var output = ends
                    ? JsonObject.of("continue", false, "stopReason", reason).toString()
                    : "";
            return ok ? new Ran(0, "", "", nanos, null) : new Ran(2, output, reason, nanos, null);
        } catch (IllegalArgumentException e) {
            return Ran.failed("the model answered what is no JSON: " + text, "", nanos);
        }
    }

    private static @Nullable Model model(@Nullable String wanted, HookContext ctx) {
        if (wanted == null) {
            return ctx.models().current();
        }
        for (var model : ctx.models().available()) {
            if (model.reference().equals(wanted) || model.id().equals(wanted)) {
                return model;
            }
        }
        // Names such as haiku mean a model of another agent; the session's answers then.
        return ctx.models().current();
    }
}
