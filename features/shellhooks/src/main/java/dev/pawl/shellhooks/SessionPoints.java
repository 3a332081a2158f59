package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.SessionStop;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs the hooks of prompts, sessions and the end of runs. */
final class SessionPoints {
    private static final Duration IDLE = Duration.ofSeconds(60);

    private static final int MOST_DISPLAYED = 200;

    private final FileHook file;
    private final Firing firing;
    private final AgentPoints agents;
    private final EnvFiles variables;

    /** Grows with everything that happens. */
    private final AtomicInteger activity = new AtomicInteger();

    /** The texts of the model for which the screen shows others. */
    private final Map<String, String> displayed = new LinkedHashMap<>();

    SessionPoints(FileHook file, Firing firing, EnvFiles variables) {
        this.file = file;
        this.firing = firing;
        this.agents = new AgentPoints(firing);
        this.variables = variables;
    }

    void install(Host host) {
        file.hooks().forEach(hook -> install(host, hook));
        var onPrompts = file.hooks(Moment.PROMPT);
        if (!onPrompts.isEmpty()) {
            host.on(HookPoints.INPUT, (input, ctx) -> prompt(onPrompts, input, ctx));
        }
        var atStop = file.hooks(Moment.STOP);
        if (!atStop.isEmpty()) {
            host.on(HookPoints.SESSION_STOP, (stop, ctx) -> stop(atStop, stop, ctx));
        }
        if (!file.hooks(Moment.RESPONSE).isEmpty()) {
            host.markdownTransformer((text, shown) ->
                    shown.kind() == MarkdownTransformer.Kind.ASSISTANT && !shown.streaming() ? displayed(text) : text);
        }
    }

    private void install(Host host, ShellHook hook) {
        switch (hook.moment()) {
            case EXPANSION -> host.on(HookPoints.INPUT, (input, ctx) -> expansion(hook, input, ctx));
            case EXPANDED ->
                host.on(HookPoints.BEFORE_AGENT_START, (start, ctx) -> {
                    if (start.prompt() != null) {
                        firing.report(hook, facts(ctx).with(Fact.PROMPT, start.prompt()), ctx);
                    }
                    return start;
                });
            case SESSION_START -> {
                host.on(HookPoints.SESSION_START, (start, ctx) -> {
                    var source = source(start.reason(), ctx.session());
                    if (source != null) {
                        started(hook, source, ctx);
                    }
                });
                host.on(HookPoints.SESSION_COMPACT, (_, ctx) -> started(hook, "compact", ctx));
            }
            case SESSION_END ->
                host.on(HookPoints.SESSION_SHUTDOWN, (end, ctx) -> {
                    var reason = reason(end.reason(), ctx);
                    if (reason != null) {
                        firing.report(hook, facts(ctx).with(Fact.REASON, reason), ctx);
                    }
                });
            case STOP_FAILURE ->
                host.on(HookPoints.AGENT_END, (end, ctx) -> {
                    if (!end.willRetry()
                            && !end.messages().isEmpty()
                            && end.messages().getLast() instanceof Message.Assistant answer
                            && answer.stopReason() == StopReason.ERROR) {
                        var words = Objects.requireNonNullElse(answer.errorMessage(), "");
                        firing.run(
                                hook,
                                facts(ctx)
                                        .with(Fact.ERROR, FailureKind.of(words))
                                        .with(Fact.MESSAGE, words),
                                ctx);
                    }
                });
            case PRE_COMPACT ->
                host.on(HookPoints.SESSION_BEFORE_COMPACT, (compact, ctx) -> {
                    var answer = firing.run(
                            hook,
                            facts(ctx)
                                    .with(Fact.TRIGGER, trigger(compact.reason()))
                                    .with(Fact.INSTRUCTIONS, compact.customInstructions()),
                            ctx);
                    if (answer.refuses()) {
                        firing.warn(ctx, answer.reason());
                        return compact.cancel();
                    }
                    firing.report(hook, answer, ctx);
                    return compact.proceed();
                });
            case POST_COMPACT ->
                host.on(
                        HookPoints.SESSION_COMPACT,
                        (compact, ctx) -> firing.report(
                                hook,
                                facts(ctx)
                                        .with(Fact.TRIGGER, trigger(compact.reason()))
                                        .with(
                                                Fact.SUMMARY,
                                                compact.compactionEntry().summary()),
                                ctx));
            case NOTIFICATION -> notification(host, hook);
            case RESPONSE, THOUGHT ->
                host.on(HookPoints.MESSAGE_END, (end, ctx) -> {
                    if (end.message() instanceof Message.Assistant answer) {
                        var text = hook.moment() == Moment.RESPONSE ? answer.text() : thought(answer);
                        if (!text.isBlank()) {
                            var shown = firing.run(hook, facts(ctx).with(Fact.TEXT, text), ctx);
                            display(answer, shown.extras().display());
                        }
                    }
                    return end;
                });
            case ELICITATION, ELICITATION_RESULT -> ElicitationPoints.install(host, hook, firing);
            default -> agents.install(host, hook);
        }
    }

