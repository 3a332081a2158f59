package dev.pawl.durable.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.durable.Refused;

/** The rules of what all workers keep to together: pauses of providers, times for requests, and what a day cost. */
final class SharedLimits {
    private static final String PAUSES = "pauses";
    private static final String TIMES = "times";
    private static final String SPENT = "spent";

    private SharedLimits() {}

    static JsonObject after(JsonObject limits, JsonObject operation, long now) throws Refused {
        return switch (operation.string("op", "")) {
            case "pause" -> {
                long until =
                        Math.max(pausedUntil(limits, operation.string("provider", "")), operation.number("until", 0));
                yield limits.with(PAUSES, limits.object(PAUSES).with(operation.string("provider", ""), until));
            }
            case "next" -> next(limits, operation, now);
            case "spend" -> {
                var day = operation.string("day", "");
                // Only the last day counts: the one before cannot be spent any more.
                yield limits.with(SPENT, JsonObject.of(day, spent(limits, day) + dollars(operation)));
            }
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

    static double spent(JsonObject limits, String day) {
        return limits.object(SPENT).get(day) instanceof Number dollars ? dollars.doubleValue() : 0;
    }

    private static double dollars(JsonObject operation) {
        return operation.get("dollars") instanceof Number dollars && dollars.doubleValue() > 0
                ? dollars.doubleValue()
                : 0;
    }
}
