package dev.pawl.api.message;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tokens and money that a request took. */
public record Usage(
        long input, long output, long cacheRead, long cacheWrite, long totalTokens, Cost cost, JsonObject extra) {
    private static final Set<String> KNOWN =
            Set.of("input", "output", "cacheRead", "cacheWrite", "totalTokens", "cost");

    private static final List<String> PARTS = List.of("cacheWrite1h", "reasoning");

    public static final Usage NONE = new Usage(0, 0, 0, 0, 0, Cost.NONE, JsonObject.empty());

    public static Usage from(JsonObject json) {
        return new Usage(
                json.number("input", 0),
                json.number("output", 0),
                json.number("cacheRead", 0),
                json.number("cacheWrite", 0),
                json.number("totalTokens", 0),
                Cost.from(json.object("cost")),
                json.without(KNOWN));
    }

    /** Returns the tokens of the context after the answer: the total, or the sum of the parts where none was reported. */
    public long contextTokens() {
        return totalTokens > 0 ? totalTokens : input + output + cacheRead + cacheWrite;
    }

    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                output + other.output,
                cacheRead + other.cacheRead,
                cacheWrite + other.cacheWrite,
                totalTokens + other.totalTokens,
                cost.plus(other.cost),
                extraWith(other));
    }

    /** Parts of the tokens that only some providers report are added up where one side has them. */
    private JsonObject extraWith(Usage other) {
        var sum = extra;
        for (var part : PARTS) {
            if (extra.has(part) || other.extra.has(part)) {
                sum = sum.with(part, extra.number(part, 0) + other.extra.number(part, 0));
            }
        }
        return sum;
    }

    /** Returns the same with other figures beside those of the vocabulary. */
    public Usage withExtra(JsonObject other) {
        return new Usage(input, output, cacheRead, cacheWrite, totalTokens, cost, other);
    }

    /** Returns the same at another cost. */
    public Usage withCost(Cost other) {
        return new Usage(input, output, cacheRead, cacheWrite, totalTokens, other, extra);
    }

    public JsonObject toJson() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("input", input);
        fields.put("output", output);
        fields.put("cacheRead", cacheRead);
        fields.put("cacheWrite", cacheWrite);
        fields.put("totalTokens", totalTokens);
        fields.put("cost", cost.toJson());
        return JsonObject.from(fields).with(extra);
    }
}
