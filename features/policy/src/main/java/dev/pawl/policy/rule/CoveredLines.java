package dev.pawl.policy.rule;

import dev.pawl.policy.command.CommandLine;
import dev.pawl.policy.command.CommandLine.Shape;
import dev.pawl.policy.command.Part;
import dev.pawl.policy.command.ShellPlace;
import dev.pawl.policy.command.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Command lines of which every program is one that rules name, so that nothing else receives what the line is given. */
public final class CoveredLines {
    private final List<Rule> rules;

    private CoveredLines(List<Rule> rules) {
        this.rules = rules;
    }

    /**
     * Reads rules such as {@code Bash(gh *)}.
     *
     * @throws IllegalArgumentException if one of them is no rule about commands, or is about every command
     */
    public static CoveredLines of(List<String> written, Path cwd, Path home) {
        var rules = new ArrayList<Rule>();
        for (var text : written) {
            try {
                var rule = new RuleReader(cwd, home).read(text, "", false, false);
                if (rule.tool() != ToolKind.BASH || rule.command() == null || text.matches("\\w+\\(\\s*[*:].*")) {
                    throw new IllegalArgumentException(text + " does not name a command, as Bash(gh *) does");
                }
                rules.add(rule);
            } catch (RuleReader.BadRule e) {
                throw new IllegalArgumentException(text + ": " + e.getMessage(), e);
            }
        }
        return new CoveredLines(List.copyOf(rules));
    }

    /**
     * Returns why a line runs more than the rules name, or may; null if it does not.
     *
     * @param environment the variables that commands inherit
     */
    public @Nullable String uncovered(String command, Path cwd, Path home, Map<String, String> environment) {
        var line = CommandLine.of(command, new ShellPlace(cwd, cwd, home, environment, null));
        if (line.shape() == Shape.OPEN) {
            return line.why();
        }
        for (var part : line.parts()) {
            boolean moves = part.kind() == Part.Kind.READS
                    && part.words().getFirst().text().equals("cd");
            if (!moves && (part.isUnknown() || rules.stream().noneMatch(rule -> covers(rule, part)))) {
                return "\"" + part + "\" is no sink";
            }
        }
        for (var target : line.targets()) {
            if (target.access() == Target.Access.REDIRECT) {
                return "it writes " + target.path();
            }
        }
        return null;
    }

    private static boolean covers(Rule rule, Part part) {
        return rule.command() != null && rule.command().allows(part);
    }
}
