package dev.pawl.api.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The commands of a shell command line, if the line can be read for certain: literal words, quotes without expansion, pipes,
 * {@code &&}, {@code ||}, {@code ;}, line ends, comments and redirections. Everything else, such as variables,
 * substitutions, loops and functions, is not understood, because it may run anything.
 *
 * @param commands each program with its words, in order; none if the line is not understood
 * @param understood whether these are all commands that the line runs
 */
public record ShellLine(List<Command> commands, boolean understood) {
    private static final ShellLine UNKNOWN = new ShellLine(List.of(), false);

    private static final Set<String> RESERVED = Set.of(
            "!",
            "if",
            "then",
            "elif",
            "else",
            "fi",
            "while",
            "until",
            "for",
            "select",
            "do",
            "done",
            "case",
            "esac",
            "in",
            "function",
            "time",
            "coproc",
            "[[");

    public ShellLine {
        commands = List.copyOf(commands);
    }

    /**
     * One program and its arguments.
     *
     * @param words without quotes; patterns of file names are as they are written
     */
    public record Command(List<String> words) {
        public Command {
            words = List.copyOf(words);
        }

        /** The name of the program, without its folder. */
        public String program() {
            var first = words.getFirst();
            return first.substring(first.lastIndexOf('/') + 1);
        }

        /** Whether one of the arguments matches a regular expression as a whole. */
        public boolean hasWord(String regex) {
            return words.stream().skip(1).anyMatch(word -> word.matches(regex));
        }
    }

    /** Reads a command line. */
    public static ShellLine of(String text) {
        var commands = new ArrayList<Command>();
        var words = new ArrayList<String>();
        boolean redirected = false;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ' ' || c == '\t') {
                at++;
            } else if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (c == '\n' || c == ';' || c == '|' || c == '&' || c == '<' || c == '>') {
                var operator = operator(text, at);
                boolean joins = operator.equals(";") || operator.endsWith("|") || operator.equals("&&");
                if (operator.isEmpty() || redirected || (joins && words.isEmpty())) {
                    return UNKNOWN;
                }
                at += operator.length();
                redirected = operator.endsWith("<") || operator.endsWith(">");
                if (!redirected && operator.indexOf('>') < 0 && !end(words, commands)) {
                    return UNKNOWN;
                }
            } else {
                var word = new StringBuilder();
                int end = word(text, at, words.isEmpty(), word);
                if (end < 0) {
                    return UNKNOWN;
                }
                boolean descriptor = end < text.length()
                        && (text.charAt(end) == '<' || text.charAt(end) == '>')
                        && text.substring(at, end).matches("[0-9]+");
                if (words.isEmpty()
                        && !redirected
                        && (RESERVED.contains(word.toString())
                                || word.toString().matches("(?s)\\w+(\\[.*])?\\+?=.*"))) {
                    return UNKNOWN;
                }
                if (!redirected && !descriptor) {
                    words.add(word.toString());
                } else if (redirected && descriptor) {
                    return UNKNOWN;
                }
                redirected = false;
                at = end;
            }
        }
        return redirected || !end(words, commands) ? UNKNOWN : new ShellLine(commands, true);
    }

    private static boolean end(List<String> words, List<Command> commands) {
        if (!words.isEmpty()) {
            if (words.getFirst().isEmpty()) {
                return false;
            }
            commands.add(new Command(words));
            words.clear();
        }
        return true;
    }

    /** The operator at a position; empty if it is one that is not understood. */
    private static String operator(String text, int at) {
        for (var operator : List.of("2>&1", ">&1", ">&2", "&>", "&&", "||", ">>", ";", "\n")) {
            if (text.startsWith(operator, at)) {
                boolean duplicate = operator.startsWith(">&");
                boolean bad = (operator.equals(";") && text.startsWith(";;", at))
                        || (duplicate && at + 3 < text.length() && " \t\n;|&".indexOf(text.charAt(at + 3)) < 0);
                return bad ? "" : operator;
            }
        }
        char c = text.charAt(at);
        char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        boolean single = c != '&' && "&|<>(".indexOf(next) < 0;
        return single ? String.valueOf(c) : "";
    }

    /** Reads a word; returns the position after it, or -1 if it is not literal, or a pattern that may become an option. */
    private static int word(String text, int from, boolean program, StringBuilder word) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            char next = at + 1 < text.length() ? text.charAt(at + 1) : '\0';
            if (" \t\n;|&<>".indexOf(c) >= 0) {
                return at;
            }
            if (c == '~' && at == from && next != '/' && next != ' ' && next != '\0') {
                return -1;
            }
            if (c == '\'' || c == '"') {
                int end = text.indexOf(c, at + 1);
                var inside = end < 0 ? "$" : text.substring(at + 1, end);
                if (end < 0 || (c == '"' && inside.matches("(?s).*[$`\\\\].*"))) {
                    return -1;
                }
                word.append(inside);
                at = end + 1;
            } else if (c == '\\') {
                if (next <= ' ' && next != ' ') {
                    return -1;
                }
                word.append(next);
                at += 2;
            } else if ("*?[".indexOf(c) >= 0
                    && (program || word.isEmpty() || word.charAt(0) == '-')
                    && !(c == '[' && word.isEmpty() && (next == ' ' || next == '\0'))) {
                return -1;
            } else if (c <= ' ' || c >= 0x7f || "$`(){}".indexOf(c) >= 0) {
                return -1;
            } else {
                word.append(c);
                at++;
            }
        }
        return at;
    }
}
