package dev.pawl.observe.telemetry;

import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** A span for every call of a hook, and a log record for every dispatch in which a hook had an effect. */
final class HookTelemetry implements Consumer<Trace> {
    /** Fired for every piece of an answer; only those in which a hook had an effect have spans. */
    private static final Set<String> FREQUENT =
            Set.of("message_update", "provider_stream_event", "tool_execution_update", "message_start");

    private static final Set<String> GATES = Set.of("tool_call", "tool_authorize", "user_bash", "request_authorize");

    private final Telemetry telemetry;

    HookTelemetry(Telemetry telemetry) {
        this.telemetry = telemetry;
    }

    @Override
    public void accept(Trace trace) {
        if (trace.isRemark()) {
            return;
        }
        var place = telemetry.place(trace.toolCallId());
        long end = Clock.of(trace.time());
        var steps = trace.steps();
        for (var step : steps.reversed()) {
            if (!step.hook().equals(TelemetryHook.PATH)) {
                addStep(trace, step, place, end);
            }
            end -= step.nanos();
        }
        boolean hadEffect = steps.stream().anyMatch(HookTelemetry::hadEffect);
        if (hadEffect) {
            // A dispatch is reported when it is over; the loop above has computed its start time.
            telemetry.log("hook_execution_start", end, dispatch(trace), place);
            telemetry.log("hook_execution_complete", summary(trace), place);
        }
        if (hadEffect && GATES.contains(trace.point())) {
            telemetry.log("tool_decision", decision(trace), place);
        }
    }

    private static boolean hadEffect(Trace.Step step) {
        return step.effect() != Effect.PASSED && !step.hook().equals(TelemetryHook.PATH);
    }

    private void addStep(Trace trace, Trace.Step step, TraceParent place, long end) {
        var effect = step.effect().name().toLowerCase(Locale.ROOT);
        var name = name(step.hook());
        telemetry
                .metrics()
                .add(
                        Metric.HOOK_DURATION,
                        step.nanos() / 1e9,
                        new Attributes().with("pawl.hook.name", name).with("pawl.hook.point", trace.point()));
        if (FREQUENT.contains(trace.point()) && step.effect() == Effect.PASSED) {
            return;
        }
        boolean failed = step.effect() == Effect.FAILED || step.effect() == Effect.TIMED_OUT;
        var span = Span.below(place, "pawl.hook " + name, Span.INTERNAL, end - step.nanos())
                .with("pawl.hook.name", name)
                .with("pawl.hook.point", trace.point())
                .with("pawl.hook.source", source(step.hook()))
                .with("pawl.hook.decision", effect)
                .with("pawl.hook.changed", step.effect() == Effect.CHANGED)
                .with("pawl.hook.note", telemetry.content(step.note()))
                .failed(failed ? effect : null);
        telemetry.send(span, end);
    }

    private static Attributes dispatch(Trace trace) {
        return new Attributes()
                .with("hook_event", trace.point())
                .with("num_hooks", trace.steps().size());
    }

    private static Attributes summary(Trace trace) {
        return dispatch(trace)
                .with("num_success", count(trace, Effect.PASSED, Effect.CHANGED))
                .with("num_blocking", count(trace, Effect.STOPPED, Effect.STOPPED))
                .with("num_non_blocking_error", count(trace, Effect.FAILED, Effect.TIMED_OUT))
                .with("num_cancelled", count(trace, Effect.INTERRUPTED, Effect.INTERRUPTED))
                .with(
                        "total_duration_ms",
                        trace.steps().stream().mapToLong(Trace.Step::nanos).sum() / 1e6);
    }

    private static int count(Trace trace, Effect one, Effect other) {
        return (int) trace.steps().stream()
                .filter(step -> step.effect() == one || step.effect() == other)
                .count();
    }

    private Attributes decision(Trace trace) {
        var last = trace.steps().stream()
                .filter(HookTelemetry::hadEffect)
                .reduce((_, after) -> after)
                .orElseThrow();
        return new Attributes()
                .with("gen_ai.tool.call.id", trace.toolCallId())
                .with("decision", last.effect().name().toLowerCase(Locale.ROOT))
                .with("source", name(last.hook()))
                .with("reason", telemetry.content(last.note()));
    }

    /** The file name of a hook without folders, which would disclose the home of the user. */
    static String name(String path) {
        return path.startsWith("builtin:") ? path : path.substring(path.lastIndexOf('/') + 1);
    }

    static String source(String path) {
        return path.startsWith("builtin:") ? "builtin" : "file";
    }
}
