package dev.pawl.agent.tool;

import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.session.ledger.CallRecord;
import dev.pawl.session.ledger.Ledger;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps of tool calls as they are kept for the case that the program ends in between: then no gate is asked again,
 * no effect takes place twice, and no result is lost.
 */
public final class CallLedger {
    public static final String UNKNOWN =
            "The program was ended while this call ran, and what came of it is not known: it may have done all of its"
                    + " work, a part of it, or nothing. Look at what is there before you make the call again.";

    public static final String NOT_RUN =
            "The program was ended before this call began. Nothing was run. Make the call again if it is still needed.";

    private static final String UNKEPT =
            "This call was not run, because it could not be recorded that it begins: after a crash it might have been"
                    + " made twice. Nothing was done.";

    private final Ledger ledger;
    private final Supplier<String> rules;
    /** The calls of which all that they call is kept, because after a crash they make the same calls again. */
    private final Set<String> replayed = ConcurrentHashMap.newKeySet();

    /** @param rules identifies what decides now: where it has changed, earlier decisions no longer count */
    public CallLedger(Ledger ledger, Supplier<String> rules) {
        this.ledger = ledger;
        this.rules = rules;
    }

    /** Returns whether calls were under way when the last program ended. */
    public boolean hasPast() {
        return ledger.hasPast();
    }

    /**
     * Returns whether the last program kept the steps of a call. What became of any other, such as one that another program
     * made, is not known.
     */
    public boolean hasSteps(String callId) {
        return ledger.past(callId).asked() || ledger.isDamaged();
    }

    /** Returns whether a call had begun, or may have, when the last program ended. */
    public boolean mayHaveBegun(String callId) {
        var past = ledger.past(callId);
        return past.begun()
                || past.result() != null
                || (past.decision() != null && isRefusal(past.decision()))
                || ledger.isDamaged();
    }

    /** The session has the results of all calls. */
    public void settled() {
        replayed.clear();
        ledger.settled();
    }

    /** The run is over. */
    public void finished() {
        ledger.finished();
    }

    /** Returns the result of a call from before the last program ended; null if it was not complete. */
    @Nullable
    CallResult result(Content.ToolUse call) {
        var past = ledger.past(call.id());
        var result = past.result();
        if (result != null) {
            return read(call, result);
        }
        var decision = past.decision();
        if (decision != null && isRefusal(decision)) {
            var block = ToolOutput.error(decision.string("refused", ""));
            var output = decision.bool("terminate", false) ? block.terminating() : block;
            return new CallResult(call, output, true, null, null);
        }
        return null;
    }

    /** Returns the arguments that the gates let pass before the last program ended; null if they are to be asked. */
    @Nullable
    JsonObject decidedArguments(String callId) {
        var decision = decision(callId);
        return decision == null ? null : decision.object("arguments");
    }

    /** Returns whether exactly this was authorised before the last program ended. */
    boolean isAuthorized(ToolAuthorize shown) {
        var decision = decision(shown.call().toolCallId());
        return decision != null && Json.write(decision.object("shown")).equals(Json.write(shown(shown)));
    }

    private @Nullable JsonObject decision(String callId) {
        var decision = ledger.past(callId).decision();
        return decision == null || isRefusal(decision) || !rules.get().equals(decision.string("rules"))
                ? null
                : decision;
    }

    private static boolean isRefusal(JsonObject decision) {
        return decision.has("refused");
    }

    /** Keeps that the gates let a call pass. */
    void passed(ToolCall call, ToolAuthorize shown) {
        if (ledger.isKept()) {
            ledger.keep(
                    call.toolCallId(),
                    CallRecord.Step.DECIDED,
                    JsonObject.of("arguments", call.arguments(), "shown", shown(shown))
                            .with("rules", rules.get()));
        }
    }

    /** Keeps that a gate refused a call. */
    void refused(String callId, String why, boolean terminate) {
        ledger.keep(callId, CallRecord.Step.DECIDED, JsonObject.of("refused", why, "terminate", terminate));
    }

    /**
     * Keeps that a tool is about to run. Returns null if it may; otherwise why it does not: it had begun before the last
     * program ended and may not run again, or it cannot be kept that it begins.
     *
     * @param recovers whether the tool itself finds out what it did then
     * @param secrets the names of the values that it is given
     */
    @Nullable
    String begin(Tool tool, String callId, boolean recovers, List<String> secrets) {
        if (ledger.isSealed()) {
            return UNKNOWN;
        }
        if (!ledger.isKept()) {
            return null;
        }
        if (isRepeatable(tool)) {
            if (isReplayed(callId)) {
                ledger.keep(callId, CallRecord.Step.ASKED, JsonObject.empty());
            }
            return null;
        }
        var past = ledger.past(callId);
        if ((past.begun() && !recovers) || (ledger.isDamaged() && past.intents().isEmpty())) {
            return UNKNOWN;
        }
        var with = secrets.isEmpty() ? JsonObject.empty() : JsonObject.of("secrets", secrets);
        return past.begun() || ledger.keep(callId, CallRecord.Step.BEGUN, with) ? null : UNKEPT;
    }

