package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.message.Body;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Delivery;
import dev.pawl.base.Words;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.trace.TraceNote;
import dev.pawl.shellhooks.answer.Answer;
import dev.pawl.shellhooks.answer.AnswerReader;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.dialect.EventForm.Blocking;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.Handler;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import dev.pawl.shellhooks.run.HookRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Runs one hook where it is meant, and reports the result. */
final class Firing {
    private static final int HEAD = 300;
    static final String CALL_OF_HOOK = "hook-";

    static final String GO_ON = "A hook wants you to go on.";

    private final FileHook file;
    private final Surroundings around;
    private final Activity activity;
    private final ChangedHooks changed;

    /** Texts for the model that wait for the next prompt. */
    private final Queue<String> pending = new ConcurrentLinkedQueue<>();

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Calls of models whose ids look like one of a hook's calls. */
    private final Set<String> ofModel = ConcurrentHashMap.newKeySet();

    /** How often in a row the agent, and each subagent, was sent back to work. */
    private final Map<String, Integer> sentBack = new ConcurrentHashMap<>();

    private volatile @Nullable String promptId;
    private volatile @Nullable String turnId;

    Firing(FileHook file, Activity activity) {
        this.file = file;
        this.around = file.around();
        this.activity = activity;
        this.changed = new ChangedHooks(file.hooks(), around.scripts());
    }

    /** Adds the texts of hooks to prompts; has to be installed behind the hooks. */
    void install(Host host) {
        if (file.hooks().stream().anyMatch(hook -> hook.handler().callsTools())) {
            host.on(HookPoints.TOOL_EXECUTION_START, (start, _) -> {
                if (start.parentToolCallId() == null && start.toolCallId().startsWith(CALL_OF_HOOK)) {
                    ofModel.add(start.toolCallId());
                }
            });
        }
        host.on(HookPoints.BEFORE_AGENT_START, (start, ctx) -> {
            prompted(ctx);
            var changed = start;
            for (var text = pending.poll(); text != null; text = pending.poll()) {
                changed = changed.inject(message(text));
            }
            return changed;
        });
    }

