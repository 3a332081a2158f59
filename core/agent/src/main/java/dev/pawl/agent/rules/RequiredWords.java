package dev.pawl.agent.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds words that must occur in every text which a regular expression matches.
 *
 * <p>It only has to be right, not clever: where it is not sure it finds nothing, and the expression is tried everywhere.
 */
public final class RequiredWords {
    private static final int SHORTEST = 3;

    private final String expression;
    private final List<String> found = new ArrayList<>();
    private final StringBuilder run = new StringBuilder();
    private String best = "";
    private int at;

    private RequiredWords(String expression) {
        this.expression = expression;
    }

    /** One word for each alternative; none if one of them has none. Letters count in both cases. */
    public static List<String> of(String expression) {
        return new RequiredWords(expression).read();
    }

    private List<String> read() {
        while (at < expression.length()) {
            char c = expression.charAt(at);
            switch (c) {
                case '|' -> {
                    if (!endAlternative()) {
                        return List.of();
                    }
                    at++;
                }
                case '(' -> skipGroup();
                case '[' -> skipClass();
                case '\\' -> escape();
                case '.', '^', '$' -> {
                    endRun();
                    at++;
                }
                case '*', '?', '+', '{' -> quantifier(c);
                default -> literal(c);
            }
        }
        return endAlternative() ? List.copyOf(found) : List.of();
    }

    private void literal(char c) {
        at++;
        if (c > 127) {
            // Its other case, if it has one, is not looked for.
            endRun();
        } else {
            run.append(c);
        }
    }

    private void escape() {
        if (at + 1 >= expression.length()) {
            at++;
            return;
        }
        char next = expression.charAt(at + 1);
        at += 2;
        if (next == 'Q') {
            int end = expression.indexOf("\\E", at);
            at = end < 0 ? expression.length() : end + 2;
            endRun();
        } else if (next <= 127 && !Character.isLetterOrDigit(next)) {
            run.append(next);
        } else {
            endRun();
            skipBraces();
        }
    }

    /** The braces of {@code \p{…}} and {@code \x{…}}. */
    private void skipBraces() {
        if (at < expression.length() && expression.charAt(at) == '{') {
            int end = expression.indexOf('}', at);
            at = end < 0 ? expression.length() : end + 1;
        }
    }

    private void quantifier(char c) {
        if (c == '+') {
            // What is before it is there at least once, but what follows need not follow the first.
            endRun();
            at++;
            return;
        }
        if (!run.isEmpty()) {
            run.setLength(run.length() - 1);
        }
        endRun();
        if (c == '{') {
            int end = expression.indexOf('}', at);
            at = end < 0 ? expression.length() : end + 1;
        } else {
            at++;
        }
    }

    private void skipGroup() {
        endRun();
        int depth = 0;
        while (at < expression.length()) {
            char c = expression.charAt(at);
            if (c == '\\') {
                at++;
            } else if (c == '[') {
                skipClass();
                continue;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
                if (depth == 0) {
                    at++;
                    return;
                }
            }
            at++;
        }
    }

    private void skipClass() {
        endRun();
        at++;
        if (at < expression.length() && expression.charAt(at) == '^') {
            at++;
        }
        // A bracket right at the beginning is one of the characters.
        if (at < expression.length() && expression.charAt(at) == ']') {
            at++;
        }
        while (at < expression.length() && expression.charAt(at) != ']') {
            if (expression.startsWith("[:", at)) {
                int end = expression.indexOf(":]", at);
                at = end < 0 ? at + 1 : end + 2;
            } else {
                at += expression.charAt(at) == '\\' ? 2 : 1;
            }
        }
        at++;
    }

    private void endRun() {
        if (run.length() > best.length()) {
            best = run.toString();
        }
        run.setLength(0);
    }

    private boolean endAlternative() {
        endRun();
        boolean enough = best.length() >= SHORTEST;
        found.add(best);
        best = "";
        return enough;
    }
}
