package dev.pawl.observe.replay;

import dev.pawl.api.HookPoints;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.base.Words;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.observe.trace.TraceLine;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Fires the events of a recorded session for hooks again, without tools and without a model.
 *
 * <p>Entries are replayed in the order of the file. At each event the session contains the entries before it.
 */
public final class Replay {
    /** The session that the hooks see while it is replayed. */
    public interface Stage {
        /** Adds an entry to the session. */
        void keep(Entry entry);

        /** Whether a hook asked the user something since the last call. */
        boolean wasAsked();
    }

    private record Pending(ToolCall call, Verdict now, boolean timed) {}

    private final String session;
    private final Engine engine;
    private final Stage stage;
    private final Path cwd;
    private final Path home;
    private final Consumer<ReplayedEvent> found;
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private @Nullable String failure;
    private @Nullable String changed;

    /**
     * A replay of one session.
     *
     * @param session the name of the session in the report
     * @param cwd the folder that the session worked in
     */
    public Replay(String session, Engine engine, Stage stage, Path cwd, Path home, Consumer<ReplayedEvent> found) {
        this.session = session;
        this.engine = engine;
        this.stage = stage;
        this.cwd = cwd;
        this.home = home;
        this.found = found;
        engine.traces().listen(this::onTrace);
    }

    private synchronized void onTrace(Trace trace) {
        if (trace.isRemark()) {
            return;
        }
        for (var step : trace.steps()) {
            var note = Objects.requireNonNullElse(step.note(), "");
            if (step.effect() == Effect.FAILED || step.effect() == Effect.TIMED_OUT) {
                failure = note;
            } else if (step.effect() == Effect.CHANGED) {
                changed = note;
            }
        }
    }

    private synchronized void reset() {
        failure = null;
        changed = null;
        stage.wasAsked();
    }

