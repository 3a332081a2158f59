package dev.pawl.api.message;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Money in dollars, by kind of token. */
public record Cost(double input, double output, double cacheRead, double cacheWrite, double total, JsonObject extra) {
    private static final Set<String> KNOWN = Set.of("input", "output", "cacheRead", "cacheWrite", "total");

    private static final String FROM_PROVIDER = "totalFromProvider";

    /** In {@link #extra}: the total follows from tokens and prices; the provider has not named it. */
    public static final JsonObject RECKONED = JsonObject.of(FROM_PROVIDER, false);

    public static final Cost NONE = new Cost(0, 0, 0, 0, 0, JsonObject.empty());

    public static Cost from(JsonObject json) {
        return new Cost(
                json.decimal("input", 0),
                json.decimal("output", 0),
                json.decimal("cacheRead", 0),
                json.decimal("cacheWrite", 0),
                json.decimal("total", 0),
                json.without(KNOWN));
    }

    public Cost plus(Cost other) {
        return new Cost(
                input + other.input,
                output + other.output,
                cacheRead + other.cacheRead,
                cacheWrite + other.cacheWrite,
                total + other.total,
                extra.has(FROM_PROVIDER) || other.extra.has(FROM_PROVIDER)
                        ? extra.with(FROM_PROVIDER, totalFromProvider() && other.totalFromProvider())
                        : extra);
    }

    /** Returns whether the provider named the total, so that it need not be the sum of its parts. */
    public boolean totalFromProvider() {
        return extra.bool(FROM_PROVIDER, false);
    }

    /** Returns the same with the total that the provider named. */
    public Cost withTotalFromProvider(double named) {
        return new Cost(input, output, cacheRead, cacheWrite, named, extra.with(FROM_PROVIDER, true));
    }

    public JsonObject toJson() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("input", input);
        fields.put("output", output);
        fields.put("cacheRead", cacheRead);
        fields.put("cacheWrite", cacheWrite);
        fields.put("total", total);
        return JsonObject.from(fields).with(extra);
    }
}
