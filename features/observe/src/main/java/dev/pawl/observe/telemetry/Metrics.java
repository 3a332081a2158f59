package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of all metrics since they were last sent (delta temporality). */
final class Metrics {
    private static final int DELTA = 1;

    private record Key(Metric metric, Map<String, Object> attributes) {}

    /** The values of one metric with the same attributes. */
    private static final class Values {
        private final double[] bounds;
        private final long[] counts;
        private double sum;
        private double least = Double.MAX_VALUE;
        private double most = -Double.MAX_VALUE;

        Values(double[] bounds) {
            this.bounds = bounds;
            this.counts = new long[bounds.length + 1];
        }

        void add(double value) {
            int at = Arrays.binarySearch(bounds, value);
            counts[at >= 0 ? at : -at - 1]++;
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        JsonObject histogram(JsonObject point) {
            return point.with("count", String.valueOf(Arrays.stream(counts).sum()))
                    .with("sum", sum)
                    .with("min", least)
                    .with("max", most)
                    .with(
                            "bucketCounts",
                            Arrays.stream(counts).mapToObj(String::valueOf).toList())
                    .with("explicitBounds", Arrays.stream(bounds).boxed().toList());
        }
    }

    private final Map<Key, Values> values = new LinkedHashMap<>();
    private long since = Clock.now();

    synchronized void add(Metric metric, double value, Attributes attributes) {
        values.computeIfAbsent(
                        new Key(metric, Map.copyOf(attributes.values())),
                        key -> new Values(key.metric().bounds()))
                .add(value);
    }

    /** Returns the values for sending, and forgets them. */
    synchronized List<JsonObject> take() {
        long now = Clock.now();
        var points = new LinkedHashMap<Metric, List<JsonObject>>();
        values.forEach((key, one) -> {
            var point = JsonObject.of("attributes", Attributes.toJson(key.attributes()))
                    .with("startTimeUnixNano", String.valueOf(since))
                    .with("timeUnixNano", String.valueOf(now));
            points.computeIfAbsent(key.metric(), _ -> new ArrayList<>())
                    .add(key.metric().isSum() ? point.with("asDouble", one.sum) : one.histogram(point));
        });
        values.clear();
        since = now;
        var all = new ArrayList<JsonObject>();
        points.forEach((metric, ofMetric) -> {
            var data = JsonObject.of("dataPoints", ofMetric, "aggregationTemporality", DELTA);
            all.add(JsonObject.of("name", metric.wire, "unit", metric.unit)
                    .with(
                            metric.isSum() ? "sum" : "histogram",
                            metric.isSum() ? data.with("isMonotonic", true) : data));
        });
        return all;
    }
}
