package dev.pawl.policy.foreign;

import dev.pawl.base.QuotedWords;
import dev.pawl.base.toml.Toml;
import dev.pawl.policy.foreign.Translation.Decision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Codex's rules about commands: {@code prefix_rule} of files {@code *.rules}, and {@code [rules]} of an organisation's
 * {@code requirements.toml}.
 *
 * <p>A rule matches commands that begin with its words. Its examples, {@code match} and {@code not_match}, are checked
 * when it is read, as in Codex.
 */
public final class CodexRules {
    private static final int MOST = 1_000;

    private final String file;
    private final Translation made = new Translation();
    private final Map<String, List<String>> programs = new HashMap<>();

    private CodexRules(String file) {
        this.file = file;
    }

    /** Reads a file of calls. */
    public static Translation read(String file, String text) {
        var rules = new CodexRules(file);
        try {
            var calls = Starlark.calls(text);
            for (var call : calls) {
                if (call.function().equals("host_executable")) {
                    rules.program(call);
                }
            }
            for (var call : calls) {
                rules.call(call);
            }
        } catch (Starlark.Unreadable e) {
            rules.made.problem(file + ": " + e.getMessage());
        }
        return rules.made;
    }

    /** Reads the rules of a file of requirements; nothing if it has none. */
    public static Translation requirements(String file, String text) {
        var rules = new CodexRules(file);
        try {
            if (Toml.parse(text).get("rules") instanceof Map<?, ?> table) {
                var prefixes = table.get("prefix_rules");
                if (prefixes instanceof List<?> list) {
                    for (int i = 0; i < list.size(); i++) {
                        rules.requirement("prefix rule " + (i + 1), list.get(i));
                    }
                } else if (prefixes != null) {
                    rules.made.problem(file + ": rules.prefix_rules is not a list of tables");
                }
            }
        } catch (IllegalArgumentException e) {
            rules.made.problem(file + ": " + e.getMessage());
        }
        return rules.made;
    }

    private void call(Starlark.Call call) {
        var place = "line " + call.line();
        var arguments = call.arguments();
        switch (call.function()) {
            case "host_executable" -> {}
            case "network_rule" ->
                made.notice(file + ": " + place + ": network_rule for " + arguments.get("host")
                        + " has no effect here. Set sandbox.network in settings.json (docs/policy.md).");
            case "prefix_rule" -> {
                var known = Set.of("pattern", "decision", "justification", "match", "not_match");
                for (var name : arguments.keySet()) {
                    if (!known.contains(name)) {
                        bad(place, "prefix_rule has no argument " + name);
                        return;
                    }
                }
                var pattern = pattern(arguments.get("pattern"), place);
                if (pattern != null) {
                    prefix(place, pattern, arguments);
                }
            }
            default -> bad(place, "there is no function " + call.function());
        }
    }

    private void requirement(String place, Object written) {
        if (!(written instanceof Map<?, ?> table) || !(table.get("pattern") instanceof List<?> tokens)) {
            bad(place, "a prefix rule is a table with a pattern");
            return;
        }
        var words = new ArrayList<Object>();
        for (var token : tokens) {
            var one = token instanceof Map<?, ?> form && form.get("token") != null ? form.get("token") : null;
            var any = token instanceof Map<?, ?> form ? form.get("any_of") : null;
            words.add(one != null ? one : any != null ? any : token);
        }
        var pattern = pattern(words, place);
        if (pattern != null) {
            var arguments = new HashMap<String, Object>();
            table.forEach((name, value) -> arguments.put(String.valueOf(name), value));
            prefix(place, pattern, arguments);
        }
    }

    private void prefix(String place, List<List<String>> pattern, Map<String, Object> arguments) {
        var decision = switch (String.valueOf(arguments.getOrDefault("decision", "allow"))) {
            case "forbidden" -> Decision.DENY;
            case "prompt" -> Decision.ASK;
            case "allow" -> Decision.ALLOW;
            default -> null;
        };
        if (decision == null) {
            bad(place, "the decision is allow, prompt or forbidden, and not " + arguments.get("decision"));
            return;
        }
        examples(place, pattern, arguments.get("match"), true);
        examples(place, pattern, arguments.get("not_match"), false);
        var justification = arguments.get("justification");
        var source = file + ", " + place + (justification == null ? "" : ": " + justification);
        for (var words : spelled(pattern)) {
            express(decision, words, source);
        }
    }

