package dev.pawl.policy.secret;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of secrets in a command line. The line runs with variables of the shell in their place, so that no value stands
 * in the arguments of the shell, where other programs could read it, and none is read as a part of the line.
 */
final class PlacedNames {
    private static final Pattern NAMED = Pattern.compile("⟦secret:([A-Za-z][A-Za-z0-9_]*)⟧");

    private PlacedNames() {}

    /** Returns the line as it is judged: with a plain word in place of each name. */
    static String asWords(String command) {
        return NAMED.matcher(command).replaceAll(found -> "secret." + found.group(1));
    }

    /** Returns a plain line with a variable in place of each name, quoted as the place needs it. */
    static String in(String command) {
        var line = new StringBuilder();
        var matcher = NAMED.matcher(command);
        char quote = 0;
        int at = 0;
        while (at < command.length()) {
            char c = command.charAt(at);
            if (c == '⟦' && matcher.region(at, command.length()).lookingAt()) {
                line.append(placed(matcher, quote));
                at = matcher.end();
                continue;
            }
            boolean escapes = c == '\\' && quote != '\'' && at + 1 < command.length();
            if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
            line.append(c);
            if (escapes) {
                line.append(command.charAt(at + 1));
            }
            at += escapes ? 2 : 1;
        }
        return line.toString();
    }

    private static String placed(Matcher name, char quote) {
        var variable = "${" + SecretStore.VARIABLE + name.group(1) + "}";
        return switch (quote) {
            case '"' -> variable;
            case '\'' -> "'\"" + variable + "\"'";
            default -> "\"" + variable + "\"";
        };
    }
}
