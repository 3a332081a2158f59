package dev.pawl.agent.tool;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.secret.Masking;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.base.FailureText;
import dev.pawl.base.Words;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.secret.Secrets;
import dev.pawl.tools.shell.BashExecutor;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Carries one tool call through its life: arguments, gates, the tool itself, and what hooks make of its answer.
 *
 * <p>After {@code tool_authorize} nothing changes the call any more.
 */
public final class ToolRunner {
    static final String ABORTED = "Operation aborted";
    private static final String HOOK_CALL = "hook-";
    private static final String CHECK = "check-";

    /** Shows, before it runs, exactly what a call will do. */
    @FunctionalInterface
    public interface Preview {
        /**
         * Returns the event for the gate, and the tool that runs what the event shows.
         *
         * @param files what the call works on
         * @param hook the hook that registered the tool; null for a built-in one
         */
        Sealed seal(Tool tool, ToolCall call, CallTargets files, @Nullable String hook, ToolContext ctx)
                throws Exception;
    }

    /** Fits pictures to what models take. */
    @FunctionalInterface
    public interface Fitting {
        List<Content> apply(List<Content> content) throws InterruptedException;
    }

    /**
     * A call that nothing can change any more.
     *
     * @param recovers whether the tool itself finds out what it did before the program ended
     */
    public record Sealed(ToolAuthorize shown, Tool.Executor run, boolean recovers) {}

    /** A call that passed all gates, or the result of one that did not. */
    sealed interface Prepared permits Ready, Refusal {}

    record Refusal(CallResult result) implements Prepared {}

    record Ready(Content.ToolUse call, Tool tool, ToolCall event, Sealed sealed, ToolCallContext ctx, long place)
            implements Prepared {}

    private final SessionTools tools;
    private final Engine engine;
    private final Listeners listeners;
    private final Preview preview;
    private final Fitting images;
    private final InstantSource clock;
    private final ToolCallContext.Maker contexts;
    private final CallLedger ledger;
    private final Secrets secrets;
    private final Masking masking;
    private final RunningWork running = new RunningWork();

    /**
     * @param images fits pictures in a result to what models take
     * @param secrets are taken out of whatever a call answers
     */
    public ToolRunner(
            SessionTools tools,
            Engine engine,
            Listeners listeners,
            Preview preview,
            Fitting images,
            InstantSource clock,
            ToolCallContext.Maker contexts,
            CallLedger ledger,
            Secrets secrets) {
        this.tools = tools;
        this.engine = engine;
        this.listeners = listeners;
        this.preview = preview;
        this.images = images;
        this.clock = clock;
        this.contexts = contexts;
        this.ledger = ledger;
        this.secrets = secrets;
        this.masking = new Masking(secrets.filter());
    }

    /** Returns the record of the calls for the case that the program ends in between. */
    public CallLedger ledger() {
        return ledger;
    }

    /** Returns what is under way now. */
    public RunningWork running() {
        return running;
    }

    boolean isSequential(Content.ToolUse call) {
        var tool = tools.find(call.name());
        return tool != null && tool.traits().isSequential();
    }

    /** Returns whether a call may be made again without knowing what became of it. */
    public boolean isRepeatable(Content.ToolUse call) {
        var tool = tools.find(call.name());
        return tool != null && CallLedger.isRepeatable(tool);
    }

    /** Returns whether its code is the program's own, and neither a hook's nor an embedder's. */
    boolean isOwn(Tool tool) {
        return !tools.isBrought(tool.name())
                && (tool.executor() instanceof FileExecutor || tool.executor() instanceof BashExecutor);
    }

    /** Everything before the tool runs: a call that is ready, or the result of one that will not run. */
    Prepared prepare(Content.ToolUse call, @Nullable String parentId) throws InterruptedException {
        reportStart(call, parentId);
        var past = ledger.result(call);
        if (past != null) {
            return new Refusal(past);
        }
        try {
            return gates(call, parentId);
        } catch (CallArguments.Unfit e) {
            return new Refusal(CallResult.refused(call, masking.text(String.valueOf(e.getMessage()))));
        } catch (Refused e) {
            if (e.byGate) {
                ledger.refused(call.id(), masking.text(String.valueOf(e.getMessage())), e.terminate);
            }
            var block = ToolOutput.error(masking.text(String.valueOf(e.getMessage())));
            return new Refusal(
                    new CallResult(call, e.terminate ? block.terminating() : block, true, null, null, e.byGate));
        } catch (RuntimeException | Error e) {
            // What hooks bring takes part in this; where it breaks, the call does not run.
            return new Refusal(CallResult.refused(
                    call, masking.text("Tool " + call.name() + " was not run: " + FailureText.plain(e))));
        }
    }