    private Facts facts(HookContext ctx) {
        return firing.facts(ctx);
    }

    /** Shows a prompt to all hooks of the file: a block keeps none of them from running. */
    private Decision<Input, Input.Handled> prompt(List<ShellHook> hooks, Input input, HookContext ctx)
            throws InterruptedException {
        activity.incrementAndGet();
        var source = input.source() == Input.Source.EXTENSION
                ? "system"
                : input.source() == Input.Source.RPC ? "sdk" : "user";
        firing.prompted(ctx);
        boolean blocked = false;
        for (var hook : hooks) {
            var answer =
                    firing.run(hook, facts(ctx).with(Fact.PROMPT, input.text()).with(Fact.SOURCE, source), ctx);
            if (answer.refuses()) {
                blocked = true;
                firing.warn(ctx, "A hook blocked the prompt: " + answer.reason());
            }
            firing.tell(answer, ctx);
        }
        return blocked ? input.handled() : input.proceed();
    }

    /** A prompt that begins with the name of a template or a skill. */
    private Decision<Input, Input.Handled> expansion(ShellHook hook, Input input, HookContext ctx)
            throws InterruptedException {
        var text = input.text();
        int end = text.indexOf(' ') < 0 ? text.length() : text.indexOf(' ');
        var name = text.startsWith("/") ? text.substring(1, end) : "";
        var called = ctx.tools().commands().stream()
                .filter(command -> command.kind() != CommandInfo.Kind.EXTENSION
                        && command.name().equals(name))
                .findFirst();
        if (called.isEmpty()) {
            return input.proceed();
        }
        var facts = facts(ctx)
                .with(Fact.COMMAND_NAME, name)
                .with(Fact.COMMAND_ARGS, text.substring(end).strip())
                .with(Fact.COMMAND_SOURCE, called.get().source().scope().name().toLowerCase(Locale.ROOT))
                .with(Fact.PROMPT, text);
        var answer = firing.run(hook, facts, ctx);
        firing.tell(answer, ctx);
        if (answer.refuses()) {
            firing.warn(ctx, "A hook blocked /" + name + ": " + answer.reason());
            return input.handled();
        }
        return input.proceed();
    }

    private void started(ShellHook hook, String source, HookContext ctx) throws InterruptedException {
        var usage = ctx.session().contextUsage();
        var facts = facts(ctx)
                .with(Fact.SOURCE, source)
                .withKnown(Fact.CONTEXT_TOKENS, usage == null ? null : usage.tokens());
        var answer = variables.collecting(hook, more -> firing.run(hook, facts, more, ctx));
        firing.report(hook, answer, ctx);
        if (answer.ending()) {
            firing.warn(ctx, answer.reason().isEmpty() ? "A hook ended the session." : answer.reason());
            ctx.project().shutdown();
        }
    }

    /** The last prompt of the user; null if there is none. */
    private static @Nullable String prompt(HookContext ctx) {
        for (var entry : ctx.session().branch().reversed()) {
            if (entry instanceof Entry.MessageEntry kept && kept.message() instanceof Message.User user) {
                return user.text();
            }
        }
        return null;
    }

