package dev.pawl.shellhooks;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.message.Body;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Delivery;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.trace.TraceNote;
import dev.pawl.shellhooks.answer.Answer;
import dev.pawl.shellhooks.answer.AnswerReader;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.dialect.EventForm.Blocking;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.Handler;
import dev.pawl.shellhooks.file.HttpRules;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import dev.pawl.shellhooks.run.HookRun;
import dev.pawl.shellhooks.run.Runner;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs one hook where it is meant, and reports the result. */
final class Firing {
    private static final int HEAD = 300;
    static final String CALL_OF_HOOK = "hook-";

    private final Runner runner;
    private final HttpRules http;
    private final State state;
    private final HookMatch match;
    private final ChangedHooks changed;
    private final SharedTime time;
    private final Surroundings session;

    Firing(
            Runner runner,
            HttpRules http,
            State state,
            HookMatch match,
            ChangedHooks changed,
            SharedTime time,
            Surroundings session) {
        this.session = session;
        this.time = time;
        this.runner = runner;
        this.http = http;
        this.state = state;
        this.match = match;
        this.changed = changed;
    }

    /** Whether a hook is meant. */
    boolean isMeant(ShellHook hook, Facts facts) {
        return match.is(hook, facts);
    }

    /** What a hook answers; null if it is not meant, or runs in the background, or it failed and does not block then. */
    @Nullable
    Answer run(ShellHook hook, Facts facts, HookContext ctx) throws InterruptedException {
        return run(hook, facts, Map.of(), ctx);
    }

    @Nullable
    Answer run(ShellHook hook, Facts facts, Map<String, String> variables, HookContext ctx)
            throws InterruptedException {
        if (!isMeant(hook, facts) || isOwnCall(hook, facts)) {
            return null;
        }
        facts.withKnown(Fact.PROMPT_ID, state.promptId());
        withTranscript(hook, facts, ctx);
        reportFile(hook, ctx);
        var different = changed.script(hook);
        if (different != null) {
            return notRun(hook, different, ctx);
        }
        // Behind the look at the script: one that was refused did not run.
        if (isOver(hook)) {
            return null;
        }
        // At the end of a session nothing goes on in the background.
        if (hook.handler() instanceof Handler.Command command
                && command.background()
                && hook.moment() != Moment.SESSION_END) {
            Thread.ofVirtual()
                    .name("hook " + command.shown())
                    .start(() -> behind(hook, command, facts, variables, ctx));
            TraceNote.add(hook.handler().shown() + ": started in the background");
            return null;
        }
        var ran = shown(hook, facts, variables, ctx);
        if (ran == null) {
            TraceNote.add(hook.handler().shown() + ": goes on in the background");
            return null;
        }
        return answer(hook, ran, ctx);
    }

    /** Where the settings want it, hooks read the session in the lines of Claude Code. */
    private void withTranscript(ShellHook hook, Facts facts, HookContext ctx) {
        var transcripts = session.transcripts();
        if (transcripts == null || facts.get(Fact.SESSION_FILE) == null) {
            return;
        }
        try {
            facts.with(Fact.TRANSCRIPT, transcripts.of(ctx, hook.moment()).toString());
        } catch (IOException e) {
            if (state.first("transcript")) {
                warn(ctx, "The transcript for hooks cannot be written: " + e.getMessage());
            }
        }
    }

    /** Runs a hook, with what it wants shown beside the working indicator; null if it goes on in the background. */
    private @Nullable Ran shown(ShellHook hook, Facts facts, Map<String, String> variables, HookContext ctx)
            throws InterruptedException {
        var limit = time.limit(hook, facts);
        try (var _ = session.status().show(hook.source().status(), ctx.ui())) {
            return OwnTime.of(
                    ctx,
                    () -> runner.runOrLeave(
                            new HookRun(hook, limit, http, facts, variables, ctx), ran -> arrived(hook, ran, ctx)));
        }
    }

    /** Whether a hook that runs only once did. */
    private boolean isOver(ShellHook hook) {
        return hook.limits().once() && !state.first("ran " + hook.source().place());
    }

    /** What is loaded runs until it is read again; that its file is different is reported once. */
    private void reportFile(ShellHook hook, HookContext ctx) {
        var became = changed.file(hook);
        if (became != null && state.first(hook.source().file() + " " + became)) {
            warn(
                    ctx,
                    hook.source().file() + " " + became + " since its hooks were loaded. They run as they were"
                            + " then; /reload reads the file again.");
        }
    }

    /** A script that no user has looked at does not run, and what its hook would decide about is refused. */
    private @Nullable Answer notRun(ShellHook hook, String different, HookContext ctx) {
        var why = "The hook " + hook.handler().shown() + " of " + hook.source().file() + " does not run: " + different
                + " since the project was trusted; review it, then use /trust or pawl trust approve.";
        TraceNote.add(hook.event().name() + " " + cut(hook.handler().shown()) + ": not run, " + different);
        if (state.first(why)) {
            warn(ctx, why);
        }
        boolean gate =
                hook.event().blocking() == Blocking.BLOCKS && !hook.moment().isStop();
        return gate ? Answer.deny(why) : null;
    }

    /**
     * A hook that calls tools is not asked about calls that hooks make, or it would never come to an end. No call of a model
     * is one of them, nor one of a subagent that it starts, whatever id the model gives to its call.
     */
    private boolean isOwnCall(ShellHook hook, Facts facts) {
        return hook.handler().callsTools()
                && facts.get(Fact.AGENT_ID) instanceof String above
                && above.startsWith(CALL_OF_HOOK)
                && !state.isOfModel(above);
    }

