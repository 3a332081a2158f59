package dev.pawl.api.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything a shell script may run: each simple command, at any depth.
 *
 * @param commands in the order of the text, including those of functions, substitutions and branches
 * @param unknowns why more may run than is listed
 */
public record Script(List<Command> commands, List<String> unknowns) {
    private static final int LONGEST = 100_000;

    public Script {
        commands = List.copyOf(commands);
        unknowns = List.copyOf(unknowns);
    }

    /** Reads a script as bash does. A script that cannot be read is unknown as a whole. */
    public static Script of(String text) {
        var found = new Found();
        var error = read(text, found, 0);
        return error == null
                ? found.script()
                : new Script(found.commands, List.of("cannot be read as a shell command: " + error));
    }

    /** Reads a text into what was found; returns what is wrong with it, or null. */
    static @Nullable String read(String text, Found found, int depth) {
        if (text.length() > LONGEST) {
            return "it is longer than " + LONGEST + " characters";
        }
        if (text.indexOf(Word.UNKNOWN) >= 0 || text.indexOf('\0') >= 0) {
            return "it has invalid characters";
        }
        try {
            new ShellParser(text, found, depth).script();
            return null;
        } catch (ShellSyntax e) {
            return e.getMessage();
        }
    }

    /** Collects the results of the parser. */
    static final class Found {
        final List<Command> commands = new ArrayList<>();
        final Set<String> unknowns = new TreeSet<>();

        Script script() {
            return new Script(commands, List.copyOf(unknowns));
        }
    }
}
