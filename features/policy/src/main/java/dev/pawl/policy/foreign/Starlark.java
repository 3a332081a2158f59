package dev.pawl.policy.foreign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the part of Starlark that files of rules are written in: calls of functions with literal arguments, and names for
 * literals. Values are texts, whole numbers, booleans and lists; {@code None} is an empty list.
 */
final class Starlark {
    private final String text;
    private final Map<String, Object> names = new LinkedHashMap<>();
    private int at;

    private Starlark(String text) {
        this.text = text;
    }

    /** One call of a file; arguments without a name are named by their place, from {@code "0"} on. */
    record Call(int line, String function, Map<String, Object> arguments) {}

    /** What is not read here, with its line. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    /** Returns the calls of a file, in order. */
    static List<Call> calls(String text) throws Unreadable {
        var reader = new Starlark(text.startsWith("\ufeff") ? text.substring(1) : text);
        var calls = new ArrayList<Call>();
        for (reader.blanks(); reader.at < reader.text.length(); reader.blanks()) {
            int line = reader.line();
            var name = reader.name();
            if (reader.skip('(')) {
                calls.add(new Call(line, name, reader.arguments()));
            } else if (reader.skip('=')) {
                reader.names.put(name, reader.value());
            } else {
                throw reader.wrong("\"" + name + "\" is neither a call nor a value that gets a name");
            }
            reader.skip(';');
        }
        return calls;
    }

    private Map<String, Object> arguments() throws Unreadable {
        var arguments = new LinkedHashMap<String, Object>();
        while (!skip(')')) {
            int before = at;
            var name = Integer.toString(arguments.size());
            if (peek() == '_' || Character.isLetter(peek())) {
                var word = name();
                if (skip('=')) {
                    name = word;
                } else {
                    at = before;
                }
            }
            if (arguments.put(name, value()) != null) {
                throw wrong("the argument " + name + " is given twice");
            }
            if (!skip(',') && peek() != ')') {
                throw wrong("a comma or the end of the arguments is missing");
            }
        }
        return arguments;
    }

    private Object value() throws Unreadable {
        var value = operand();
        while (skip('+')) {
            var more = operand();
            if (value instanceof String start && more instanceof String end) {
                value = start + end;
            } else if (value instanceof List<?> start && more instanceof List<?> end) {
                var both = new ArrayList<Object>(start);
                both.addAll(end);
                value = both;
            } else {
                throw wrong("+ joins two texts or two lists");
            }
        }
        return value;
    }

    private Object operand() throws Unreadable {
        char next = peek();
        if (next == '[' || next == '(') {
            at++;
            return list(next == '[' ? ']' : ')');
        }
        if (next == '"' || next == '\'') {
            return string(false);
        }
        if (Character.isDigit(next)) {
            int start = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            if (at - start > 18) {
                throw wrong("the number is too large");
            }
            return Long.parseLong(text, start, at, 10);
        }
        var name = name();
        if (name.equals("r") && at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            return string(true);
        }
        return switch (name) {
            case "True" -> true;
            case "False" -> false;
            case "None" -> List.of();
            default -> {
                var value = names.get(name);
                if (value == null) {
                    throw wrong("\"" + name + "\" is not a value that was given a name before");
                }
                yield value;
            }
        };
    }

    private List<Object> list(char end) throws Unreadable {
        var list = new ArrayList<>();
        while (!skip(end)) {
            list.add(value());
            if (!skip(',') && peek() != end) {
                throw wrong("a comma or " + end + " is missing");
            }
        }
        return list;
    }

    private String string(boolean raw) throws Unreadable {
        char quote = text.charAt(at);
        var three = String.valueOf(quote).repeat(3);
        boolean lines = text.startsWith(three, at);
        var end = lines ? three : String.valueOf(quote);
        at += end.length();
        var value = new StringBuilder();
        while (!text.startsWith(end, at)) {
            char c = at < text.length() ? text.charAt(at++) : '\n';
            if (at >= text.length() || (c == '\n' && !lines)) {
                throw wrong("a text is not closed");
            }
            if (c != '\\') {
                value.append(c);
                continue;
            }
            char escaped = text.charAt(at++);
            if (raw) {
                value.append(c).append(escaped);
                continue;
            }
            switch (escaped) {
                case '\n' -> {}
                case '\\', '"', '\'' -> value.append(escaped);
                case 'n' -> value.append('\n');
                case 't' -> value.append('\t');
                case 'r' -> value.append('\r');
                default -> throw wrong("the escape \\" + escaped + " is not read here");
            }
        }
        at += end.length();
        return value.toString();
    }

    private String name() throws Unreadable {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (start == at || Character.isDigit(text.charAt(start))) {
            throw wrong("only calls with literal values are read here");
        }
        return text.substring(start, at);
    }

    /** The next character behind blanks; a line feed at the end of the text. */
    private char peek() {
        blanks();
        return at < text.length() ? text.charAt(at) : '\n';
    }

    private boolean skip(char expected) {
        blanks();
        boolean there = at < text.length() && text.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void blanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(c) || (c == '\\' && text.startsWith("\n", at + 1))) {
                at++;
            } else {
                return;
            }
        }
    }

    private int line() {
        return 1
                + (int) text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    private Unreadable wrong(String message) {
        return new Unreadable("line " + line() + ": " + message);
    }
}
