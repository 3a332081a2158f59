package dev.pawl.policy.foreign;

import dev.pawl.base.toml.Toml;
import dev.pawl.policy.foreign.Translation.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of Gemini CLI's policy, {@code policies/*.toml}.
 *
 * <p>There the rule of the highest priority decides; here one that forbids comes before one that asks, and that before one
 * that allows. Where an exception of a higher priority is lost by that, a notice names it.
 */
public final class GeminiPolicy {
    /** Fields that say nothing about which calls a rule matches. */
    private static final Set<String> PLAIN = Set.of(
            "toolName",
            "mcpName",
            "commandPrefix",
            "commandRegex",
            "argsPattern",
            "decision",
            "priority",
            "modes",
            "name",
            "description",
            "denyMessage",
            "deny_message",
            "allowRedirection",
            "allow_redirection",
            "source");

    private final String file;
    private final Translation made = new Translation();
    private final List<Ranked> ranked = new ArrayList<>();

    private GeminiPolicy(String file) {
        this.file = file;
    }

    /** The rules that one entry became, with its priority. */
    private record Ranked(String place, long priority, Decision decision, List<String> rules) {}

    /** Reads a file. */
    public static Translation read(String file, String text) {
        var policy = new GeminiPolicy(file);
        try {
            var root = Toml.parse(text);
            for (var entry : root.entrySet()) {
                switch (entry.getKey()) {
                    case "rule", "rules" -> policy.rules(entry.getValue());
                    case "safety_checker" ->
                        policy.made.notice(file + ": safety_checker has no effect here. Write the check as a hook"
                                + " (pawl hooks new NAME).");
                    default -> policy.made.problem(file + ": " + entry.getKey() + " is no field of a policy");
                }
            }
        } catch (IllegalArgumentException e) {
            policy.made.problem(file + ": " + e.getMessage());
        }
        policy.exceptions();
        return policy.made;
    }

    private void rules(Object written) {
        if (!(written instanceof List<?> list)) {
            made.problem(file + ": rule is not a list of tables, [[rule]]");
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            var place = "rule " + (i + 1);
            if (list.get(i) instanceof Map<?, ?> rule) {
                rule(place, rule);
            } else {
                bad(place, "it is not a table");
            }
        }
    }

    private void rule(String place, Map<?, ?> rule) {
        var decision = switch (String.valueOf(rule.get("decision"))) {
            case "deny" -> Decision.DENY;
            case "ask_user" -> Decision.ASK;
            case "allow" -> Decision.ALLOW;
            default -> null;
        };
        if (decision == null) {
            bad(place, "the decision is allow, deny or ask_user, and not " + rule.get("decision"));
            return;
        }
        var tools = texts(rule.get("toolName"));
        var servers = texts(rule.get("mcpName"));
        var prefixes = texts(rule.get("commandPrefix"));
        if (tools == null || servers == null || prefixes == null || servers.size() > 1) {
            bad(place, "toolName and commandPrefix are texts or lists of texts, and mcpName is a text");
            return;
        }
        if (rule.get("commandRegex") != null && !prefixes.isEmpty()) {
            bad(place, "it has both commandPrefix and commandRegex");
            return;
        }

        // What a rule cannot say here: it then counts for all of the calls that it is about, or for none.
        var lost = new ArrayList<String>();
        if (rule.get("modes") instanceof List<?> modes && !modes.isEmpty() && !modes.contains("default")) {
            lost.add("modes");
        }
        if (rule.get("argsPattern") != null) {
            lost.add("argsPattern");
        }
        rule.keySet().stream()
                .map(String::valueOf)
                .filter(name -> !PLAIN.contains(name))
                .forEach(lost::add);
        var rules = new ArrayList<String>();
        if (!prefixes.isEmpty()) {
            prefixes.forEach(prefix -> rules.add("Bash(" + prefix.strip() + ":*)"));
        } else if (rule.get("commandRegex") instanceof String regex) {
            var beginnings = Beginnings.of(regex);
            beginnings.texts().forEach(beginning -> rules.add("Bash(" + beginning + "*)"));
            if (rules.isEmpty()) {
                rules.add("Bash");
            }
            if (!beginnings.exact()) {
                lost.add("commandRegex");
            }
        } else {
            for (var tool : tools.isEmpty() ? List.of("*") : tools) {
                rules.addAll(named(tool, servers.isEmpty() ? null : servers.getFirst()));
            }
        }
        var source = file + ", " + place;
        var message = rule.get("denyMessage") instanceof String text ? text : null;
        if (!lost.isEmpty() && decision == Decision.ALLOW) {
            made.left(source + ": " + String.join(", ", lost) + " cannot be said in a rule that allows");
            return;
        }
        if (!lost.isEmpty()) {
            made.notice(source + ": " + String.join(", ", lost) + " cannot be said in a rule here, so it "
                    + (decision == Decision.DENY ? "forbids" : "asks about") + " " + String.join(", ", rules)
                    + " altogether.");
        }
        for (var one : rules) {
            made.rule(decision, one, source + (message == null ? "" : ": " + message));
        }
        ranked.add(new Ranked(
                place, rule.get("priority") instanceof Number number ? number.longValue() : 0, decision, rules));
    }

