package dev.pawl.accounts.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A key or header value as users write it: the value itself, names of environment variables in it ({@code $NAME},
 * {@code ${NAME}}), or a command whose output it is ({@code !command}).
 *
 * <p>{@code $$} is a dollar, {@code $!} an exclamation mark. A dollar before anything else stands for itself.
 */
public final class ValueTemplate {
    private sealed interface Part {
        record Text(String text) implements Part {}

        record Variable(String name) implements Part {}
    }

    private final String command;
    private final List<Part> parts;

    private ValueTemplate(String command, List<Part> parts) {
        this.command = command;
        this.parts = parts;
    }

    public static ValueTemplate of(String written) {
        return written.startsWith("!")
                ? new ValueTemplate(written.substring(1), List.of())
                : new ValueTemplate("", parts(written));
    }

    boolean isCommand() {
        return !command.isEmpty();
    }

    /** Returns the variables it needs, each once. */
    public List<String> variables() {
        var names = new ArrayList<String>();
        for (var part : parts) {
            if (part instanceof Part.Variable variable && !names.contains(variable.name())) {
                names.add(variable.name());
            }
        }
        return names;
    }

    /** Returns whether it can be expected to yield a value. Commands are not run for that. */
    public boolean isReady(Map<String, String> environment) {
        return isCommand() || missing(environment).isEmpty();
    }

    /**
     * Returns the value, with variables and commands replaced.
     *
     * @param what the value in words, to begin a sentence with: {@code apiKey of "x" in models.json}
     */
    public Resolved resolve(Map<String, String> environment, KeyCommands commands, String what)
            throws InterruptedException {
        if (isCommand()) {
            return commands.run(command, what);
        }
        var missing = missing(environment);
        if (!missing.isEmpty()) {
            return new Resolved.Missing(what + " needs the environment variable "
                    + String.join(" and ", missing) + ", which " + (missing.size() == 1 ? "is" : "are")
                    + " not set. Set it, then start again.");
        }
        var value = new StringBuilder();
        for (var part : parts) {
            if (part instanceof Part.Text text) {
                value.append(text.text());
            } else if (part instanceof Part.Variable variable) {
                value.append(environment.get(variable.name()));
            }
        }
        return value.isEmpty() ? new Resolved.Missing(what + " is empty.") : Resolved.sendable(value.toString(), what);
    }

    private List<String> missing(Map<String, String> environment) {
        var missing = new ArrayList<String>();
        for (var name : variables()) {
            if (environment.getOrDefault(name, "").isEmpty()) {
                missing.add(name);
            }
        }
        return missing;
    }

    private static List<Part> parts(String written) {
        var parts = new ArrayList<Part>();
        var text = new StringBuilder();
        int at = 0;
        while (at < written.length()) {
            char c = written.charAt(at);
            char next = at + 1 < written.length() ? written.charAt(at + 1) : ' ';
            int end = c == '$' ? nameEnd(written, at + 1) : -1;
            if (c == '$' && (next == '$' || next == '!')) {
                text.append(next);
                at += 2;
            } else if (end > 0) {
                flush(text, parts);
                boolean braces = next == '{';
                parts.add(new Part.Variable(written.substring(at + (braces ? 2 : 1), end)));
                at = end + (braces ? 1 : 0);
            } else {
                text.append(c);
                at++;
            }
        }
        flush(text, parts);
        return List.copyOf(parts);
    }

    private static void flush(StringBuilder text, List<Part> parts) {
        if (!text.isEmpty()) {
            parts.add(new Part.Text(text.toString()));
            text.setLength(0);
        }
    }

    /** Returns where the name behind a dollar ends; -1 if there is none. */
    private static int nameEnd(String written, int from) {
        boolean braces = from < written.length() && written.charAt(from) == '{';
        int start = braces ? from + 1 : from;
        int end = start;
        while (end < written.length() && isNamePart(written.charAt(end), end == start)) {
            end++;
        }
        if (end == start || (braces && (end == written.length() || written.charAt(end) != '}'))) {
            return -1;
        }
        return end;
    }

    private static boolean isNamePart(char c, boolean first) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (!first && c >= '0' && c <= '9');
    }

    @Override
    public String toString() {
        return "***";
    }
}
