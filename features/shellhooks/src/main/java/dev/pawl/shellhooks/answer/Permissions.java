package dev.pawl.shellhooks.answer;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules that a hook adds when it allows a call ({@code updatedPermissions}).
 *
 * @param always whether they hold in later sessions of the project, too
 */
public record Permissions(List<String> rules, boolean always) {
    private static final String FIELD = "updatedPermissions";

    public Permissions {
        rules = List.copyOf(rules);
    }

    /**
     * Reads the field of a decision; null if it has no rule that can be added.
     *
     * @param unused takes in what has no effect
     */
    static @Nullable Permissions of(JsonObject decision, List<String> unused) {
        if (!decision.has(FIELD)) {
            return null;
        }
        var rules = new ArrayList<String>();
        boolean always = false;
        for (var update : decision.objects(FIELD)) {
            var destination = update.string("destination", "");
            boolean adds = "addRules".equals(update.string("type")) && "allow".equals(update.string("behavior"));
            if (adds && !destination.equals("userSettings")) {
                update.objects("rules").forEach(rule -> rules.add(written(rule)));
                always |= !destination.equals("session");
            } else {
                unused.add(FIELD + " (" + update.string("type", "no type") + " " + update.string("behavior", "") + " "
                        + destination + ": only rules that allow, for the session or the project, can be added)");
            }
        }
        return rules.isEmpty() ? null : new Permissions(rules, always);
    }

    private static String written(JsonObject rule) {
        var content = rule.string("ruleContent");
        return rule.string("toolName", "") + (content == null ? "" : "(" + content + ")");
    }
}
