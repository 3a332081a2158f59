package dev.pawl.observe.replay;

import dev.pawl.api.message.Message;
import dev.pawl.observe.trace.TraceLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The outcomes of the calls of a session, from its entries and from the traces stored beside it. */
final class RecordedVerdicts {
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
            var text = result.text();
            return Verdict.blocked(text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "…");
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
