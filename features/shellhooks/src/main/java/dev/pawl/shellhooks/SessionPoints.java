package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.SessionStop;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs the hooks of prompts, sessions and the end of runs. */
final class SessionPoints {
    private static final Duration IDLE = Duration.ofSeconds(60);

    private final List<ShellHook> hooks;
    private final Firing firing;
    private final State state;
    private final Path project;
    private final EnvFiles variables;

    SessionPoints(List<ShellHook> hooks, Firing firing, State state, Path project, EnvFiles variables) {
        this.hooks = hooks;
        this.firing = firing;
        this.state = state;
        this.project = project;
        this.variables = variables;
    }

    void install(Host host) {
        hooks.forEach(hook -> install(host, hook));
        if (hooks.stream().anyMatch(hook -> hook.moment() == Moment.RESPONSE)) {
            host.markdownTransformer(
                    (text, shown) -> shown.kind() == MarkdownTransformer.Kind.ASSISTANT && !shown.streaming()
                            ? state.display(text)
                            : text);
        }
        // What hooks of any moment want the model to know; without hooks there is nothing.
        host.on(HookPoints.BEFORE_AGENT_START, (start, ctx) -> {
            state.prompted(promptId(ctx));
            var changed = start;
            for (var text : state.take()) {
                changed = changed.inject(new HookMessage("hook", Body.of(text), false, null));
            }
            return changed;
        });
    }

