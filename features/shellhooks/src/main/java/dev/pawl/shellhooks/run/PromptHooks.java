package dev.pawl.shellhooks.run;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.file.Handler;
import dev.pawl.shellhooks.file.ShellHook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

    private static final int MOST_TURNS = 50;
    private static final Set<String> TOOLS = Set.of("read", "grep", "find", "ls");

    Ran run(HookRun run, Handler.Prompt prompt) throws InterruptedException {
        return run(run, prompt.prompt(), prompt.model(), 0);
    }

    /** The same with a model that may look at files before it answers; its calls go through all gates. */
    Ran run(HookRun run, Handler.Agent agent) throws InterruptedException {
        return run(run, agent.prompt(), agent.model(), MOST_TURNS);
    }

    private static Ran run(HookRun run, String prompt, @Nullable String wanted, int turns) throws InterruptedException {
        var ctx = run.ctx();
        var payload = run.payload();
        var limit = run.limit();
        long from = System.nanoTime();
        var model = ctx == null ? null : model(wanted, ctx);
        if (ctx == null || model == null) {
            return Ran.failed("there is no model to ask" + (wanted == null ? "" : ": " + wanted), "", 0);
        }
        var text =
                prompt.contains(ARGUMENTS) ? prompt.replace(ARGUMENTS, payload.toString()) : prompt + "\n\n" + payload;
        var asked = new FutureTask<>(() -> ask(ctx, model, text, turns));
        var thread = Thread.ofVirtual().name("prompt of a hook").start(asked);
        try {
            return ran(run.hook(), asked.get(limit.toNanos(), TimeUnit.NANOSECONDS), System.nanoTime() - from);
        } catch (TimeoutException e) {
            return Ran.failed("the model did not answer in time", "", System.nanoTime() - from);
        } catch (ExecutionException e) {
            return Ran.failed("the model could not be asked: " + e.getCause(), "", System.nanoTime() - from);
        } finally {
            thread.interrupt();
        }
    }

    /** Returns the last answer: one without tool calls, or one that failed. */
    private static Message.Assistant ask(HookContext ctx, Model model, String prompt, int turns) throws Exception {
        var tools = ctx.tools().all().stream()
                .filter(tool -> TOOLS.contains(tool.name()))
                .map(tool -> JsonObject.of("name", tool.name(), "description", tool.description())
                        .with("parameters", tool.parameters()))
                .toList();
        var messages = new ArrayList<Message>();
        messages.add(Message.user(prompt, System.currentTimeMillis()));
        for (int turn = 0; true; turn++) {
            var request = new ModelRequest(
                    ROLE,
                    List.copyOf(messages),
                    turn < turns ? tools : List.of(),
                    ThinkingLevel.OFF,
                    null,
                    JsonObject.empty());
            var answer = ctx.models().complete(model, request);
            if (answer.errorMessage() != null || answer.toolCalls().isEmpty() || turn >= turns) {
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

    /** Returns what the model answered, in the words of a command. */
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
