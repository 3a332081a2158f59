package dev.pawl.observe.trace;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/** How often one hook was called at one point, how long it took, and how often it had an effect. */
public record HookFigures(String hook, String point, List<Long> nanos, int effects, int failures) {
    public HookFigures {
        nanos = List.copyOf(nanos);
    }

    /** The figures of all hooks, the one that took longest first. */
    public static List<HookFigures> of(List<TraceLine> lines) {
        var byHook = new LinkedHashMap<List<String>, List<TraceLine.Step>>();
        for (var line : lines) {
            if (!line.remark()) {
                for (var step : line.steps()) {
                    byHook.computeIfAbsent(List.of(step.hook(), line.point()), _ -> new ArrayList<>())
                            .add(step);
                }
            }
        }
        var all = new ArrayList<HookFigures>();
        byHook.forEach((key, steps) -> all.add(new HookFigures(
                key.getFirst(),
                key.getLast(),
                steps.stream().map(TraceLine.Step::nanos).sorted().toList(),
                (int) steps.stream().filter(TraceLine.Step::hadEffect).count(),
                (int) steps.stream()
                        .filter(step ->
                                step.effect().equals("failed") || step.effect().equals("timed_out"))
                        .count())));
        all.sort(Comparator.comparingLong(HookFigures::total).reversed());
        return all;
    }

    public long total() {
        return nanos.stream().mapToLong(Long::longValue).sum();
    }

    /** The time that a part of the calls did not exceed; the longest for 1. */
    public long quantile(double part) {
        return nanos.isEmpty() ? 0 : nanos.get((int) Math.min(nanos.size() - 1, Math.floor(part * nanos.size())));
    }

    public JsonObject toJson() {
        return JsonObject.of("hook", hook, "point", point)
                .with("calls", nanos.size())
                .with("totalNanos", total())
                .with("p50Nanos", quantile(0.5))
                .with("p99Nanos", quantile(0.99))
                .with("maxNanos", quantile(1))
                .with("effects", effects)
                .with("failures", failures);
    }
}
