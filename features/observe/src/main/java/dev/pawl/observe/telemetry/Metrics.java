package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts and histograms since they were last sent (delta temporality). */
final class Metrics {
    private static final double[] TOKENS = powers(1, 4, 14);
    private static final double[] SECONDS = powers(0.01, 2, 14);
    private static final double[] SHORT_SECONDS = powers(0.000_1, 4, 12);
    // As the conventions specify for both.
    private static final double[] FIRST_CHUNK = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10
    };
    private static final double[] NEXT_CHUNK = {0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5};
    private static final int DELTA = 1;

    private record Key(String name, Map<String, Object> attributes) {}

    private static final class Histogram {
        private final double[] bounds;
        private final long[] counts;
        private double sum;
        private double least = Double.MAX_VALUE;
        private double most = -Double.MAX_VALUE;

        Histogram(double[] bounds) {
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
    }

    private final Map<Key, Histogram> histograms = new LinkedHashMap<>();
    private final Map<Key, Double> sums = new LinkedHashMap<>();
    private long since = Clock.now();

    synchronized void tokens(long value, Attributes attributes) {
        histogram("gen_ai.client.token.usage", TOKENS, attributes).add((double) value);
    }

    synchronized void seconds(String name, double value, Attributes attributes) {
        histogram(name, SECONDS, attributes).add(value);
    }

    /** For operations that usually take less than a millisecond. */
    synchronized void shortSeconds(String name, double value, Attributes attributes) {
        histogram(name, SHORT_SECONDS, attributes).add(value);
    }

    synchronized void firstChunk(double seconds, Attributes attributes) {
        histogram("gen_ai.client.operation.time_to_first_chunk", FIRST_CHUNK, attributes)
                .add(seconds);
    }

    synchronized void nextChunk(double seconds, Attributes attributes) {
        histogram("gen_ai.client.operation.time_per_output_chunk", NEXT_CHUNK, attributes)
                .add(seconds);
    }

    synchronized void sum(String name, double value, Attributes attributes) {
        sums.merge(new Key(name, Map.copyOf(attributes.values())), value, Double::sum);
    }

    private Histogram histogram(String name, double[] bounds, Attributes attributes) {
        return histograms.computeIfAbsent(new Key(name, Map.copyOf(attributes.values())), _ -> new Histogram(bounds));
    }

    /** Returns the counts for sending, and resets them to zero. */
    synchronized List<JsonObject> take() {
        long now = Clock.now();
        var byName = new LinkedHashMap<String, List<JsonObject>>();
        histograms.forEach((key, one) -> byName.computeIfAbsent(key.name(), _ -> new ArrayList<>())
                .add(point(key, now)
                        .with("count", String.valueOf(Arrays.stream(one.counts).sum()))
                        .with("sum", one.sum)
                        .with("min", one.least)
                        .with("max", one.most)
                        .with(
                                "bucketCounts",
                                Arrays.stream(one.counts)
                                        .mapToObj(String::valueOf)
                                        .toList())
                        .with(
                                "explicitBounds",
                                Arrays.stream(one.bounds).boxed().toList())));
        var all = new ArrayList<JsonObject>();
        byName.forEach((name, points) -> all.add(JsonObject.of("name", name, "unit", unit(name))
                .with("histogram", JsonObject.of("dataPoints", points, "aggregationTemporality", DELTA))));
        var sumsByName = new LinkedHashMap<String, List<JsonObject>>();
        sums.forEach((key, sum) -> sumsByName
                .computeIfAbsent(key.name(), _ -> new ArrayList<>())
                .add(point(key, now).with("asDouble", sum)));
        sumsByName.forEach((name, points) -> all.add(JsonObject.of("name", name, "unit", unit(name))
                .with(
                        "sum",
                        JsonObject.of("dataPoints", points, "aggregationTemporality", DELTA)
                                .with("isMonotonic", true))));
        histograms.clear();
        sums.clear();
        since = now;
        return all;
    }

    private JsonObject point(Key key, long now) {
        return JsonObject.of("attributes", Attributes.toJson(key.attributes()))
                .with("startTimeUnixNano", String.valueOf(since))
                .with("timeUnixNano", String.valueOf(now));
    }

    private static String unit(String name) {
        return switch (name) {
            case "gen_ai.client.token.usage" -> "{token}";
            case "pawl.cost.usage" -> "USD";
            case "pawl.session.count" -> "{session}";
            case "pawl.lines_of_code.count" -> "{line}";
            case "pawl.commit.count" -> "{commit}";
            case "pawl.pull_request.count" -> "{pull_request}";
            case "pawl.code_edit_tool.decision" -> "{decision}";
            default -> "s";
        };
    }

    private static double[] powers(double first, double factor, int count) {
        var bounds = new double[count];
        double bound = first;
        for (int i = 0; i < count; i++) {
            bounds[i] = bound;
            bound *= factor;
        }
        return bounds;
    }
}