    /** Names the rules whose higher priority does not count here, because a stricter rule is about some of the same calls. */
    private void exceptions() {
        for (var weak : ranked) {
            for (var strict : ranked) {
                boolean lost = strict.decision.compareTo(weak.decision) < 0
                        && weak.priority >= strict.priority
                        && weak.rules.stream()
                                .anyMatch(one -> strict.rules.stream().anyMatch(other -> meet(one, other)));
                if (lost) {
                    made.notice(file + ": " + weak.place + " is no exception to " + strict.place
                            + " here, whatever its priority: a rule that "
                            + (strict.decision == Decision.DENY ? "forbids" : "asks") + " comes first.");
                }
            }
        }
    }

    /** Returns whether two rules may be about the same call. */
    private static boolean meet(String one, String other) {
        int open = one.indexOf('(');
        int end = other.indexOf('(');
        var tool = open < 0 ? one : one.substring(0, open);
        var second = end < 0 ? other : other.substring(0, end);
        if (!tool.equals(second)) {
            return tool.equals("*") || second.equals("*");
        }
        if (open < 0 || end < 0) {
            return true;
        }
        var text = one.substring(open + 1).replaceFirst(":?\\*\\)$", "");
        var more = other.substring(end + 1).replaceFirst(":?\\*\\)$", "");
        return text.startsWith(more) || more.startsWith(text);
    }

    /** The rules about all calls of a tool, under the names that tools have here. */
    private static List<String> named(String tool, @Nullable String server) {
        if (server != null) {
            return List.of("mcp__" + server + "__" + (tool.startsWith("mcp_") ? "*" : tool));
        }
        if (tool.startsWith("mcp_") && !tool.startsWith("mcp__")) {
            var rest = tool.substring(4);
            int end = rest.indexOf('_');
            return List.of("mcp__"
                    + (end < 0
                            ? rest + (rest.equals("*") ? "" : "__*")
                            : rest.substring(0, end) + "__" + rest.substring(end + 1)));
        }
        int separator = tool.indexOf("__");
        if (separator > 0 && !tool.startsWith("mcp__")) {
            return List.of("mcp__" + tool);
        }
        return switch (tool) {
            case "*" -> List.of("Bash", "Read", "Edit", "WebFetch", "*");
            case "run_shell_command" -> List.of("Bash");
            case "read_file", "read_many_files" -> List.of("Read");
            case "grep_search", "search_file_content" -> List.of("Grep");
            case "glob" -> List.of("Glob");
            case "list_directory" -> List.of("LS");
            case "write_file", "replace", "edit" -> List.of("Edit");
            case "web_fetch" -> List.of("WebFetch");
            default -> List.of(tool);
        };
    }

    /** A text or a list of texts as a list; null if it is neither. */
    private static @Nullable List<String> texts(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        var texts = new ArrayList<String>();
        for (var one : value instanceof List<?> list ? list : List.of(value)) {
            if (!(one instanceof String text) || text.isBlank()) {
                return null;
            }
            texts.add(text);
        }
        return texts;
    }

    private void bad(String place, String problem) {
        made.problem(file + ", " + place + ": " + problem);
    }
}
