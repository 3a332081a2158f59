package dev.pawl.api.tool;

import dev.pawl.api.shell.PlainLine;
import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Redirect;
import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands of a shell command line, if the line can be read for certain: literal words, quotes without expansion, pipes,
 * {@code &&}, {@code ||}, {@code ;}, line ends, comments and redirections. Everything else, such as variables,
 * substitutions, loops and functions, is not understood, because it may run anything. Permission rules read a line in the
 * same way.
 *
 * @param commands each program with its words, in order; none if the line is not understood
 * @param understood whether these are all commands that the line runs
 */
public record ShellLine(List<Command> commands, boolean understood) {
    private static final ShellLine UNKNOWN = new ShellLine(List.of(), false);

    public ShellLine {
        commands = List.copyOf(commands);
    }

    /**
     * One program and its arguments.
     *
     * @param words without quotes; patterns of file names are as they are written
     * @param writes the files that the shell opens to write, for redirections; {@code /dev/null} is none
     */
    public record Command(List<String> words, List<String> writes) {
        public Command {
            words = List.copyOf(words);
            writes = List.copyOf(writes);
        }

        /** Returns the name of the program, without its folder. */
        public String program() {
            var first = words.getFirst();
            return first.substring(first.lastIndexOf('/') + 1);
        }
    }

    /** Reads a command line. */
    public static ShellLine of(String text) {
        try {
            var commands = new ArrayList<Command>();
            for (var command : PlainLine.of(text).commands()) {
                if (mayBeOther(command.words())) {
                    return UNKNOWN;
                }
                var writes = command.redirects().stream()
                        .filter(Redirect::writes)
                        .map(redirect -> redirect.target().text());
                commands.add(
                        new Command(command.words().stream().map(Word::text).toList(), writes.toList()));
            }
            return new ShellLine(commands, true);
        } catch (NotPlain e) {
            return UNKNOWN;
        }
    }

    /** Returns whether patterns in the words may become another program, or options. */
    private static boolean mayBeOther(List<Word> words) {
        var program = words.getFirst();
        return program.text().isEmpty()
                || program.loose().indexOf(Word.UNKNOWN) >= 0
                || words.stream()
                        .map(Word::loose)
                        .anyMatch(word -> word.indexOf(Word.UNKNOWN) == 0
                                || (word.startsWith("-") && word.indexOf(Word.UNKNOWN) >= 0));
    }
}
