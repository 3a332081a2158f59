package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Limits.Reserved;
import dev.pawl.start.attach.Refused;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The rules of what all workers keep to together: pauses of providers, times for requests, and what a day may cost. */
final class SharedLimits {
    private static final String PAUSES = "pauses";
    private static final String TIMES = "times";
    private static final String SPENT = "spent";
    private static final String RESERVED = "reserved";
    private static final String ANSWER = "answer";
    private static final String NOW = "now";

    /** A tolerance, because sums of decimal prices are not exact. */
    private static final double TOLERANCE = 1e-9;

    private SharedLimits() {}

    static JsonObject after(JsonObject before, JsonObject operation, long now) throws Refused {
        var limits = before.with(NOW, now);
        return switch (operation.string("op", "")) {
            case "pause" -> {
                long until = Math.max(
                        pausedUntil(limits, operation.string("provider", "")), now + operation.number("millis", 0));
                yield limits.with(PAUSES, limits.object(PAUSES).with(operation.string("provider", ""), until));
            }
            case "next" -> next(limits, operation, now);
            case "reserve" -> reserve(limits, operation, now);
            case "renew" -> {
                var renewed = limits;
                for (var request : operation.objects("requests")) {
                    renewed = withReserved(renewed, request, now + operation.number("lease", 0));
                }
                yield renewed;
            }
            case "settle" -> settle(limits, operation, day(now));
            default -> throw new Refused("\"" + limits.string("id") + "\" is no session");
        };
    }

    private static JsonObject next(JsonObject limits, JsonObject operation, long now) {
        var provider = operation.string("provider", "");
        long time = Math.max(now, limits.object(TIMES).number(provider, 0));
        var answered = limits.with("next", time);
        return time - now > operation.number("atMost", 0)
                ? answered
                : answered.with(TIMES, limits.object(TIMES).with(provider, time + operation.number("apart", 0)));
    }

    static long pausedUntil(JsonObject limits, String provider) {
        return limits.object(PAUSES).number(provider, 0);
    }

    private static JsonObject reserve(JsonObject before, JsonObject operation, long now) {
        var limits = withoutLapsed(before, now);
        var answer = judged(limits, operation, day(now));
        var answered = limits.with(ANSWER, answer.name());
        return answer == Reserved.TAKEN
                ? withReserved(answered, operation, now + operation.number("lease", 0))
                : answered;
    }

    private static Reserved judged(JsonObject limits, JsonObject operation, String day) {
        double limit = operation.decimal("limit", 0);
        double spent = spent(limits, day);
        if (spent + TOLERANCE >= limit) {
            return Reserved.SPENT;
        }
        var all = limits.object(RESERVED);
        boolean alone = true;
        double expected = dollars(operation);
        for (var id : all.names()) {
            var other = all.object(id);
            boolean own = other.string("session", "").equals(operation.string("session", ""));
            if (!own || operation.bool("besideOwn", false)) {
                alone = false;
                expected += dollars(other);
            }
        }
        return alone || spent + expected <= limit + TOLERANCE ? Reserved.TAKEN : Reserved.LATER;
    }

    /** Returns what was decided about the request that was set aside last. */
    static Reserved reserved(JsonObject limits) {
        return Reserved.valueOf(limits.string(ANSWER, Reserved.LATER.name()));
    }

    private static JsonObject withReserved(JsonObject limits, JsonObject request, long until) {
        var aside = JsonObject.of("session", request.string("session", ""), "dollars", dollars(request))
                .with("until", until);
        return limits.with(RESERVED, limits.object(RESERVED).with(request.string("request", ""), aside));
    }

    /** What a worker that died had set aside ends with its lease. */
    private static JsonObject withoutLapsed(JsonObject limits, long now) {
        var all = limits.object(RESERVED);
        var lapsed = all.names().stream()
                .filter(id -> all.object(id).number("until", 0) <= now)
                .toArray(String[]::new);
        return limits.with(RESERVED, all.without(lapsed));
    }

    private static JsonObject settle(JsonObject limits, JsonObject operation, String day) {
        var settled = limits.with(RESERVED, limits.object(RESERVED).without(operation.string("request", "")));
        var last = limits.object(SPENT).names().stream().findFirst().orElse("");
        // Only the last day counts: the one before cannot be spent any more.
        return day.compareTo(last) < 0
                ? settled
                : settled.with(SPENT, JsonObject.of(day, spent(limits, day) + dollars(operation)));
    }

    private static double spent(JsonObject limits, String day) {
        return limits.object(SPENT).decimal(day, 0);
    }

    /** Returns what was spent on the last day on which anything was. */
    static double spent(JsonObject limits) {
        return limits.object(SPENT).names().stream()
                .findFirst()
                .map(day -> spent(limits, day))
                .orElse(0.0);
    }

    /** Returns the time of the engine when this was written. */
    static long now(JsonObject limits) {
        return limits.number(NOW, 0);
    }

    private static String day(long now) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(now), ZoneOffset.UTC).toString();
    }

    private static double dollars(JsonObject operation) {
        return Math.max(0, operation.decimal("dollars", 0));
    }
}
