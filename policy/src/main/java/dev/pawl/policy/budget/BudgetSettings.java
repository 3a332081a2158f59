package dev.pawl.policy.budget;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The limits for spending and for subagents; the limits of a project apply if they are lower.
 *
 * @param money dollars for each scope that has a limit
 * @param tokens tokens for each scope that has a limit
 * @param asks whether the user is asked when a limit is reached
 * @param subagents how many may work at a time; a very large number if there is no limit
 * @param depth how deep they may be nested
 * @param problems the problems with the settings; while there are any, no request is sent
 */
public record BudgetSettings(
        Map<Scope, Double> money,
        Map<Scope, Double> tokens,
        boolean asks,
        int subagents,
        int depth,
        List<String> problems) {
    private static final Set<String> KNOWN = Set.of(
            "session",
            "day",
            "subtree",
            "sessionTokens",
            "dayTokens",
            "subtreeTokens",
            "onLimit",
            "subagents",
            "subagentDepth");

    public BudgetSettings {
        money = Map.copyOf(money);
        tokens = Map.copyOf(tokens);
        problems = List.copyOf(problems);
    }

    /** The scope of a limit. */
    public enum Scope {
        SESSION("session"),
        DAY("day"),
        SUBTREE("subtree");

        private final String written;

        Scope(String written) {
            this.written = written;
        }

        /** The name in the settings. */
        public String written() {
            return written;
        }
    }

    /** The limits if the settings cannot be read: nothing may be spent. */
    public static BudgetSettings unreadable(List<String> problems) {
        return new BudgetSettings(Map.of(), Map.of(), false, Integer.MAX_VALUE, Integer.MAX_VALUE, problems);
    }

    /** Reads both layers. */
    public static BudgetSettings read(Folders folders, Settings settings) {
        var money = new EnumMap<Scope, Double>(Scope.class);
        var tokens = new EnumMap<Scope, Double>(Scope.class);
        var problems = new ArrayList<String>();
        boolean asks = true;
        int subagents = Integer.MAX_VALUE;
        int depth = Integer.MAX_VALUE;
        for (var layer : Layer.values()) {
            var json = settings.get(layer, Keys.BUDGET);
            if (json == null) {
                continue;
            }
            var file = folders.settingsFile(layer) + ": budget.";
            for (var name : json.names()) {
                if (!KNOWN.contains(name)) {
                    problems.add(file + name + " is not known");
                }
            }
            for (var scope : Scope.values()) {
                lower(money, scope, number(json, scope.written(), file, problems));
                lower(tokens, scope, number(json, scope.written() + "Tokens", file, problems));
            }
            var many = number(json, "subagents", file, problems);
            subagents = many == null ? subagents : Math.min(subagents, many.intValue());
            var deep = number(json, "subagentDepth", file, problems);
            depth = deep == null ? depth : Math.min(depth, deep.intValue());
            var onLimit = json.get("onLimit");
            if (onLimit != null && !onLimit.equals("ask") && !onLimit.equals("stop")) {
                problems.add(file + "onLimit must be \"ask\" or \"stop\"");
            }
            asks &= !"stop".equals(onLimit);
        }
        return new BudgetSettings(money, tokens, asks, subagents, depth, problems);
    }

    private static void lower(Map<Scope, Double> limits, Scope scope, @Nullable Double limit) {
        if (limit != null) {
            limits.merge(scope, limit, Math::min);
        }
    }

    private static @Nullable Double number(JsonObject json, String name, String file, List<String> problems) {
        var written = json.get(name);
        if (written == null) {
            return null;
        }
        if (written instanceof Number number && number.doubleValue() >= 0) {
            return number.doubleValue();
        }
        problems.add(file + name + " is " + written + ", but must be a number, 0 or more");
        return null;
    }
}
