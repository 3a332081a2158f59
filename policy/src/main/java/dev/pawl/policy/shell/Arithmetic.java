package dev.pawl.policy.shell;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tracks values that are evaluated as arithmetic: bash runs commands in the index of a list, even if a variable contains
 * the text.
 */
final class Arithmetic {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern PASSED_IN = Pattern.compile("\\$\\{?[0-9@*_!]");

    /** Expansions that always result in a number. */
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
     * Finds the arithmetic of an expansion: the index of a list, the bounds of a substring, and a name that another variable
     * contains, since it may have an index.
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

    /** The variables in evaluated expressions, each of which may set them. */
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
