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
 * @param places of those commands that stand in this text, and not in one that is unescaped first, as between backticks
 */
public record Script(List<Command> commands, List<String> unknowns, List<Place> places) {
    private static final int LONGEST = 100_000;

    public Script {
        commands = List.copyOf(commands);
        unknowns = List.copyOf(unknowns);
        places = List.copyOf(places);
    }

    /** Reads a script as bash does. A script that cannot be read is unknown as a whole. */
    public static Script of(String text) {
        var found = Found.nothing();
        var error = read(text, found, 0);
        return error == null
                ? found.script()
                : new Script(found.commands(), List.of("cannot be read as a shell command: " + error), List.of());
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
    record Found(List<Command> commands, Set<String> unknowns, List<Place> places) {
        static Found nothing() {
            return new Found(new ArrayList<>(), new TreeSet<>(), new ArrayList<>());
        }

        /** The same for a text of its own inside of the one that is read: places in it are none in that one. */
        Found elsewhere() {
            return new Found(commands, unknowns, new ArrayList<>());
        }

        void add(Place place) {
            commands.add(place.command());
            places.add(place);
        }

        Script script() {
            return new Script(commands, List.copyOf(unknowns), places);
        }
    }
}
