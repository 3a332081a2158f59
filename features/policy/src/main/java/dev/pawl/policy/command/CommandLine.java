package dev.pawl.policy.command;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.PlainLine;
import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effects of a shell command line that its text shows: the programs it runs and the files it names.
 *
 * @param shape how much of the line is certain
 * @param why why it does more than read, or may; empty if it only reads
 * @param parts every program, including those inside of wrappers, substitutions and quoted scripts
 * @param mentions what programs of a plain line may run besides; none of a line that only reads
 * @param targets every file of a redirection, and every argument that may be a file
 * @param unclear why files are read that the line does not name
 */
public record CommandLine(
        Shape shape, String why, List<Part> parts, Mentions mentions, List<Target> targets, List<String> unclear) {
    /** How much of a line is certain. */
    public enum Shape {
        /** Plain shapes of programs and options that are known to only read. */
        READS,
        /** The same, and files that are named are changed in a known way. */
        EDITS,
        /** Plain shapes, of programs that are not on a list. */
        LITERAL,
        /** Anything else: what runs is known in part. */
        OPEN
    }

    public CommandLine {
        parts = List.copyOf(parts);
        targets = List.copyOf(targets);
        unclear = List.copyOf(unclear);
    }

    /** Reads a command line that is to run at a place. */
    public static CommandLine of(String command, ShellPlace place) {
        try {
            place.check();
            return new Reader(place).line(PlainLine.of(command));
        } catch (NotPlain e) {
            var parts = new ArrayList<Part>();
            var targets = new ArrayList<Target>();
            new SeenCalls(parts, targets, place.folders()).text(command);
            return new CommandLine(Shape.OPEN, e.getMessage(), parts, Mentions.NONE, targets, List.of());
        }
    }

    /** Reads a plain line, command by command. */
    private static final class Reader {
        private final ShellPlace place;
        private final WorkingFolders folders;
        private final List<Part> parts = new ArrayList<>();
        private final List<Target> targets = new ArrayList<>();
        private final List<String> unclear = new ArrayList<>();
        private Shape shape = Shape.READS;
        private @Nullable String why;
        private boolean renamed;

        Reader(ShellPlace place) {
            this.place = place;
            this.folders = place.folders();
        }

        CommandLine line(PlainLine line) {
            for (var command : line.commands()) {
                read(command);
            }
            var mentions = shape == Shape.READS ? Mentions.NONE : Mentions.of(line.commands());
            return new CommandLine(shape, why == null ? "" : why, parts, mentions, targets, unclear);
        }

        private void read(Command command) {
            int before = targets.size();
            for (var redirect : command.redirects()) {
                add(redirect.target(), redirect.writes() ? Target.Access.REDIRECT : Target.Access.READ);
                if (redirect.writes()) {
                    worse(Shape.EDITS, "it writes " + redirect.target());
                }
            }
            boolean afterUnknown = shape == Shape.LITERAL;
            var words = command.words();
            try {
                var name = place.program(words.getFirst());
                if (!reads(name, words)) {
                    edits(name, words);
                }
            } catch (NotPlain e) {
                worse(Shape.LITERAL, e.getMessage());
                new SeenCalls(parts, targets, folders).call(words);
            }
            if ((renamed || afterUnknown) && targets.size() > before && shape != Shape.READS) {
                // A link that was just made may lead elsewhere.
                targets.subList(before, targets.size())
                        .replaceAll(target -> new Target(target.path(), List.of(), target.access()));
            }
            renamed |= parts.getLast().renames();
        }

        private boolean reads(String name, List<Word> words) throws NotPlain {
            List<Read> reads;
            try {
                reads = ReadingPrograms.read(name, words, folders);
            } catch (NotPlain e) {
                if (EditingPrograms.has(name)) {
                    return false;
                }
                throw e;
            }
            parts.add(new Part(words, Part.Kind.READS, null));
            if (name.equals("cd")) {
                folders.follow(words);
            }
            for (var read : reads) {
                if (read.unclear() != null) {
                    unclear.add(read.unclear());
                } else {
                    add(read.word(), read.access());
                }
            }
            return true;
        }

        private void edits(String name, List<Word> words) throws NotPlain {
            var edit = EditingPrograms.read(name, words);
            parts.add(new Part(words, edit.renames() ? Part.Kind.RENAMES : Part.Kind.EDITS, null));
            worse(Shape.EDITS, "\"" + Word.joined(words, false) + "\" changes files");
            edit.reads().forEach(word -> add(word, Target.Access.TREE));
            edit.writes().forEach(word -> add(word, edit.trees() ? Target.Access.WRITE_TREE : Target.Access.WRITE));
        }

        private void worse(Shape than, String because) {
            if (than.compareTo(shape) > 0) {
                shape = than;
                why = because;
            }
        }

        private void add(Word word, Target.Access access) {
            targets.add(new Target(word, folders.folders(), access));
        }
    }
}
