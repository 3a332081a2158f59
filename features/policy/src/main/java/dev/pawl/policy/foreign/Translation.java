package dev.pawl.policy.foreign;

import java.util.ArrayList;
import java.util.List;

/**
 * What a file of rules of another agent means here. A rule that forbids or asks and cannot be expressed is widened, and
 * one that allows is left out, so that nothing runs here that the file kept from running.
 */
public final class Translation {
    private final List<Meaning> rules = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final List<String> left = new ArrayList<>();

    Translation() {}

    /** What a rule of the other agent does with the calls that it matches, the strictest first. */
    public enum Decision {
        DENY("deny"),
        ASK("ask"),
        ALLOW("allow");

        private final String list;

        Decision(String list) {
            this.list = list;
        }

        /** The list of {@code permissions} that such rules are in. */
        public String list() {
            return list;
        }

        /** Whether it keeps calls from running. */
        public boolean isStrict() {
            return this != ALLOW;
        }
    }

    /**
     * One rule.
     *
     * @param text the rule as settings have it, {@code Bash(git push:*)}
     * @param source the file, with the line or number of the rule that it comes from
     */
    public record Meaning(Decision decision, String text, String source) {}

    void rule(Decision decision, String text, String source) {
        var meaning = new Meaning(decision, text, source);
        if (!rules.contains(meaning)) {
            rules.add(meaning);
        }
    }

    void problem(String problem) {
        problems.add(problem);
    }

    void notice(String notice) {
        notices.add(notice);
    }

    void left(String rule) {
        left.add(rule);
    }

    /** The rules, in the order of the file. */
    public List<Meaning> rules() {
        return List.copyOf(rules);
    }

    /** What is wrong in the file; as long as there is something, every call is asked about. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Rules that forbid or ask about more than they do in the other agent, and those without an effect on a call. */
    public List<String> notices() {
        return List.copyOf(notices);
    }

    /** Rules that allow and allow nothing here. */
    public List<String> leftOut() {
        return List.copyOf(left);
    }
}
