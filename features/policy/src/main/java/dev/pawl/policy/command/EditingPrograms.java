package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The programs that change nothing but the files in their operands, each with the options for which that is known. */
final class EditingPrograms {
    private static final Map<String, OptionTable> TABLES = Map.of(
            "mkdir", new OptionTable("-pv --parents --verbose"),
            "rmdir", new OptionTable("-pv --parents --verbose"),
            "touch", new OptionTable("-c --no-create"),
            "tee", new OptionTable("-a --append"),
            "cp", new OptionTable("-rRapvfniu --recursive --archive --verbose --force --no-clobber --update"),
            "mv", new OptionTable("-vfniu --verbose --force --no-clobber --update"),
            "ln", new OptionTable("-sfvnr --symbolic --force --verbose --relative --no-dereference"));

    /**
     * What a call changes.
     *
     * @param trees whether files below are written, too, where a folder is
     * @param renames whether files have other names afterwards, links among them
     */
    record Edit(List<Word> reads, List<Word> writes, boolean trees, boolean renames) {}

    private EditingPrograms() {}

    static boolean has(String name) {
        return TABLES.containsKey(name);
    }

    /** What a call changes; an exception says why it is not known. */
    static Edit read(String name, List<Word> words) throws NotPlain {
        var table = TABLES.get(name);
        if (table == null) {
            throw new NotPlain("\"" + name + "\" is not on the list of programs that only change the files they name");
        }
        var call = table.read(words.subList(1, words.size()));
        var operands = call.operands();
        for (var word : operands) {
            boolean source = name.equals("cp") || name.equals("mv");
            if (!ReadingPrograms.isOneFile(word) && !(source && word != operands.getLast() && !word.tilde())) {
                throw new NotPlain("which file " + word + " is, is only known when it runs");
            }
            ReadingPrograms.file(word, false, Target.Access.READ);
        }
        if (!name.equals("cp") && !name.equals("mv") && !name.equals("ln")) {
            return new Edit(List.of(), operands, false, false);
        }
        if (operands.size() < 2 || (name.equals("ln") && !call.has("s", "symbolic"))) {
            throw new NotPlain("this call of " + name + " is not known to change only the files it names");
        }
        var sources = operands.subList(0, operands.size() - 1);
        var to = operands.getLast();
        var writes = new ArrayList<Word>();
        writes.add(to);
        for (var source : sources) {
            // Where the last operand is a folder, the file has its own name there.
            var text = source.text();
            var file = text.replaceFirst("/+$", "");
            var inside = file.substring(file.lastIndexOf('/') + 1);
            boolean pattern = source.loose().indexOf(Word.UNKNOWN) >= 0;
            if (pattern && inside.startsWith(".")) {
                throw new NotPlain("which files " + source + " are, is only known when it runs");
            }
            writes.add(new Word(
                    to.text() + "/" + inside,
                    to.loose() + "/" + (pattern ? String.valueOf(Word.UNKNOWN) : inside),
                    true,
                    false,
                    to.tilde()));
            if (name.equals("mv")) {
                writes.add(source);
            }
        }
        boolean trees = name.equals("cp") && call.has("r", "R", "recursive", "a", "archive");
        return new Edit(sources, writes, trees, trees || !name.equals("cp"));
    }
}