    private void install(Host host, ShellHook hook) {
        switch (hook.moment()) {
            case PROMPT -> host.on(HookPoints.INPUT, (input, ctx) -> prompt(hook, input, ctx));
            case EXPANSION -> host.on(HookPoints.INPUT, (input, ctx) -> expansion(hook, input, ctx));
            case EXPANDED ->
                host.on(HookPoints.BEFORE_AGENT_START, (start, ctx) -> {
                    if (start.prompt() != null) {
                        firing.late(hook, firing.run(hook, facts(ctx).with(Fact.PROMPT, start.prompt()), ctx), ctx);
                    }
                    return start;
                });
            case SESSION_START -> {
                host.on(HookPoints.SESSION_START, (start, ctx) -> {
                    var source = source(start.reason());
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
                        firing.late(hook, firing.run(hook, facts(ctx).with(Fact.REASON, reason), ctx), ctx);
                    }
                });
            case STOP -> host.on(HookPoints.SESSION_STOP, (stop, ctx) -> stop(hook, stop, ctx));
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
                    if (answer != null && (answer.denies() || answer.ending())) {
                        firing.warn(ctx, answer.reason());
                        return compact.cancel();
                    }
                    firing.late(hook, answer, ctx);
                    return compact.proceed();
                });
            case POST_COMPACT ->
                host.on(
                        HookPoints.SESSION_COMPACT,
                        (compact, ctx) -> firing.late(
                                hook,
                                firing.run(
                                        hook,
                                        facts(ctx)
                                                .with(Fact.TRIGGER, trigger(compact.reason()))
                                                .with(
                                                        Fact.SUMMARY,
                                                        compact.compactionEntry()
                                                                .summary()),
                                        ctx),
                                ctx));
            case NOTIFICATION -> notification(host, hook);
            case RESPONSE, THOUGHT ->
                host.on(HookPoints.MESSAGE_END, (end, ctx) -> {
                    if (end.message() instanceof Message.Assistant answer) {
                        var text = hook.moment() == Moment.RESPONSE ? answer.text() : thought(answer);
                        if (!text.isBlank()) {
                            var shown = firing.run(hook, facts(ctx).with(Fact.TEXT, text), ctx);
                            display(
                                    answer,
                                    shown == null ? null : shown.extras().display());
                        }
                    }
                    return end;
                });
            case ELICITATION, ELICITATION_RESULT -> ElicitationPoints.install(host, hook, firing, project);
            default -> AgentPoints.install(host, hook, firing, project);
        }
    }

    private Facts facts(HookContext ctx) {
        return Facts.of(ctx, project);
    }

    private Decision<Input, Input.Handled> prompt(ShellHook hook, Input input, HookContext ctx)
            throws InterruptedException {
        state.happened();
        var source = input.source() == Input.Source.EXTENSION
                ? "system"
                : input.source() == Input.Source.RPC ? "sdk" : "user";
        state.prompted(promptId(ctx));
        var answer = firing.run(hook, facts(ctx).with(Fact.PROMPT, input.text()).with(Fact.SOURCE, source), ctx);
        if (answer != null && (answer.denies() || answer.ending())) {
            firing.warn(ctx, "A hook blocked the prompt: " + answer.reason());
            return input.handled();
        }
        firing.late(hook, answer, ctx);
        return input.proceed();
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
        if (answer != null && (answer.denies() || answer.ending())) {
            firing.warn(ctx, "A hook blocked /" + name + ": " + answer.reason());
            return input.handled();
        }
        firing.late(hook, answer, ctx);
        return input.proceed();
    }

    private void started(ShellHook hook, String source, HookContext ctx) throws InterruptedException {
        var usage = ctx.session().contextUsage();
        var facts = facts(ctx)
                .with(Fact.SOURCE, source)
                .withKnown(Fact.CONTEXT_TOKENS, usage == null ? null : usage.tokens());
        var answer = variables.collecting(hook, more -> firing.run(hook, facts, more, ctx));
        firing.late(hook, answer, ctx);
        if (answer != null && answer.ending()) {
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

    private Decision<SessionStop, SessionStop.Continue> stop(ShellHook hook, SessionStop stop, HookContext ctx)
            throws InterruptedException {
        var last = stop.lastAssistantMessage();
        var answer = firing.run(
                hook,
                facts(ctx)
                        .with(Fact.STOP_ACTIVE, stop.stopHookActive())
                        .with(Fact.LAST_MESSAGE, last == null ? null : last.text())
                        .with(Fact.STATUS, "completed")
                        .with(Fact.PROMPT, hook.event().fields().containsValue(Fact.PROMPT) ? prompt(ctx) : null)
                        .with(Fact.LOOP_COUNT, stop.stopHookActive() ? state.sentBack() : 0),
                ctx);
        if (answer == null || answer.ending() || !answer.denies()) {
            return stop.stop();
        }
        int most = hook.limits().loops();
        if (state.sentBack(stop.stopHookActive()) > most && most > 0) {
            firing.warn(
                    ctx,
                    "The hook " + hook.handler().shown() + " sent the agent back to work " + most
                            + " times in a row; now it stops.");
            return stop.stop();
        }
        return stop.goOn(answer.reason().isBlank() ? "A hook wants you to go on." : answer.reason());
    }

    private void notification(Host host, ShellHook hook) {
        host.on(HookPoints.UI_PROMPT_START, (prompt, ctx) -> {
            var title = prompt.title() == null ? "" : prompt.title();
            firing.run(
                    hook,
                    facts(ctx)
                            .with(Fact.NOTIFICATION_TYPE, "permission_prompt")
                            .with(Fact.TITLE, title)
                            .with(Fact.MESSAGE, title.isEmpty() ? "A dialog waits for you." : title),
                    ctx);
        });
        host.on(HookPoints.AGENT_START, (_, _) -> state.happened());
        host.on(HookPoints.AGENT_SETTLED, (_, ctx) -> {
            int number = state.happened();
            Thread.ofVirtual().name("idle notification").start(() -> idle(hook, number, ctx));
        });
    }

    private void idle(ShellHook hook, int number, HookContext ctx) {
        try {
            Thread.sleep(IDLE);
            if (state.isStill(number)) {
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
                state.display(text.text(), left);
                left = "";
            }
        }
    }

    /** The same for all events of one prompt: it begins behind the same entry. */
    private static String promptId(HookContext ctx) {
        var place = ctx.session().id() + "/" + ctx.session().leafId();
        return UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8)).toString();
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

    private static @Nullable String source(SessionStart.Reason reason) {
        return switch (reason) {
            case STARTUP -> "startup";
            case RESUME -> "resume";
            case NEW -> "clear";
            case FORK -> "fork";
            case RELOAD -> null;
        };
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