    /**
     * Takes the place in the session for that of the prompt: it is the same for all events of one prompt, and the first one
     * of a run names the turn until the next run.
     */
    void prompted(HookContext ctx) {
        var place = ctx.session().id() + "/" + ctx.session().leafId();
        var id = UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8)).toString();
        promptId = id;
        if (ctx.session().isIdle()) {
            turnId = id;
        }
    }

    static HookMessage message(String text) {
        return new HookMessage("hook", Body.of(text), false, null);
    }

    /** Returns the facts of every event. */
    Facts facts(HookContext ctx) {
        return Facts.of(ctx, around.project());
    }

    /** Runs a hook; it answers nothing if it is not meant, runs in the background, or failed and does not block then. */
    Answer run(ShellHook hook, Facts facts, HookContext ctx) throws InterruptedException {
        return run(hook, facts, Map.of(), ctx);
    }

    Answer run(ShellHook hook, Facts facts, Map<String, String> variables, HookContext ctx)
            throws InterruptedException {
        if (!activity.covers(facts) || !facts.match(hook, around.home()) || isOwnCall(hook, facts)) {
            return Answer.NOTHING;
        }
        facts.withKnown(Fact.PROMPT_ID, promptId).withKnown(Fact.TURN_ID, turnId);
        withTranscript(hook, facts, ctx);
        reportFile(hook, ctx);
        var different = changed.script(hook);
        if (different != null) {
            return notRun(hook, different, ctx);
        }
        var writes = changed.writes(hook);
        // Behind the look at the script: one that was refused did not run.
        if (isOver(hook)) {
            return Answer.NOTHING;
        }
        // At the end of a session nothing goes on in the background.
        if (hook.handler() instanceof Handler.Command command
                && command.background()
                && hook.moment() != Moment.SESSION_END) {
            Thread.ofVirtual()
                    .name("hook " + command.shown())
                    .start(() -> behind(hook, command, facts, variables, ctx));
            TraceNote.add(hook.handler().shown() + ": started in the background");
            return Answer.NOTHING;
        }
        var ran = shown(hook, facts, variables, ctx);
        if (ran == null) {
            TraceNote.add(hook.handler().shown() + ": goes on in the background");
            return Answer.NOTHING;
        }
        if (isGate(hook) && (changed.script(hook) != null || changed.writes(hook) != writes)) {
            return Answer.deny("What the hook " + hook.handler().shown() + " says does not count this time: files that"
                    + " it runs with were written while it ran.");
        }
        return answer(hook, ran, ctx);
    }

    private static boolean isGate(ShellHook hook) {
        return hook.event().blocking() == Blocking.BLOCKS && !hook.moment().isStop();
    }

    /** Where the settings want it, hooks read the session in the lines of Claude Code. */
    private void withTranscript(ShellHook hook, Facts facts, HookContext ctx) {
        var transcripts = around.transcripts();
        if (transcripts == null || facts.get(Fact.SESSION_FILE) == null) {
            return;
        }
        try {
            facts.with(Fact.TRANSCRIPT, transcripts.of(ctx, hook.moment()).toString());
        } catch (IOException e) {
            if (first("transcript")) {
                warn(ctx, "The transcript for hooks cannot be written: " + e.getMessage());
            }
        }
    }

    /** Runs a hook, with what it wants shown beside the working indicator; null if it goes on in the background. */
    private @Nullable Ran shown(ShellHook hook, Facts facts, Map<String, String> variables, HookContext ctx)
            throws InterruptedException {
        var limit = file.time().limit(hook, facts);
        try (var _ = around.status().show(hook.source().status(), ctx.ui())) {
            return OwnTime.of(
                    ctx,
                    () -> around.runner()
                            .runOrLeave(
                                    new HookRun(hook, limit, file.http(), facts, variables, ctx),
                                    ran -> arrived(hook, ran, ctx)));
        }
    }

    /** Whether a hook that runs only once did. */
    private boolean isOver(ShellHook hook) {
        return hook.limits().once() && !first("ran " + hook.source().place());
    }

    /** What is loaded runs until it is read again; that its file is different is reported once. */
    private void reportFile(ShellHook hook, HookContext ctx) {
        var became = changed.file(hook);
        if (became != null && first(hook.source().file() + " " + became)) {
            warn(
                    ctx,
                    hook.source().file() + " " + became + " since its hooks were loaded. They run as they were"
                            + " then; /reload reads the file again.");
        }
    }

    /** A script that no user has looked at does not run, and what its hook would decide about is refused. */
    private Answer notRun(ShellHook hook, String different, HookContext ctx) {
        var why = "The hook " + hook.handler().shown() + " of " + hook.source().file() + " does not run: " + different
                + " since the project was trusted; review it, then use /trust or pawl trust approve.";
        TraceNote.add(
                hook.event().name() + " " + Words.excerpt(hook.handler().shown(), HEAD) + ": not run, " + different);
        if (first(why)) {
            warn(ctx, why);
        }
        return isGate(hook) ? Answer.deny(why) : Answer.NOTHING;
    }

    /**
     * A hook that calls tools is not asked about calls that hooks make, or it would never come to an end. No call of a model
     * is one of them, nor one of a subagent that it starts, whatever id the model gives to its call.
     */
    private boolean isOwnCall(ShellHook hook, Facts facts) {
        return hook.handler().callsTools()
                && facts.get(Fact.AGENT_ID) instanceof String above
                && above.startsWith(CALL_OF_HOOK)
                && ofModel.stream().noneMatch(call -> above.equals(call) || above.startsWith(call + "/"));
    }

    private Answer answer(ShellHook hook, Ran ran, HookContext ctx) {
        try {
            var answer = AnswerReader.of(hook, around.runner()::keep).read(ran);
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
            return Answer.NOTHING;
        }
    }

    /** Names what of an answer does nothing here, once for each hook. */
    private void unused(ShellHook hook, Answer answer, HookContext ctx) {
        for (var field : answer.extras().unused()) {
            if (first(hook.source().file() + hook.source().place() + field)) {
                warn(
                        ctx,
                        hook.source().file() + ": " + hook.source().place() + ": the hook answered with " + field
                                + ", which has no effect here.");
            }
        }
    }

    private boolean first(String text) {
        return reported.add(text);
    }

    /**
     * Returns how often in a row an agent was sent back to work.
     *
     * @param agentId the subagent; empty for the agent itself
     * @param again whether it works because a hook sent it back
     */
    int sentBack(String agentId, boolean again) {
        return again ? sentBack.getOrDefault(agentId, 0) : 0;
    }

    /** Counts that hooks send an agent back to work, and returns whether one of them may do so once more. */
    boolean maySendBack(Collection<ShellHook> hooks, String agentId, boolean again, HookContext ctx) {
        int times = sentBack(agentId, again) + 1;
        sentBack.put(agentId, times);
        for (var hook : hooks) {
            int most = hook.limits().loops();
            if (times <= most || most == 0) {
                return true;
            }
            warn(
                    ctx,
                    "The hook " + hook.handler().shown() + " sent " + (agentId.isEmpty() ? "the agent" : "a subagent")
                            + " back to work " + most + " times in a row; now it stops.");
        }
        return false;
    }

    /** What ran, how it ended, how long it took, and the head of what it wrote to standard error. */
    private static String words(ShellHook hook, Ran ran) {
        var head = Words.firstLine(ran.error());
        return hook.event().name()
                + " "
                + Words.excerpt(hook.handler().shown(), HEAD)
                + (ran.failure() == null ? ", exit " + ran.exit() : "")
                + ", " + millis(ran.nanos()) + " ms"
                + (head.isEmpty() ? "" : ", stderr: " + Words.excerpt(head, HEAD));
    }

    /** With one decimal. No formatter: each run of a hook has its time noted. */
    private static String millis(long nanos) {
        long tenths = Math.round(nanos / 1e5);
        return tenths / 10 + "." + tenths % 10;
    }

    /** Runs a hook in the background: its texts arrive with the next turn. */
    private void behind(
            ShellHook hook, Handler.Command command, Facts facts, Map<String, String> variables, HookContext ctx) {
        try {
            var ran = around.runner()
                    .runBehind(new HookRun(hook, file.time().limit(hook, facts), file.http(), facts, variables, ctx));
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
            var answer = AnswerReader.of(hook, around.runner()::keep).readLate(ran);
            if (answer.context().isEmpty() || ctx.session().isIdle()) {
                tellModel(answer.context());
            } else {
                ctx.messages().send(message(answer.context()), Delivery.STEER);
            }
            show(ctx, answer.user());
        } catch (AnswerReader.Failed e) {
            warn(ctx, hook.source().file() + ": the hook " + hook.handler().shown() + " " + e.getMessage());
        } catch (IllegalStateException e) {
            // The session was left meanwhile.
        }
    }

    /** Runs a hook where nothing can be stopped any more. */
    void report(ShellHook hook, Facts facts, HookContext ctx) throws InterruptedException {
        report(hook, run(hook, facts, ctx), ctx);
    }

    /** Reports an answer to the user, or to the model with the next turn. */
    void report(ShellHook hook, Answer answer, HookContext ctx) {
        if (answer.denies() && hook.event().blocking() == Blocking.REPORTED_TO_USER) {
            warn(ctx, answer.reason());
        }
        tell(answer, ctx);
    }

    /** Gives the model what an answer adds for its next turn, and the session the name that it wants. */
    void tell(Answer answer, HookContext ctx) {
        tellModel(answer.context());
        var title = answer.extras().title();
        if (title != null) {
            ctx.session().rename(title);
        }
    }

    /** Adds a text to the next prompt. */
    void tellModel(String text) {
        if (!text.isEmpty()) {
            pending.add(text);
        }
    }

    private static void show(HookContext ctx, String text) {
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