    /** Asks all hooks of the file; the agent works on by the reasons of all that want it to. */
    private Decision<SessionStop, SessionStop.Continue> stop(List<ShellHook> hooks, SessionStop stop, HookContext ctx)
            throws InterruptedException {
        var last = stop.lastAssistantMessage();
        boolean again = stop.stopHookActive();
        int count = firing.sentBack("", again);
        boolean ending = false;
        var reasons = new LinkedHashMap<ShellHook, String>();
        for (var hook : hooks) {
            var answer = firing.run(
                    hook,
                    facts(ctx)
                            .with(Fact.STOP_ACTIVE, again)
                            .with(Fact.LAST_MESSAGE, last == null ? null : last.text())
                            .with(Fact.STATUS, "completed")
                            .with(Fact.PROMPT, hook.event().fields().containsValue(Fact.PROMPT) ? prompt(ctx) : null)
                            .with(Fact.LOOP_COUNT, count),
                    ctx);
            ending |= answer.ending();
            if (answer.denies()) {
                reasons.put(hook, answer.reason(Firing.GO_ON));
            }
        }
        if (ending || reasons.isEmpty() || !firing.maySendBack(reasons.keySet(), "", again, ctx)) {
            return stop.stop();
        }
        return stop.goOn(String.join("\n\n", reasons.values()));
    }

    private void notification(Host host, ShellHook hook) {
        host.on(HookPoints.UI_PROMPT_START, (prompt, ctx) -> {
            var title = prompt.title() == null ? "" : prompt.title();
            firing.run(
                    hook,
                    facts(ctx)
                            .with(Fact.NOTIFICATION_TYPE, "permission_prompt")
                            .with(Fact.TITLE, title)
                            .with(Fact.DETAILS, JsonObject.of("type", "info", "title", title))
                            .with(Fact.MESSAGE, title.isEmpty() ? "A dialog waits for you." : title),
                    ctx);
        });
        host.on(HookPoints.AGENT_START, (_, _) -> activity.incrementAndGet());
        host.on(HookPoints.AGENT_SETTLED, (_, ctx) -> {
            int number = activity.incrementAndGet();
            Thread.ofVirtual().name("idle notification").start(() -> idle(hook, number, ctx));
        });
    }

    private void idle(ShellHook hook, int number, HookContext ctx) {
        try {
            Thread.sleep(IDLE);
            if (activity.get() == number) {
                firing.run(
                        hook,
                        facts(ctx)
                                .with(Fact.NOTIFICATION_TYPE, "idle_prompt")
                                .with(Fact.MESSAGE, "The agent waits for your input."),
                        ctx);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The session was left meanwhile.
        }
    }

    /** On the screen another text takes the place of an answer: of its first part, and of all others nothing is left. */
    private void display(Message.Assistant answer, @Nullable String instead) {
        var left = instead;
        for (var block : answer.content()) {
            if (left != null && block instanceof Content.Text text) {
                display(text.text(), left);
                left = "";
            }
        }
    }

    private synchronized void display(String text, String instead) {
        displayed.put(text.strip(), instead);
        if (displayed.size() > MOST_DISPLAYED) {
            displayed.remove(displayed.keySet().iterator().next());
        }
    }

    private synchronized String displayed(String text) {
        return displayed.getOrDefault(text.strip(), text);
    }

    private static String thought(Message.Assistant answer) {
        var text = new StringBuilder();
        for (var block : answer.content()) {
            if (block instanceof Content.Thinking thinking) {
                text.append(thinking.thinking());
            }
        }
        return text.toString();
    }

    private static @Nullable String source(SessionStart.Reason reason, SessionView session) {
        return switch (reason) {
            case STARTUP -> session.messages().isEmpty() ? "startup" : isCopy(session) ? "fork" : "resume";
            case RESUME -> "resume";
            case NEW -> "clear";
            case FORK -> "fork";
            case RELOAD -> null;
        };
    }

    /** Returns whether the session was made from another one and has no message that is newer than itself. */
    private static boolean isCopy(SessionView session) {
        var made = session.header().timestamp();
        return session.header().parentSession() != null
                && session.branch().stream()
                        .filter(Entry.MessageEntry.class::isInstance)
                        .noneMatch(entry -> entry.timestamp().isAfter(made));
    }

    private static @Nullable String reason(SessionShutdown.Reason reason, HookContext ctx) {
        return switch (reason) {
            case QUIT -> ctx.ui().mode() == Mode.TUI ? "prompt_input_exit" : "other";
            case NEW -> "clear";
            case RESUME -> "resume";
            case FORK -> "other";
            case RELOAD -> null;
        };
    }

    static String trigger(CompactionReason reason) {
        return reason == CompactionReason.MANUAL ? "manual" : "auto";
    }
}
