package dev.pawl.policy.shell;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Follows values into arithmetic: bash runs the commands that stand in the index of a list, also where a variable holds
 * the text.
 */
final class Arithmetic {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern PASSED_IN = Pattern.compile("\\$\\{?[0-9@*_!]");

    /** Expansions that make a number, whatever they are given. */
    private static final Pattern NUMBER = Pattern.compile("\"?(\\$\\(\\([^`]*\\)\\)|\\$\\{#\\w+}|\\$[#?$!])\"?");

    /** Variables of bash whose values are evaluated where they are set. */
    private static final Set<String> NUMBERS = Set.of("RANDOM", "SRANDOM", "OPTIND", "HISTCMD");

    private final Set<String> evaluated = new TreeSet<>();
    private final Set<String> holdingData = new TreeSet<>();
    private boolean any;
    private boolean data;

    /** An expression that the shell evaluates, as it is written. */
    void evaluated(String expression) {
        any = true;
        data |= runs(expression) || PASSED_IN.matcher(expression).find();
        NAME.matcher(expression).results().forEach(name -> evaluated.add(name.group()));
    }

    /** A variable that gets a value, as it is written. */
    void assigned(String name, String value) {
        boolean known = value.indexOf('$') < 0 && value.indexOf('`') < 0;
        if (!known && (!NUMBER.matcher(value).matches() || runs(value))) {
            holdingData.add(name);
        }
        if (NUMBERS.contains(name)) {
            evaluated(value);
        }
    }

    /** A variable that gets a value from outside of the script. */
    void read(String name) {
        holdingData.add(name);
        if (NUMBERS.contains(name)) {
            evaluated("$(" + name + ")");
        }
    }

    /**
     * What of an expansion is arithmetic: the index of a list, where a part of a text begins and ends, and a name that
     * stands in another variable, since it may have an index.
     *
     * @return the variable that it sets; null if none
     */
    @Nullable
    String expanded(String operation) {
        int name = operation.length() > 1 && "!#".indexOf(operation.charAt(0)) >= 0 ? 1 : 0;
        int end = name;
        while (end < operation.length() && ShellText.isName(operation.charAt(end))) {
            end++;
        }
        if (end == name && end < operation.length() && "@*".indexOf(operation.charAt(end)) >= 0) {
            end++;
        }
        var rest = operation.substring(end);
        if (operation.startsWith("!") && name == 1 && !rest.equals("@") && !rest.equals("*")) {
            var inner = operation.substring(1, end);
            evaluated(inner.matches("[0-9@*]+") ? "$" + inner : inner);
        }
        if (rest.startsWith("[")) {
            int close = rest.indexOf(']');
            var index = rest.substring(1, close < 0 ? rest.length() : close);
            if (!index.matches("[0-9@*]*")) {
                evaluated(index);
            }
            rest = close < 0 ? "" : rest.substring(close + 1);
        }
        if (rest.startsWith("=") || rest.startsWith(":=")) {
            var set = operation.substring(name, end);
            assigned(set, rest);
            return set;
        }
        if (rest.length() > 1 && rest.charAt(0) == ':' && "-+?".indexOf(rest.charAt(1)) < 0) {
            evaluated(rest);
        }
        return null;
    }

    /** The variables in what is evaluated: each of them may be set there. */
    Set<String> names() {
        return evaluated;
    }

    /** Whether something is evaluated at all. */
    boolean any() {
        return any;
    }

    /** Whether a value is evaluated that comes from a file, a program or an argument. */
    boolean ofData() {
        return data || (any && evaluated.stream().anyMatch(holdingData::contains));
    }

    private static boolean runs(String text) {
        return text.replace("$((", "((").contains("$(") || text.indexOf('`') >= 0;
    }
}
