package dev.pawl.policy.rule;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.value.PermissionMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks the examples of a rule: calls that it is about, and calls that it is not about. */
final class RuleExamples {
    static final List<String> FIELDS = List.of("rule", "match", "notMatch");

    private static final String SOURCE = "examples";

    private final Path cwd;
    private final Path home;

    RuleExamples(Path cwd, Path home) {
        this.cwd = cwd;
        this.home = home;
    }

    /** Returns a sentence for each example that the rule does not agree with. */
    List<String> disagreeing(String list, String rule, JsonObject written) {
        var problems = new ArrayList<String>();
        for (var field : List.of("match", "notMatch")) {
            if (!written.has(field)) {
                continue;
            }
            if (!(written.get(field) instanceof List<?> examples)) {
                problems.add(field + " must be a list of texts");
                continue;
            }
            for (var example : examples) {
                if (!(example instanceof String text)) {
                    problems.add(field + " has " + example + ", but an example is a text in quotes");
                } else if (matches(list, rule, text) != field.equals("match")) {
                    problems.add(
                            field.equals("match")
                                    ? "it is not about its example " + text
                                    : "it is about " + text + ", which notMatch names");
                }
            }
        }
        return problems;
    }

    /** A rule that allows is only about what it allows, and one that forbids or asks about all that it stops. */
    private boolean matches(String list, String rule, String example) {
        boolean stops = alone("deny", rule, PermissionMode.BYPASS, example) instanceof Verdict.Deny;
        if (!list.equals("allow")) {
            return stops;
        }
        boolean allows = alone("allow", rule, PermissionMode.DEFAULT, example) instanceof Verdict.Allow;
        boolean runsAnyway =
                new Judge(new Rules(cwd, home), cwd, home).judge(call(rule, example), PermissionMode.DEFAULT, false)
                        instanceof Verdict.Allow;
        return allows && (stops || !runsAnyway);
    }

    private Verdict alone(String list, String rule, PermissionMode mode, String example) {
        var only = new Rules(cwd, home);
        only.add(SOURCE, list, List.of(rule), false);
        return new Judge(only, cwd, home).judge(call(rule, example), mode, false);
    }

    /** The call that an example stands for: a command line, a path, an address or the name of a tool, as the rule's kind is. */
    private CallFacts call(String rule, String example) {
        int open = rule.indexOf('(');
        var name = (open < 0 ? rule : rule.substring(0, open)).strip();
        return switch (RuleReader.kind(name)) {
            case BASH -> CallFacts.command(example, cwd);
            case READ -> file(name.matches("[gG]rep|[gG]lob|find|LS|ls") ? RuleReader.tool(name) : "read", example);
            case EDIT -> file("edit", example);
            case FETCH -> new CallFacts("web_fetch", null, cwd, null, null, example, false, false);
            case OTHER -> new CallFacts(example, null, cwd, null, null, null, false, false);
        };
    }

    private CallFacts file(String tool, String example) {
        var written = CallFile.resolve(example, cwd, home);
        return new CallFacts(tool, null, cwd, CallFile.of(written), written, null, false, false);
    }
}
