package dev.pawl.observe.trace;

import dev.pawl.api.json.JsonObject;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One dispatch as it is stored and shown: the handlers that were called, their times and effects.
 *
 * @param call the tool call that it concerns; null if there is none
 * @param remark whether it was added later and is not a dispatch
 * @param tokens how many tokens of the prompt's cache are paid again because of it
 */
public record TraceLine(
        long number, long time, String point, @Nullable String call, boolean remark, List<Step> steps, long tokens) {
    public TraceLine {
        steps = List.copyOf(steps);
    }

    /** What one handler did; {@code effect} is the name of a {@link Effect} in lower case. */
    public record Step(
            String hook,
            long nanos,
            String effect,
            @Nullable String note) {
        /** Returns whether the handler did more than let the event pass. */
        public boolean hadEffect() {
            return !effect.equals("passed");
        }

        private JsonObject toJson() {
            var json = JsonObject.of("hook", hook, "nanos", nanos).with("effect", effect);
            return json.given("note", note);
        }
    }

    public static TraceLine of(Trace trace) {
        return new TraceLine(
                trace.number(),
                trace.time().toEpochMilli(),
                trace.point(),
                trace.toolCallId(),
                trace.isRemark(),
                trace.steps().stream()
                        .map(step -> new Step(
                                step.hook(), step.nanos(), step.effect().name().toLowerCase(Locale.ROOT), step.note()))
                        .toList(),
                trace.tokens());
    }

    /** Reads a line as {@link #toJson} writes it. */
    public static TraceLine from(JsonObject json) {
        return new TraceLine(
                json.number("number", 0),
                json.number("time", 0),
                json.string("point", ""),
                json.string("call"),
                json.bool("remark", false),
                json.objects("steps").stream()
                        .map(step -> new Step(
                                step.string("hook", ""),
                                step.number("nanos", 0),
                                step.string("effect", "passed"),
                                step.string("note")))
                        .toList(),
                json.number("tokens", 0));
    }

    /** Returns whether any handler did more than let the event pass. */
    public boolean hadEffect() {
        return remark || steps.stream().anyMatch(Step::hadEffect);
    }

    public JsonObject toJson() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("number", number);
        fields.put("time", time);
        fields.put("point", point);
        if (call != null) {
            fields.put("call", call);
        }
        if (remark) {
            fields.put("remark", true);
        }
        if (tokens > 0) {
            fields.put("tokens", tokens);
        }
        fields.put("steps", steps.stream().map(Step::toJson).toList());
        return JsonObject.from(fields);
    }
}
