package dev.pawl.hooks.trace;

import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.event.ToolResult;
import dev.pawl.hooks.registry.Registration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The trace of one dispatch: the handlers that were called, how long each took, and what it did.
 *
 * <p>Every dispatch makes one, so the text is built only on request.
 */
public final class Trace {
    private final long number;
    private final long millis;
    private final String point;
    private final Registration<?, ?>[] handlers;
    private final DispatchRecord record;
    private final @Nullable Step remark;
    private final @Nullable String toolCallId;
    private final long tokens;

    /**
     * What came of a hook's answer later, when the hook was not called.
     *
     * @param tokens how many tokens are paid again because of it
     */
    public Trace(long number, long millis, String point, String hook, String words, long tokens) {
        this.number = number;
        this.millis = millis;
        this.point = point;
        this.handlers = new Registration<?, ?>[0];
        this.record = new DispatchRecord(0);
        this.remark = new Step(hook, 0, Effect.CHANGED, words);
        this.toolCallId = null;
        this.tokens = tokens;
    }

    public Trace(
            long number,
            long millis,
            String point,
            Registration<?, ?>[] handlers,
            DispatchRecord record,
            Object event) {
        this.number = number;
        this.millis = millis;
        this.point = point;
        this.handlers = handlers;
        this.record = record;
        this.remark = null;
        this.toolCallId = callOf(event);
        this.tokens = 0;
    }

    /** The effect of one handler. {@code note} describes what changed, or why it stopped or failed. */
    public record Step(
            String hook,
            long nanos,
            Effect effect,
            @Nullable String note) {}

    /** Its place among all dispatches of the session. */
    public long number() {
        return number;
    }

    public Instant time() {
        return Instant.ofEpochMilli(millis);
    }

    public String point() {
        return point;
    }

    /** Returns the call of a tool that it was about; null if it was about something else. */
    public @Nullable String toolCallId() {
        return toolCallId;
    }

    /** Returns how many tokens are paid again because of what a hook changed; 0 for a dispatch. */
    public long tokens() {
        return tokens;
    }

    private static @Nullable String callOf(Object event) {
        if (event instanceof ToolCall call) {
            return call.toolCallId();
        }
        if (event instanceof ToolAuthorize shown) {
            return shown.call().toolCallId();
        }
        if (event instanceof ToolResult result) {
            return result.call().toolCallId();
        }
        if (event instanceof ToolExecutionStart start) {
            return start.toolCallId();
        }
        if (event instanceof ToolExecutionUpdate update) {
            return update.toolCallId();
        }
        return event instanceof ToolExecutionEnd end ? end.toolCallId() : null;
    }

    /** Returns whether any handler did more than let the event pass. */
    boolean hadEffect() {
        return remark != null || record.hadEffect;
    }

    /** Returns whether this is something found out later, and not a dispatch. */
    public boolean isRemark() {
        return remark != null;
    }

    /** Returns the handlers that were asked, in order. */
    public List<Step> steps() {
        if (remark != null) {
            return List.of(remark);
        }
        var steps = new ArrayList<Step>(handlers.length);
        for (int i = 0; i < handlers.length; i++) {
            var effect = record.effects[i];
            if (effect != null) {
                var note = record.notes.length == 0 ? null : record.notes[i];
                steps.add(new Step(handlers[i].hook().path(), record.nanos[i], effect, note));
            }
        }
        return List.copyOf(steps);
    }

    /** Changes the words of hooks in it. */
    void show(UnaryOperator<String> changed) {
        for (int i = 0; remark == null && i < record.notes.length; i++) {
            var note = record.notes[i];
            record.notes[i] = note == null ? null : changed.apply(note);
        }
    }

    /** Adds the calls to what is known of the handlers. */
    void count() {
        for (int i = 0; i < handlers.length; i++) {
            var effect = record.effects[i];
            if (effect != null && effect != Effect.INTERRUPTED) {
                handlers[i].stats().add(record.nanos[i], effect == Effect.FAILED || effect == Effect.TIMED_OUT);
            }
        }
    }

    @Override
    public String toString() {
        return point + " " + steps();
    }
}
