package dev.pawl.shellhooks.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes a shell command apart into the commands that it runs. */
final class Subcommands {
    private static final Pattern ASSIGNMENT =
            Pattern.compile("^[A-Za-z_]\\w*\\+?=(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])*\\s+");
    private static final Set<String> WRAPPERS =
            Set.of("timeout", "time", "nice", "nohup", "stdbuf", "command", "builtin", "noglob", "xargs");

    /** What may stand before a command: brackets and words of the shell's grammar. */
    private static final Pattern GRAMMAR =
            Pattern.compile("^(?:[({!]|(?:if|then|elif|else|while|until|do|coproc)(?=\\s))\\s*");

    private static final Pattern QUOTES = Pattern.compile("[\\\\'\"]");

    private Subcommands() {}

    /** Whether a command holds what is known only when it runs. */
    static boolean isDynamic(String command) {
        return command.contains("$") || command.contains("`");
    }

    /** The commands, also those inside of {@code $()} and backticks; null if quotes or brackets are not closed. */
    static @Nullable List<String> of(String command) {
        var found = new ArrayList<String>();
        return split(command, found) ? found : null;
    }

    private static boolean split(String text, List<String> found) {
        var part = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quote != '\'') {
                part.append(c);
                if (i + 1 < text.length()) {
                    part.append(text.charAt(++i));
                }
            } else if (quote != '\''
                    && (c == '`' || ("$<>".indexOf(c) >= 0 && i + 1 < text.length() && text.charAt(i + 1) == '('))) {
                int from = c == '`' ? i + 1 : i + 2;
                int to = c == '`' ? text.indexOf('`', from) : closing(text, from);
                if (to < 0 || !split(text.substring(from, to), found)) {
                    return false;
                }
                part.append(text, i, to + 1);
                i = to;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
                part.append(c);
            } else if (c == '\'' || c == '"') {
                quote = c;
                part.append(c);
            } else if (c == ';' || c == '|' || c == '\n' || c == '&') {
                // The & of a redirection such as 2>&1 ends nothing.
                if (c == '&' && i > 0 && (text.charAt(i - 1) == '>' || text.charAt(i - 1) == '<')) {
                    part.append(c);
                } else {
                    add(part, found);
                }
            } else {
                part.append(c);
            }
        }
        add(part, found);
        return quote == 0;
    }

    private static int closing(String text, int from) {
        int depth = 1;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private static void add(StringBuilder part, List<String> found) {
        var command = part.toString().strip();
        part.setLength(0);
        while (!command.isEmpty()) {
            var grammar = GRAMMAR.matcher(command);
            if (grammar.find()) {
                found.add(command);
                command = command.substring(grammar.end()).strip();
                continue;
            }
            var assignment = ASSIGNMENT.matcher(command);
            var word = command.split("\\s+", 2);
            if (assignment.find()) {
                command = command.substring(assignment.end()).strip();
            } else if (WRAPPERS.contains(word[0]) && word.length == 2) {
                found.add(command);
                command = unwrapped(word[0], word[1]);
            } else {
                found.add(command);
                // As the shell reads it: quotes and brackets at the end are no part of a word.
                found.add(QUOTES.matcher(command).replaceAll("").replaceFirst("[\\s)}]+$", ""));
                return;
            }
        }
    }

    /** Without the options and the number that some wrappers take. */
    private static String unwrapped(String wrapper, String rest) {
        var left = rest.strip();
        while (left.startsWith("-")
                || (wrapper.equals("timeout") && !left.isEmpty() && Character.isDigit(left.charAt(0)))) {
            var words = left.split("\\s+", 2);
            left = words.length == 2 ? words[1] : "";
        }
        return left;
    }
}