    /** Keeps the result of a call. */
    void ended(Tool tool, CallResult result) {
        if (!isRepeatable(tool) || isReplayed(result.call().id())) {
            keep(result);
        }
    }

    private void keep(CallResult result) {
        if (!ledger.isKept()) {
            return;
        }
        var output = result.output();
        var kept = JsonObject.of("message", result.message(0).toJson(), "terminate", output.terminate());
        ledger.keep(result.call().id(), CallRecord.Step.RESULT, kept.given("structured", output.structuredContent()));
    }

    /** Keeps the result of a call that did not run, if the call that made it would ask for it again. */
    void notRun(CallResult result) {
        if (isReplayed(result.call().id()) && !result.blocked() && result(result.call()) == null) {
            ledger.keep(result.call().id(), CallRecord.Step.ASKED, JsonObject.empty());
            keep(result);
        }
    }

    /** A call begins that makes the same calls again after a crash: what becomes of these is kept, whatever they do. */
    void replays(String callId) {
        if (ledger.isKept()) {
            replayed.add(callId);
        }
    }

    private boolean isReplayed(String callId) {
        int slash = callId.lastIndexOf('/');
        return slash > 0 && replayed.contains(callId.substring(0, slash));
    }

    /** A tool that only looks, and is built in or a hook's: what a tool server declares about itself is not checked. */
    static boolean isRepeatable(Tool tool) {
        return tool.traits().server() == null && tool.traits().annotations().readOnly();
    }

    /** Returns whether another program has taken over the session. */
    boolean isSealed() {
        return ledger.isSealed();
    }

    /** Returns the highest number of a call that was made in the course of another one before the last program ended. */
    int highestNested(String callId) {
        return ledger.highestNested(callId);
    }

    /** @throws IllegalStateException if it cannot be kept: then the call must not do it */
    void intend(String callId, JsonObject effect) {
        if (!ledger.keep(callId, CallRecord.Step.INTENT, effect)) {
            throw new IllegalStateException(UNKEPT);
        }
    }

    List<JsonObject> intentions(String callId) {
        return ledger.past(callId).intents();
    }

    /** Returns what the subagents of a call said and did before the last program ended, a line for each step. */
    public List<JsonObject> agents(String callId) {
        return ledger.past(callId).agents();
    }

    /** Keeps a step of a subagent of a call, so that it goes on from there after a crash. */
    public void keepAgent(String callId, JsonObject step) {
        ledger.keep(callId, CallRecord.Step.AGENT, step);
    }

    /** Keeps that a call has subagents, whose steps are kept from now on. */
    public void beginAgent(String callId) {
        ledger.keep(callId, CallRecord.Step.ASKED, JsonObject.empty());
    }

    /** Returns the folder for files that a call needs after a crash; null where nothing is kept. */
    @Nullable
    Path folder() {
        return ledger.folder();
    }

    private static CallResult read(Content.ToolUse call, JsonObject kept) {
        var json = kept.object("message");
        if (!(Message.from(json) instanceof Message.ToolResult message)) {
            return CallResult.refused(call, UNKNOWN);
        }
        var output = new ToolOutput(
                message.content(),
                message.details(),
                kept.get("structured"),
                message.usage(),
                message.isError(),
                kept.bool("terminate", false));
        var extra = message.extra();
        return new CallResult(
                call,
                output,
                message.isError(),
                extra.get("durationMs") instanceof Number millis ? (Long) millis.longValue() : null,
                extra.has("nestedCalls") ? extra.object("nestedCalls") : null);
    }

    /** Returns what a gate was shown, as far as it decides what runs. */
    private static JsonObject shown(ToolAuthorize shown) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("tool", shown.call().toolName());
        fields.put("arguments", shown.call().arguments());
        fields.put("command", shown.command());
        fields.put("cwd", shown.cwd().toString());
        fields.put(
                "environment",
                new TreeSet<>(shown.changedEnvironment()).stream().toList());
        fields.put(
                "file",
                shown.call().file() == null ? null : String.valueOf(shown.call().file()));
        fields.put("runBy", shown.runBy());
        return JsonObject.from(fields);
    }
}