    /** Replays a session, with the traces stored beside it. */
    public void run(List<Entry> entries, List<TraceLine> traces) throws InterruptedException {
        var recorded = new RecordedVerdicts(traces);
        engine.fire(HookPoints.SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
        for (var entry : entries) {
            if (entry instanceof Entry.MessageEntry recordedMessage) {
                replay(recordedMessage, recorded);
            } else {
                stage.keep(entry);
            }
        }
        for (var unanswered : pending.entrySet()) {
            var one = unanswered.getValue();
            report("tool_call", unanswered.getKey(), describe(one.call()), Verdict.UNKNOWN, one.now());
        }
        engine.fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
    }

    private void replay(Entry.MessageEntry entry, RecordedVerdicts recorded) throws InterruptedException {
        switch (entry.message()) {
            case Message.User user -> input(entry, user);
            case Message.BashExecution bash -> bash(entry, bash);
            case Message.ToolResult result -> result(result, recorded);
            default -> {}
        }
        stage.keep(entry);
        if (entry.message() instanceof Message.Assistant answer) {
            for (var call : answer.toolCalls()) {
                replayCall(call, answer.extra().has("durationMs"));
            }
        }
    }

    private void input(Entry.MessageEntry entry, Message.User user) throws InterruptedException {
        if (!engine.hasHandlers(HookPoints.INPUT)) {
            return;
        }
        reset();
        var event = Input.of(user.text());
        var decision = engine.fire(HookPoints.INPUT, event);
        var now = decision instanceof Decision.Pass(var after)
                ? passed(after.text().equals(event.text()))
                : stopped("handled by the hook");
        report("input", entry.id(), "\"" + user.text() + "\"", Verdict.ALLOWED, now);
    }

    private void bash(Entry.MessageEntry entry, Message.BashExecution bash) throws InterruptedException {
        if (!engine.hasHandlers(HookPoints.USER_BASH)) {
            return;
        }
        reset();
        var event = new UserBash(bash.command(), bash.excludeFromContext(), cwd);
        var decision = engine.fire(HookPoints.USER_BASH, event);
        var now = decision instanceof Decision.Pass(var after)
                ? passed(after.command().equals(event.command()))
                : stopped(decision instanceof Decision.Stop(UserBash.Answer.Refused(var reason)) ? reason : "answered");
        report("user_bash", entry.id(), "!" + bash.command(), Verdict.ALLOWED, now);
    }

    /** Hooks never saw a call whose arguments were not JSON. */
    private void replayCall(Content.ToolUse use, boolean timed) throws InterruptedException {
        if (use.extra().string("argumentsError") != null) {
            return;
        }
        ToolCall call;
        try {
            var plain = ToolCall.of(use.name(), use.id(), use.arguments());
            call = plain.withTarget(CallFile.of(plain.input(), cwd, home));
        } catch (IllegalArgumentException e) {
            return; // Its arguments are not valid for the tool, so no hook saw it.
        }
        reset();
        pending.put(use.id(), new Pending(call, decided(call), timed));
    }

    private Verdict decided(ToolCall call) throws InterruptedException {
        var first = engine.fire(HookPoints.TOOL_CALL, call);
        if (first instanceof Decision.Stop(Block(var reason, _))) {
            return stopped(reason);
        }
        var passed = ((Decision.Pass<ToolCall, Block>) first).event();
        var last = engine.fire(HookPoints.TOOL_AUTHORIZE, ToolAuthorize.of(passed, cwd));
        return last instanceof Decision.Stop(Block(var reason, _))
                ? stopped(reason)
                : passed(passed.arguments().equals(call.arguments()));
    }

    private void result(Message.ToolResult result, RecordedVerdicts recorded) throws InterruptedException {
        var one = pending.remove(result.toolCallId());
        if (one == null) {
            return;
        }
        var recordedVerdict = recorded.ofCall(result, one.timed());
        // In sessions without durations, a call counts as blocked if the model received the same text.
        boolean same = one.now().kind() == Verdict.Kind.BLOCKED
                && result.isError()
                && result.text().equals(one.now().note());
        report("tool_call", result.toolCallId(), describe(one.call()), same ? one.now() : recordedVerdict, one.now());
        if (recordedVerdict.kind() == Verdict.Kind.BLOCKED || same || !engine.hasHandlers(HookPoints.TOOL_RESULT)) {
            return;
        }
        reset();
        var event =
                new ToolResult(one.call(), result.content(), result.details(), null, result.isError(), result.usage());
        var after = engine.fire(HookPoints.TOOL_RESULT, event);
        report(
                "tool_result",
                result.toolCallId(),
                describe(one.call()),
                recorded.ofResult(result.toolCallId()),
                passed(after.equals(event)));
    }

    private synchronized Verdict passed(boolean unchanged) {
        if (failure != null) {
            return new Verdict(Verdict.Kind.FAILED, failure);
        }
        return unchanged ? Verdict.ALLOWED : new Verdict(Verdict.Kind.CHANGED, changed == null ? "" : changed);
    }

    private synchronized Verdict stopped(String reason) {
        if (failure != null) {
            return new Verdict(Verdict.Kind.FAILED, failure);
        }
        return stage.wasAsked() ? new Verdict(Verdict.Kind.ASKED, reason) : Verdict.blocked(reason);
    }

    private void report(String point, String id, String what, Verdict recordedVerdict, Verdict now) {
        found.accept(new ReplayedEvent(session, point, id, what, recordedVerdict, now));
    }

    private static String describe(ToolCall call) {
        var input = call.input();
        if (input instanceof ToolInput.Bash(var command, _)) {
            return call.toolName() + " " + command;
        }
        var path = call.arguments().string("path");
        return call.toolName() + " " + (path == null ? call.arguments().toString() : path);
    }

    /** The outcomes of the calls of a session, from its entries and from the traces stored beside it. */
    private static final class RecordedVerdicts {
        private static final int LONGEST_REASON = 300;

        private final Map<String, TraceLine.Step> stopped = new HashMap<>();
        private final Map<String, TraceLine.Step> changedCalls = new HashMap<>();
        private final Map<String, TraceLine.Step> changedResults = new HashMap<>();

        RecordedVerdicts(List<TraceLine> traces) {
            for (var line : traces) {
                var call = line.call();
                if (call != null && !line.remark()) {
                    line.steps().forEach(step -> record(line.point(), call, step));
                }
            }
        }

        private void record(String point, String call, TraceLine.Step step) {
            boolean gate = point.equals("tool_call") || point.equals("tool_authorize");
            if (gate && step.effect().equals("stopped")) {
                stopped.put(call, step);
            } else if (gate && step.effect().equals("changed")) {
                changedCalls.put(call, step);
            } else if (point.equals("tool_result") && step.effect().equals("changed")) {
                changedResults.put(call, step);
            }
        }

        /**
         * The outcome of a call.
         *
         * @param timed whether the recording program stores how long tools run, so that a call without a duration never ran
         */
        Verdict ofCall(Message.ToolResult result, boolean timed) {
            var stop = stopped.get(result.toolCallId());
            if (stop != null) {
                return Verdict.blocked(Objects.requireNonNullElse(stop.note(), ""));
            }
            if (timed && result.isError() && !result.extra().has("durationMs")) {
                return Verdict.blocked(Words.excerpt(result.text(), LONGEST_REASON));
            }
            return changed(changedCalls.get(result.toolCallId()));
        }

        Verdict ofResult(String call) {
            return changed(changedResults.get(call));
        }

        private static Verdict changed(TraceLine.@Nullable Step step) {
            return step == null
                    ? Verdict.ALLOWED
                    : new Verdict(Verdict.Kind.CHANGED, Objects.requireNonNullElse(step.note(), ""));
        }
    }
}
