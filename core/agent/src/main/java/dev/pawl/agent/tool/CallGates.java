package dev.pawl.agent.tool;

import dev.pawl.agent.secret.Masking;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
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
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything before a tool runs: its arguments are checked, hooks may change or refuse the call ({@code tool_call}), and
 * then pass or refuse it as it is ({@code tool_authorize}). After that nothing changes the call any more.
 */
public final class CallGates {
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

    /** Makes the context in which a tool runs. */
    @FunctionalInterface
    interface Contexts {
        ToolCallContext context(Tool tool, ToolCall event, Content.ToolUse call);
    }

    private final SessionTools tools;
    private final Engine engine;
    private final Preview preview;
    private final CallLedger ledger;
    private final Masking masking;
    private final RunningWork running;
    private final Contexts contexts;

    CallGates(
            SessionTools tools,
            Engine engine,
            Preview preview,
            CallLedger ledger,
            Masking masking,
            RunningWork running,
            Contexts contexts) {
        this.tools = tools;
        this.engine = engine;
        this.preview = preview;
        this.ledger = ledger;
        this.masking = masking;
        this.running = running;
        this.contexts = contexts;
    }

    /** Returns a call that is ready, or the result of one that will not run. */
    Prepared prepare(Content.ToolUse call, @Nullable String parentId) throws InterruptedException {
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
        var ctx = contexts.context(tool, event, call);
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
            throw new InterruptedException(ToolRunner.ABORTED);
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
     * Asks all gates about a call that is not made.
     *
     * @return why it would be refused; null if it would run
     */
    @Nullable
    String refusal(String name, JsonObject arguments) throws InterruptedException {
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
