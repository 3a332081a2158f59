package dev.pawl.api.message;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Money in dollars, by kind of token. */
public record Cost(double input, double output, double cacheRead, double cacheWrite, double total, JsonObject extra) {
    private static final Set<String> KNOWN = Set.of("input", "output", "cacheRead", "cacheWrite", "total");

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
                extra);
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
