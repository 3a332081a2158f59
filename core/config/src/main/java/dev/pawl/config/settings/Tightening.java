package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.PermissionMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Combines the objects of the policy: each field has a function that keeps the user's value unless the project's is
 * valid and stricter. Fields without a function are left out of what a project contributes; the policy reports them.
 */
final class Tightening {
    /** Marks an object in place of a value that is none, see {@link Kind#group}. */
    static final String UNREADABLE = "unreadable";

    private static final BinaryOperator<@Nullable Object> TRUE = Tightening::set;
    private static final BinaryOperator<@Nullable Object> LOWER = Tightening::lower;
    private static final BinaryOperator<@Nullable Object> UNION = Tightening::union;

    // format:off
    private static final Map<String, BinaryOperator<@Nullable Object>> PERMISSIONS = Map.of(
            "deny", UNION, "ask", UNION, "userBash", TRUE, UNREADABLE, TRUE,
            "mode", word(PermissionMode.words(), PermissionMode.DEFAULT.wire()));
    private static final Map<String, BinaryOperator<@Nullable Object>> BUDGET = Map.of(
            "session", LOWER, "day", LOWER, "subtree", LOWER,
            "sessionTokens", LOWER, "dayTokens", LOWER, "subtreeTokens", LOWER,
            "subagents", LOWER, "subagentDepth", LOWER, UNREADABLE, TRUE,
            "onLimit", word(List.of("stop", "ask"), "ask"));
    private static final Map<String, BinaryOperator<@Nullable Object>> SANDBOX = Map.of(
            "enabled", TRUE, "hooks", TRUE, UNREADABLE, TRUE,
            "read", word(List.of("project", "all"), "all"),
            "network", Tightening::network);
    private static final Map<String, BinaryOperator<@Nullable Object>> CHECKPOINTS =
            Map.of("mode", Tightening::checkpointMode, "ignored", TRUE, UNREADABLE, TRUE);
    // format:on

    private Tightening() {}

    static @Nullable JsonObject permissions(@Nullable JsonObject user, @Nullable JsonObject project) {
        return fields(PERMISSIONS, user, project);
    }

    /** What a project says about secrets is read by the policy, as names that it asks for, and changes nothing. */
    static @Nullable JsonObject secrets(@Nullable JsonObject user, @Nullable JsonObject project) {
        return user;
    }

    static @Nullable JsonObject budget(@Nullable JsonObject user, @Nullable JsonObject project) {
        return fields(BUDGET, user, project);
    }

    /** A sandbox without {@code network} has none; where the project alone wants a sandbox, its own value counts. */
    static @Nullable JsonObject sandbox(@Nullable JsonObject user, @Nullable JsonObject project) {
        var below = user == null || user.get("network") != null ? user : user.with("network", "off");
        return fields(SANDBOX, below, project);
    }

    /** An object without {@code mode} turns checkpoints on. */
    static @Nullable JsonObject checkpoints(@Nullable JsonObject user, @Nullable JsonObject project) {
        return fields(CHECKPOINTS, withMode(user), withMode(project));
    }

    private static @Nullable JsonObject withMode(@Nullable JsonObject checkpoints) {
        return checkpoints == null || checkpoints.get("mode") != null ? checkpoints : checkpoints.with("mode", true);
    }

    private static @Nullable JsonObject fields(
            Map<String, BinaryOperator<@Nullable Object>> rules,
            @Nullable JsonObject user,
            @Nullable JsonObject project) {
        if (project == null) {
            return user;
        }
        var merged = user == null ? JsonObject.empty() : user;
        for (var name : project.names()) {
            var rule = rules.get(name);
            var value = rule == null ? null : rule.apply(merged.get(name), project.get(name));
            merged = merged.given(name, value);
        }
        return merged;
    }

    /** The stricter of two words; a word that is none is the least strict. */
    private static BinaryOperator<@Nullable Object> word(List<String> strictestFirst, String otherwise) {
        return (user, project) ->
                place(strictestFirst, project) < place(strictestFirst, user == null ? otherwise : user)
                        ? project
                        : user;
    }

    private static int place(List<String> words, @Nullable Object word) {
        for (int i = 0; i < words.size(); i++) {
            if (word instanceof String text && words.get(i).equalsIgnoreCase(text)) {
                return i;
            }
        }
        return words.size();
    }

    private static @Nullable Object set(@Nullable Object user, @Nullable Object project) {
        return Boolean.TRUE.equals(project) ? project : user;
    }

    private static @Nullable Object lower(@Nullable Object user, @Nullable Object project) {
        if (!(project instanceof Number other)
                || !(other.doubleValue() >= 0)
                || (user != null && !(user instanceof Number))) {
            return user;
        }
        return user instanceof Number limit && limit.doubleValue() <= other.doubleValue() ? user : project;
    }

    private static @Nullable Object union(@Nullable Object user, @Nullable Object project) {
        if (!(project instanceof List<?> more) || (user != null && !(user instanceof List<?>))) {
            return user;
        }
        var all = new LinkedHashSet<@Nullable Object>(user instanceof List<?> own ? own : List.of());
        all.addAll(more);
        return Collections.unmodifiableList(new ArrayList<@Nullable Object>(all));
    }

    /** The hosts that both allow: {@code "off"} allows none, {@code "on"} all. A value that is none of these is kept. */
    private static @Nullable Object network(@Nullable Object user, @Nullable Object project) {
        if (user == null) {
            return project;
        }
        if (project instanceof List<?> theirs && user instanceof List<?> own) {
            return both(own, theirs);
        }
        return project instanceof List<?> ? "on".equals(user) ? project : user : "off".equals(project) ? project : user;
    }

    private static List<@Nullable Object> both(List<?> first, List<?> second) {
        var hosts = new LinkedHashSet<@Nullable Object>();
        for (var one : first) {
            for (var other : second) {
                if (covers(one, other)) {
                    hosts.add(other);
                } else if (covers(other, one)) {
                    hosts.add(one);
                }
            }
        }
        return Collections.unmodifiableList(new ArrayList<@Nullable Object>(hosts));
    }

    /** Returns whether each host that the second pattern allows is allowed by the first. */
    private static boolean covers(@Nullable Object pattern, @Nullable Object other) {
        if (!(pattern instanceof String wide) || !(other instanceof String narrow)) {
            return false;
        }
        var suffix = wide.toLowerCase(Locale.ROOT);
        var name = narrow.toLowerCase(Locale.ROOT);
        return name.equals(suffix) || (suffix.startsWith("*.") && name.endsWith(suffix.substring(1)));
    }

    private static @Nullable Object checkpointMode(@Nullable Object user, @Nullable Object project) {
        var strictestFirst = List.<Object>of("required", true, false);
        int theirs = project == null ? -1 : strictestFirst.indexOf(project);
        int own = user == null ? strictestFirst.size() : strictestFirst.indexOf(user);
        return theirs >= 0 && own >= 0 && theirs < own ? project : user;
    }
}