    void reportStart(Content.ToolUse call) throws InterruptedException {
        reportStart(call, null);
    }

    private void reportStart(Content.ToolUse call, @Nullable String parentId) throws InterruptedException {
        var start = new ToolExecutionStart(call.id(), call.name(), call.arguments(), parentId);
        try {
            engine.fire(HookPoints.TOOL_EXECUTION_START, start);
        } finally {
            // Handlers of the end have received the start, even if it was aborted in between.
            listeners.publish(new AgentEvent.ToolStarted(start));
        }
    }

    private Ready gates(Content.ToolUse call, @Nullable String parentId)
            throws CallArguments.Unfit, Refused, InterruptedException {
        var tool = tools.find(call.name());
        if (tool == null || (parentId == null && !tools.active().contains(call.name()))) {
            throw new Refused("Tool " + call.name() + " not found");
        }
        if (parentId != null && !tools.isCallable(tool)) {
            throw new Refused("Tool " + call.name() + " cannot be called by other tools.");
        }
        var flaw = call.extra().string("argumentsError");
        if (flaw != null) {
            throw new CallArguments.Unfit(
                    "Invalid arguments for tool \"" + tool.name() + "\": " + Words.excerpt(flaw, 2000));
        }
        var arguments = CallArguments.ready(tool, call.arguments());
        var server = tool.traits().server();
        var event = ToolCall.of(tool.name(), call.id(), arguments)
                .withParent(parentId)
                .withServer(server);
        var ctx = contexts.context(tool, call.id(), this, partial -> update(event, call, partial));
        var files =
                new CallTargets(tool, tools.builtin(tool.name()), ctx.project().cwd());
        var decided = ledger.decidedArguments(call.id());
        if (decided != null) {
            return authorized(call, tool, files.found(event.withArguments(decided)), files, ctx);
        }
        var decision = engine.fire(HookPoints.TOOL_CALL, files.found(event), files);
        abortFirst();
        if (decision instanceof Decision.Stop(var block)) {
            throw new Refused(block.reason(), block.terminate());
        }
        // A handler that returns a new call may leave out whose tool it is.
        var passed = ((Decision.Pass<ToolCall, ?>) decision).event().withServer(server);
        files.check(passed);
        return authorized(call, tool, passed, files, ctx);
    }

