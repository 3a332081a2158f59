package dev.pawl.agent.tool;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.secret.Masking;
import dev.pawl.api.HookPoints;
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
import dev.pawl.base.FailureText;
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

/** Carries one tool call through its life: {@link CallGates}, the tool itself, and what hooks make of its answer. */
public final class ToolRunner {
    static final String ABORTED = "Operation aborted";
    private static final String HOOK_CALL = "hook-";

    /** Fits pictures to what models take. */
    @FunctionalInterface
    public interface Fitting {
        List<Content> apply(List<Content> content) throws InterruptedException;
    }

    private final SessionTools tools;
    private final Engine engine;
    private final Listeners listeners;
    private final CallGates gates;
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
            CallGates.Preview preview,
            Fitting images,
            InstantSource clock,
            ToolCallContext.Maker contexts,
            CallLedger ledger,
            Secrets secrets) {
        this.tools = tools;
        this.engine = engine;
        this.listeners = listeners;
        this.images = images;
        this.clock = clock;
        this.contexts = contexts;
        this.ledger = ledger;
        this.secrets = secrets;
        this.masking = new Masking(secrets.filter());
        this.gates = new CallGates(tools, engine, preview, ledger, masking, running, this::context);
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

    /** Reports a call and takes it through all gates. */
    CallGates.Prepared prepare(Content.ToolUse call, @Nullable String parentId) throws InterruptedException {
        reportStart(call, parentId);
        return gates.prepare(call, parentId);
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

    /**
     * Runs a call that is ready, on the current thread.
     *
     * <p>If it was aborted, the thread is left interrupted.
     *
     * @param begun counts this call and those beside it that have yet to begin: before that no hook receives its result
     */
    CallResult run(CallGates.Ready ready, CountDownLatch begun) throws InterruptedException {
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

    private ToolOutput answer(CallGates.Ready ready, CountDownLatch begun) throws Exception {
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

    private CallResult ended(CallGates.Ready ready, ToolOutput output, long durationMs) throws InterruptedException {
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
        private final CallGates.Prepared prepared;

        Nested(Content.ToolUse call, String parentId, NestedCalls siblings, CallGates.Prepared prepared) {
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
                    case CallGates.Ready ready ->
                        siblings.inTurn(
                                ready.tool().traits().isSequential(),
                                () -> ToolRunner.this.run(ready, new CountDownLatch(0)));
                    case CallGates.Refusal(var result) -> {
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

    /** Returns why a call would be refused that is not made; null if it would run. */
    public @Nullable String refusal(String name, JsonObject arguments) throws InterruptedException {
        return gates.refusal(name, arguments);
    }

    private ToolCallContext context(Tool tool, ToolCall event, Content.ToolUse call) {
        return contexts.context(tool, call.id(), this, partial -> update(event, call, partial));
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
}