    private @Nullable Answer answer(ShellHook hook, Ran ran, HookContext ctx) {
        try {
            var answer = AnswerReader.of(hook, runner::keep).read(ran);
            TraceNote.add(words(hook, ran) + ": " + answer.shown());
            show(ctx, answer.user());
            unused(hook, answer, ctx);
            return answer;
        } catch (AnswerReader.Failed e) {
            var why = String.valueOf(e.getMessage());
            boolean blocks = hook.blocksOnFailure();
            TraceNote.add(words(hook, ran) + ": failed, " + why + (blocks ? "; that blocks" : ""));
            if (blocks) {
                return Answer.deny("The hook " + hook.handler().shown() + " " + why);
            }
            warn(
                    ctx,
                    hook.source().file() + ": the hook " + hook.handler().shown() + " at "
                            + hook.event().name() + " " + why);
            return null;
        }
    }

    /** Names what of an answer does nothing here, once for each hook. */
    private void unused(ShellHook hook, Answer answer, HookContext ctx) {
        for (var field : answer.extras().unused()) {
            if (state.first(hook.source().file() + hook.source().place() + field)) {
                warn(
                        ctx,
                        hook.source().file() + ": " + hook.source().place() + ": the hook answered with " + field
                                + ", which has no effect here.");
            }
        }
    }

    /** Lets a subagent ask no model. */
    void refuse(String agentId, String why) {
        state.refuse(agentId, why);
    }

    /** Why a subagent may ask no model; null if it may. */
    @Nullable
    String refusal(@Nullable String agentId) {
        return agentId == null ? null : state.refusal(agentId);
    }

    /** How often in a row a subagent was sent back to work. */
    int sentBack(String agentId, boolean again) {
        return again ? state.sentBack(agentId) : 0;
    }

    /** Whether a hook may send a subagent back to work once more. */
    boolean mayGoOn(ShellHook hook, String agentId, boolean again, HookContext ctx) {
        int most = hook.limits().loops();
        boolean may = state.sentBack(agentId, again) <= most || most == 0;
        if (!may) {
            warn(
                    ctx,
                    "The hook " + hook.handler().shown() + " sent a subagent back to work " + most
                            + " times in a row; now it stops.");
        }
        return may;
    }

    /** What ran, how it ended, how long it took, and the head of what it wrote to standard error. */
    private static String words(ShellHook hook, Ran ran) {
        var head = AnswerReader.firstLine(ran.error());
        return hook.event().name()
                + " "
                + cut(hook.handler().shown())
                + (ran.failure() == null ? ", exit " + ran.exit() : "")
                + ", " + millis(ran.nanos()) + " ms"
                + (head.isEmpty() ? "" : ", stderr: " + cut(head));
    }

    /** With one decimal. No formatter: each run of a hook has its time noted. */
    private static String millis(long nanos) {
        long tenths = Math.round(nanos / 1e5);
        return tenths / 10 + "." + tenths % 10;
    }

    private static String cut(String text) {
        return text.length() <= HEAD ? text : text.substring(0, HEAD) + "…";
    }

    /** Runs a hook in the background: its texts arrive with the next turn. */
    private void behind(
            ShellHook hook, Handler.Command command, Facts facts, Map<String, String> variables, HookContext ctx) {
        try {
            var ran = runner.runBehind(new HookRun(hook, time.limit(hook, facts), http, facts, variables, ctx));
            if (command.wakes() && ran.failure() == null && ran.exit() == 2) {
                var words = ran.error().isBlank() ? ran.output() : ran.error();
                ctx.messages()
                        .send(
                                new HookMessage("hook", Body.of(words.strip()), true, null),
                                ctx.session().isIdle() ? Delivery.TRIGGER : Delivery.STEER);
                return;
            }
            arrived(hook, ran, ctx);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The session was left meanwhile.
        }
    }

    /** Takes in what a hook in the background answered. */
    private void arrived(ShellHook hook, Ran ran, HookContext ctx) {
        try {
            var answer = AnswerReader.of(hook, runner::keep).readLate(ran);
            if (!answer.context().isEmpty()) {
                state.add(answer.context());
            }
            show(ctx, answer.user());
        } catch (AnswerReader.Failed e) {
            warn(ctx, hook.source().file() + ": the hook " + hook.handler().shown() + " " + e.getMessage());
        } catch (IllegalStateException e) {
            // The session was left meanwhile.
        }
    }

    /** Reports a block where nothing can be stopped any more: to the user, or to the model with the next turn. */
    void late(ShellHook hook, @Nullable Answer answer, HookContext ctx) {
        if (answer == null) {
            return;
        }
        if (answer.denies() && hook.event().blocking() == Blocking.REPORTED_TO_USER) {
            warn(ctx, answer.reason());
        }
        if (!answer.context().isEmpty()) {
            state.add(answer.context());
        }
        var title = answer.extras().title();
        if (title != null) {
            ctx.session().rename(title);
        }
    }

    void show(HookContext ctx, String text) {
        if (!text.isEmpty()) {
            ctx.ui().notify(text, Severity.INFO);
        }
    }

    void warn(HookContext ctx, String text) {
        if (!text.isEmpty()) {
            ctx.ui().notify(text, Severity.WARNING);
        }
    }
}