    private void express(Decision decision, List<String> words, String source) {
        var text = String.join(" ", words);
        if (decision.isStrict()) {
            // Ours compare the name of a program wherever it is, so the rule holds for every path to it.
            var program = words.getFirst();
            var name = program.substring(program.lastIndexOf('/') + 1);
            var rest = words.subList(1, words.size());
            made.rule(
                    decision, "Bash(" + (rest.isEmpty() ? name : name + " " + String.join(" ", rest)) + ":*)", source);
        } else if (words.stream().anyMatch(word -> !word.matches("[^\\s*()\"'\\\\]+"))) {
            made.left(source + ": the words " + words + " cannot be told apart in a rule that allows");
        } else {
            made.rule(decision, "Bash(" + text + ":*)", source);
            for (var path : programs.getOrDefault(words.getFirst(), List.of())) {
                var full = new ArrayList<>(words);
                full.set(0, path);
                made.rule(decision, "Bash(" + String.join(" ", full) + ":*)", source);
            }
        }
    }

    /** Notes the paths that a program is called by; without them a rule that allows a name allows no path. */
    private void program(Starlark.Call call) {
        var name = call.arguments().get("name");
        if (!(name instanceof String text) || !(call.arguments().get("paths") instanceof List<?> paths)) {
            bad("line " + call.line(), "host_executable has a name and a list of paths");
            return;
        }
        for (var path : paths) {
            if (path instanceof String at && at.startsWith("/") && at.endsWith("/" + text)) {
                programs.computeIfAbsent(text, _ -> new ArrayList<>()).add(at);
            } else {
                bad("line " + call.line(), "a path of host_executable is absolute and ends with the name: " + path);
            }
        }
    }

    private void examples(String place, List<List<String>> pattern, @Nullable Object written, boolean matching) {
        if (written == null) {
            return;
        }
        var field = matching ? "match" : "not_match";
        if (!(written instanceof List<?> examples)) {
            bad(place, field + " is not a list of commands");
            return;
        }
        for (var example : examples) {
            var words = example instanceof String line ? QuotedWords.split(line) : texts(example);
            if (words == null) {
                bad(place, field + " has an example that is not a command: " + example);
            } else if (begins(words, pattern) != matching) {
                bad(
                        place,
                        "the rule " + (matching ? "does not match" : "matches") + " its example "
                                + String.join(" ", words) + " in " + field);
            }
        }
    }

    private static boolean begins(List<String> words, List<List<String>> pattern) {
        if (words.size() < pattern.size()) {
            return false;
        }
        for (int i = 0; i < pattern.size(); i++) {
            if (!pattern.get(i).contains(words.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The words of a pattern, each with its alternatives; null, with a problem, if it is none. */
    private @Nullable List<List<String>> pattern(@Nullable Object written, String place) {
        if (!(written instanceof List<?> tokens) || tokens.isEmpty()) {
            bad(place, "a pattern is a list with at least one word");
            return null;
        }
        var pattern = new ArrayList<List<String>>();
        long ways = 1;
        for (var token : tokens) {
            var words = token instanceof String word ? List.of(word) : texts(token);
            if (words == null || words.isEmpty() || words.contains("")) {
                bad(place, "a word of a pattern is a text or a list of texts, and not " + token);
                return null;
            }
            pattern.add(words);
            ways *= words.size();
            if (ways > MOST) {
                bad(place, "the pattern stands for more than " + MOST + " beginnings of commands");
                return null;
            }
        }
        return pattern;
    }

    private static List<List<String>> spelled(List<List<String>> pattern) {
        var all = List.of(List.<String>of());
        for (var words : pattern) {
            var longer = new ArrayList<List<String>>();
            for (var start : all) {
                for (var word : words) {
                    var next = new ArrayList<>(start);
                    next.add(word);
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all;
    }

    private static @Nullable List<String> texts(Object value) {
        if (!(value instanceof List<?> list)) {
            return null;
        }
        var texts = new ArrayList<String>();
        for (var one : list) {
            if (!(one instanceof String text)) {
                return null;
            }
            texts.add(text);
        }
        return texts;
    }

    private void bad(String place, String problem) {
        made.problem(file + ": " + place + ": " + problem);
    }
}
