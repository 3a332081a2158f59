package dev.pawl.shellhooks.file;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes a shell command apart into the commands that it runs. It finds rather too many than too few: a command that is not found
 * passes a hook by.
 */
final class Subcommands {
    private static final Pattern ASSIGNMENT =
            Pattern.compile("^[A-Za-z_]\\w*\\+?=(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])*\\s+");

    /** Programs that run the command behind their options. */
    private static final Set<String> WRAPPERS = Set.of(
            "timeout",
            "time",
            "nice",
            "nohup",
            "stdbuf",
            "command",
            "builtin",
            "noglob",
            "xargs",
            "env",
            "exec",
            "sudo",
            "doas",
            "setsid",
            "ionice",
            "chrt",
            "parallel");

    /** Programs that run the text that they are given. */
    private static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "dash", "ksh", "eval");

    /** What may stand before a command: brackets, words of the shell's grammar, heads of functions and of cases. */
    private static final Pattern GRAMMAR = Pattern.compile("^(?:[({!]"
            + "|(?:if|then|elif|else|while|until|do|coproc|case\\s+\\S+\\s+in)(?=\\s)"
            + "|function\\s+[\\w-]+(?:\\s*\\(\\))?(?=\\s)|[\\w-]+\\s*\\(\\)|[^\\s()'\"`$]+\\)(?=\\s))\\s*");

    private static final Pattern REDIRECTION = Pattern.compile("^\\d*(?:&?>>?|>\\||<>?|<<<|[<>]&)\\s*[^\\s<>]+\\s+");
    private static final Pattern RUN_BY_FIND = Pattern.compile("\\s-(?:exec|ok)(?:dir)?\\s+");
    private static final Pattern QUOTES = Pattern.compile("[\\\\'\"]");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern OPTION = Pattern.compile("[-+].*|<<<.*|\\d\\S*|[A-Za-z_]\\w*=.*");

    private final Set<String> found = new LinkedHashSet<>();
    private boolean unknown;

    private Subcommands() {}

    /** Returns whether a command contains what is known only when it runs. */
    static boolean isDynamic(String command) {
        return command.contains("$") || command.contains("`");
    }

    /** Returns whether the program itself is known only when the command runs. */
    static boolean isProgramDynamic(String command) {
        var program = BLANKS.split(command, 2)[0];
        return isDynamic(program) || program.matches(".*[*?\\[].*|.*\\{.*,.*");
    }

    /**
     * The commands, also those inside of {@code $()} and backticks; null if they cannot be known: quotes or brackets are not
     * closed, or a shell reads them from elsewhere.
     */
    static @Nullable List<String> of(String command) {
        var all = new Subcommands();
        return all.split(command) && !all.unknown ? List.copyOf(all.found) : null;
    }

    private boolean split(String text) {
        var part = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quote != '\'') {
                // The shell removes the end of a line behind a backslash, and the backslash with it.
                boolean lineGoesOn = i + 1 < text.length() && text.charAt(i + 1) == '\n';
                part.append(lineGoesOn ? "" : text.substring(i, Math.min(i + 2, text.length())));
                i++;
            } else if (quote != '\''
                    && (c == '`' || ("$<>".indexOf(c) >= 0 && i + 1 < text.length() && text.charAt(i + 1) == '('))) {
                int from = c == '`' ? i + 1 : i + 2;
                int to = c == '`' ? text.indexOf('`', from) : closing(text, from);
                if (to < 0 || !split(text.substring(from, to))) {
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
                if (isOfRedirection(text, i)) {
                    part.append(c);
                } else {
                    add(part.toString());
                    part.setLength(0);
                }
            } else {
                part.append(c);
            }
        }
        add(part.toString());
        return quote == 0;
    }

    /**
     * Returns whether a sign that may end a command is part of a redirection, such as {@code 2>&1}, {@code &>} or
     * {@code >|}.
     */
    private static boolean isOfRedirection(String text, int at) {
        char c = text.charAt(at);
        boolean behind = at > 0 && (text.charAt(at - 1) == '>' || text.charAt(at - 1) == '<');
        boolean before = at + 1 < text.length() && text.charAt(at + 1) == '>';
        return (c == '&' && (behind || before)) || (c == '|' && behind);
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

    /** Adds a command, and what it runs in turn. */
    private void add(String written) {
        var command = BLANKS.matcher(written.strip()).replaceAll(" ");
        // As the shell reads it: quotes and brackets at the end are not part of a word.
        var read = QUOTES.matcher(command).replaceAll("").replaceFirst("[\\s)}]+$", "");
        if (command.isEmpty() || !found.add(command)) {
            return;
        }
        found.add(read);
        for (var before : List.of(GRAMMAR, ASSIGNMENT, REDIRECTION)) {
            var start = before.matcher(command);
            if (start.find()) {
                add(command.substring(start.end()));
            }
        }
        var words = BLANKS.split(read, 2);
        var program = words[0].substring(words[0].lastIndexOf('/') + 1);
        var rest = words.length < 2 ? "" : words[1];
        if (!program.equals(words[0])) {
            add(program + " " + rest);
        } else if (SHELLS.contains(program)) {
            runText(rest);
        } else if (WRAPPERS.contains(program)) {
            addWrapped(BLANKS.split(command, 2), rest);
        }
        var byFind = RUN_BY_FIND.matcher(read);
        while (byFind.find()) {
            add(read.substring(byFind.end()));
        }
    }

    /** What a shell is given to run. One that is given nothing reads what cannot be seen here. */
    private void runText(String rest) {
        var text = rest;
        while (OPTION.matcher(BLANKS.split(text, 2)[0]).matches()) {
            var words = BLANKS.split(text, 2);
            text = words.length < 2 ? "" : words[1];
        }
        unknown |= text.isEmpty() || !split(text);
    }

    /** What a wrapper may run: behind its options, with and without a value for the last of them. */
    private void addWrapped(String[] command, String read) {
        for (var rest : command.length < 2 ? List.<String>of() : List.of(command[1], read)) {
            var left = rest;
            boolean option = true;
            boolean value = false;
            while (!left.isEmpty() && (option || value)) {
                value = option && !left.equals(rest);
                var words = BLANKS.split(left, 2);
                option = OPTION.matcher(words[0]).matches();
                if (!option) {
                    add(left);
                }
                left = words.length < 2 ? "" : words[1];
            }
        }
    }
}
