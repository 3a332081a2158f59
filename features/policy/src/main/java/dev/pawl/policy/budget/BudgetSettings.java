package dev.pawl.policy.budget;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    private static final List<String> NUMBERS = List.of(
            "session", "day", "subtree", "sessionTokens", "dayTokens", "subtreeTokens", "subagents", "subagentDepth");

    private static final List<String> KNOWN =
            Stream.concat(NUMBERS.stream(), Stream.of("onLimit")).toList();

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

    /** Checks all layers, and takes what they make together, see the rule of {@link Keys#BUDGET}. */
    public static BudgetSettings read(Folders folders, Settings settings) {
        var problems = new ArrayList<String>();
        settings.unreadable().forEach(file -> problems.add(file.where() + ": " + file.message()));
        for (var group : settings.groups(Keys.BUDGET, KNOWN)) {
            problems.addAll(group.flaws());
            var json = group.json();
            var file = group.where() + ".";
            for (var name : NUMBERS) {
                var written = json.get(name);
                if (written != null && number(json, name) == null) {
                    problems.add(file + name + " is " + written + ", but must be a number, 0 or more");
                }
            }
            var onLimit = json.get("onLimit");
            if (onLimit != null && !onLimit.equals("ask") && !onLimit.equals("stop")) {
                problems.add(file + "onLimit must be \"ask\" or \"stop\"");
            }
        }
        var both = settings.get(Keys.BUDGET);
        return of(both == null ? JsonObject.empty() : both, problems);
    }

    private static BudgetSettings of(JsonObject json, List<String> problems) {
        var money = new EnumMap<Scope, Double>(Scope.class);
        var tokens = new EnumMap<Scope, Double>(Scope.class);
        for (var scope : Scope.values()) {
            put(money, scope, number(json, scope.written()));
            put(tokens, scope, number(json, scope.written() + "Tokens"));
        }
        return new BudgetSettings(
                money,
                tokens,
                !"stop".equals(json.get("onLimit")),
                count(json, "subagents"),
                count(json, "subagentDepth"),
                problems);
    }

    private static void put(Map<Scope, Double> limits, Scope scope, @Nullable Double limit) {
        if (limit != null) {
            limits.put(scope, limit);
        }
    }

    private static int count(JsonObject json, String name) {
        var number = number(json, name);
        return number == null ? Integer.MAX_VALUE : number.intValue();
    }

    private static @Nullable Double number(JsonObject json, String name) {
        return json.get(name) instanceof Number number && number.doubleValue() >= 0 ? number.doubleValue() : null;
    }
}