    /** A handler that aborts the run and blocks the call has aborted the call. */
    private static void abortFirst() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(ABORTED);
        }
    }

    private Ready authorized(Content.ToolUse call, Tool tool, ToolCall event, CallTargets files, ToolCallContext ctx)
            throws Refused, InterruptedException {
        Sealed sealed;
        try {
            sealed = engine.hooks().isEmpty()
                    ? preview.seal(tool, event, files, tools.bringer(tool), ctx)
                    : Bounded.call(
                            "spawn hooks", () -> preview.seal(tool, event, files, tools.bringer(tool), ctx), null);
        } catch (InterruptedException e) {
            throw e;
        } catch (Bounded.Broken e) {
            throw new Refused(e.plain());
        } catch (Exception | Error e) {
            throw new Refused(FailureText.plain(e));
        }
        var ready = new Ready(call, tool, event, sealed, ctx, running.place());
        if (ledger.isAuthorized(sealed.shown())) {
            return ready;
        }
        var decision = engine.fire(HookPoints.TOOL_AUTHORIZE, sealed.shown());
        abortFirst();
        if (decision instanceof Decision.Stop(var block)) {
            throw new Refused(block.reason(), block.terminate());
        }
        boolean gated = engine.hasHandlers(HookPoints.TOOL_CALL) || engine.hasHandlers(HookPoints.TOOL_AUTHORIZE);
        if (gated && !call.id().startsWith(CHECK)) {
            ledger.passed(event, sealed.shown());
        }
        return ready;
    }

    /**
     * Runs a call that is ready, on the current thread.
     *
     * <p>If it was aborted, the thread is left interrupted.
     *
     * @param begun counts this call and those beside it that have yet to begin: before that no hook receives its result
     */
    CallResult run(Ready ready, CountDownLatch begun) throws InterruptedException {
        long from = System.nanoTime();
        ToolOutput output;
        boolean aborted = false;
        var call = ready.event();
        var work = running.begin(
                ready.place(), call.toolCallId(), call.parentToolCallId(), call.toolName(), call.arguments());
        try {
            output = answer(ready, begun);
        } catch (InterruptedException e) {
            output = ToolOutput.error(ABORTED);
            aborted = true;
        } catch (Exception | Error e) {
            // A tool may report its end in its own words when it is interrupted. A broken one takes nothing down.
            output = ToolOutput.error(FailureText.bounded(e));
        }
        output = masking.output(output);
        if (work.finish() && !ready.ctx().isAborted()) {
            output = endedByUser(output);
            aborted = false;
        }
        boolean waitedFor = ready.ctx().close();
        // Hooks may change also the result of an aborted tool: it is kept, and it may contain what they remove.
        long duration = (System.nanoTime() - from) / 1_000_000;
        try {
            begun.await();
        } catch (InterruptedException e) {
            aborted = true;
        }
        try {
            var result = waitedFor
                    ? ended(ready, output, duration)
                    : new CallResult(ready.call(), output, output.isError(), duration, null);
            ledger.ended(ready.tool(), result);
            return result;
        } finally {
            if (aborted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What the tool had until then is kept. */
    private static ToolOutput endedByUser(ToolOutput output) {
        var content = new ArrayList<>(output.content());
        content.add(Content.text(RunningWork.ENDED));
        return new ToolOutput(content, output.details(), null, output.usage(), true, false);
    }

    private ToolOutput answer(Ready ready, CountDownLatch begun) throws Exception {
        @Nullable String held;
        try {
            held = ledger.begin(
                    ready.tool(),
                    ready.call().id(),
                    ready.sealed().recovers(),
                    secrets.used(ready.sealed().shown()));
        } finally {
            begun.countDown();
        }
        if (held != null) {
            return ToolOutput.error(held);
        }
        @Nullable ToolOutput output = ready.sealed().run().execute(ready.event().arguments(), ready.ctx());
        return output == null
                ? ToolOutput.error("Tool " + ready.tool().name() + " answered nothing, not even that it failed.")
                : output;
    }

    private CallResult ended(Ready ready, ToolOutput output, long durationMs) throws InterruptedException {
        var nested = ready.ctx().nested();
        var event = new ToolResult(
                ready.event(),
                output.content(),
                output.details(),
                output.structuredContent(),
                output.isError(),
                nested.with(output.usage()));
        try {
            var changed = engine.fire(HookPoints.TOOL_RESULT, event);
            var kept = new ToolOutput(
                    images.apply(changed.content()),
                    RemovedFields.details(event, changed),
                    Json.freeze(structured(event, changed)),
                    changed.usage(),
                    changed.isError(),
                    output.terminate());
            // A hook may have put a value back.
            return new CallResult(ready.call(), masking.output(kept), changed.isError(), durationMs, nested.toJson());
        } catch (RuntimeException | Error e) {
            var unkept = ToolOutput.error(
                    "What tool " + ready.tool().name() + " answered cannot be kept: " + FailureText.plain(e));
            return new CallResult(ready.call(), unkept, true, durationMs, nested.toJson());
        }
    }

    /** A hook that changes the text, to take a secret out for example, has not left the same in another form. */
    private static @Nullable Object structured(ToolResult before, ToolResult after) {
        var structured = after.structuredContent();
        boolean isLeft = Objects.equals(before.structuredContent(), structured)
                && !before.content().equals(after.content());
        return isLeft ? null : structured;
    }

    /** Reports that a call is over, whether it ran or not. */
    void reportEnd(CallResult result, @Nullable String parentId) throws InterruptedException {
        var end = new ToolExecutionEnd(
                result.call().id(),
                result.call().name(),
                result.output(),
                result.isError(),
                result.durationMs(),
                parentId,
                result.blocked());
        try {
            engine.fire(HookPoints.TOOL_EXECUTION_END, end);
        } finally {
            listeners.publish(new AgentEvent.ToolEnded(end));
        }
    }

    /**
     * Takes a call that a tool makes of another one through all gates, on the caller's thread; it has no part in the
     * transcript. The call then runs on the thread that {@linkplain ToolContext.NestedCall#run runs} it.
     */
    ToolContext.NestedCall nested(String parentId, NestedCalls siblings, String name, JsonObject arguments)
            throws InterruptedException {
        var call = Content.ToolUse.of(parentId + "/" + siblings.next(), name, arguments);
        siblings.begin(call);
        try {
            return new Nested(call, parentId, siblings, prepare(call, parentId));
        } catch (InterruptedException e) {
            ended(call, parentId, siblings, CallResult.refused(call, ABORTED));
            throw new InterruptedException("aborted while " + name + " was to run");
        }
    }

    /** A call of a tool that has passed its gates, or did not. */
    private final class Nested implements ToolContext.NestedCall {
        private final Content.ToolUse call;
        private final String parentId;
        private final NestedCalls siblings;
        private final Prepared prepared;

        Nested(Content.ToolUse call, String parentId, NestedCalls siblings, Prepared prepared) {
            this.call = call;
            this.parentId = parentId;
            this.siblings = siblings;
            this.prepared = prepared;
        }

        @Override
        public String toolCallId() {
            return call.id();
        }

        @Override
        public ToolContext.NestedResult run() throws InterruptedException {
            siblings.running(call.id());
            CallResult outcome;
            boolean aborted = false;
            try {
                outcome = switch (prepared) {
                    case Ready ready ->
                        siblings.inTurn(
                                ready.tool().traits().isSequential(),
                                () -> ToolRunner.this.run(ready, new CountDownLatch(0)));
                    case Refusal(var result) -> {
                        ledger.notRun(result);
                        yield result;
                    }
                };
            } catch (InterruptedException e) {
                outcome = CallResult.refused(call, ABORTED);
                aborted = true;
            }
            aborted |= Thread.interrupted();
            ended(call, parentId, siblings, outcome);
            if (aborted) {
                throw new InterruptedException("aborted while " + call.name() + " ran");
            }
            return new ToolContext.NestedResult(call.id(), outcome.output(), outcome.isError());
        }
    }

    private void ended(Content.ToolUse call, String parentId, NestedCalls siblings, CallResult outcome)
            throws InterruptedException {
        siblings.add(call.id(), call.arguments(), outcome);
        reportEnd(outcome, parentId);
    }

    /** Makes a call for a hook: the same, without a call of the conversation above it. */
    public ToolContext.NestedResult ofHook(String name, JsonObject arguments) throws InterruptedException {
        return nested(HOOK_CALL + UUID.randomUUID(), new NestedCalls(), name, arguments)
                .run();
    }

    /**
     * Asks all gates about a call that is not made.
     *
     * @return why it would be refused; null if it would run
     */
    public @Nullable String refusal(String name, JsonObject arguments) throws InterruptedException {
        var parent = CHECK + UUID.randomUUID();
        try {
            gates(Content.ToolUse.of(parent + "/1", name, arguments), parent);
            return null;
        } catch (CallArguments.Unfit | Refused e) {
            return String.valueOf(e.getMessage());
        } catch (RuntimeException | Error e) {
            return "Tool " + name + " was not asked about: " + FailureText.plain(e);
        }
    }

    private void update(ToolCall call, Content.ToolUse shown, ToolOutput raw) {
        if (engine.withholds(HookPoints.TOOL_RESULT)) {
            return;
        }
        var partial = masking.output(raw);
        var update = new ToolExecutionUpdate(
                call.toolCallId(), call.toolName(), shown.arguments(), partial, call.parentToolCallId());
        try {
            engine.fire(HookPoints.TOOL_EXECUTION_UPDATE, update);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.showed(call.toolCallId(), partial);
        listeners.publish(new AgentEvent.ToolShowed(update));
    }

    long now() {
        return clock.millis();
    }

    /** The call will not run, and the message to the model. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean terminate;
        private final boolean byGate;

        /** Without a gate. */
        Refused(String message) {
            super(message);
            this.terminate = false;
            this.byGate = false;
        }

        /** By a gate. */
        Refused(String message, boolean terminate) {
            super(message);
            this.terminate = terminate;
            this.byGate = true;
        }
    }
}
