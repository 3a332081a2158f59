package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The arguments of a program that are files, or may be. */
final class FileArguments {
    /** Programs that write all of their arguments. */
    private static final Set<String> WRITERS = Set.of(
            "tee",
            "touch",
            "mkdir",
            "rmdir",
            "rm",
            "unlink",
            "truncate",
            "shred",
            "mkfifo",
            "mknod",
            "chmod",
            "chown",
            "chgrp",
            "setfacl",
            "setfattr",
            "chattr",
            "rename",
            "gzip",
            "gunzip",
            "bzip2",
            "xz",
            "unxz",
            "zstd");

    /** Programs that write their last argument and read those before it. */
    private static final Set<String> COPIERS = Set.of("cp", "mv", "ln", "install", "rsync", "scp");

    /** Programs that read folders with all files below. */
    private static final Set<String> WALKERS =
            Set.of("grep", "egrep", "fgrep", "rg", "ag", "tar", "zip", "cp", "rsync", "scp", "diff");

    /** Programs whose arguments are text. */
    private static final Set<String> TEXT_ONLY = Set.of(
            "echo",
            "true",
            "false",
            ":",
            "exit",
            "return",
            "break",
            "continue",
            "set",
            "shift",
            "sleep",
            "seq",
            "wait",
            "kill",
            "jobs",
            "type",
            "which",
            "expr",
            "test",
            "[");

    private FileArguments() {}

    record Found(Word word, Target.Access access) {}

    /** A file as it was in a commit, or lines of it. */
    private static void ofCommit(Word word, List<Found> found) {
        for (int colon : new int[] {word.text().indexOf(':'), word.text().lastIndexOf(':')}) {
            if (colon >= 0) {
                found.add(new Found(word.after(colon + 1), Target.Access.READ));
            }
        }
    }

    /** The text after the first equals sign, as in {@code --opt=FILE}, and each value of a list ({@code id=x,src=FILE}). */
    private static void values(Word word, Target.Access access, List<Found> found) {
        var text = word.text();
        found.add(new Found(word.after(text.indexOf('=') + 1), access));
        for (int from = 0; from <= text.length() && text.indexOf(',') >= 0; ) {
            int comma = text.indexOf(',', from);
            int end = comma < 0 ? text.length() : comma;
            int equals = text.lastIndexOf('=', end);
            found.add(new Found(word.between(Math.max(from, equals + 1), end), access));
            from = end + 1;
        }
    }

    static List<Found> of(String name, List<Word> words) {
        var found = new ArrayList<Found>();
        if (TEXT_ONLY.contains(name)) {
            return found;
        }
        boolean editing = name.equals("sed") && Options.has(words, "-i", "--in-place");
        var arguments = Options.arguments(words, Set.of());
        for (int i = 0; i < arguments.size(); i++) {
            var word = arguments.get(i);
            boolean last = i == arguments.size() - 1;
            var access = WRITERS.contains(name) || (COPIERS.contains(name) && (last || name.equals("mv"))) || editing
                    ? Target.Access.WRITE
                    : WALKERS.contains(name)
                            ? Target.Access.TREE
                            : COPIERS.contains(name) ? Target.Access.READ : Target.Access.TOUCH;
            found.add(new Found(word, access));
            if (access == Target.Access.TREE) {
                found.add(new Found(word, Target.Access.TOUCH)); // such as an archive that is written
            } else if (name.equals("mv") && !last) {
                found.add(new Found(word, Target.Access.TREE)); // it has another name afterwards
            }
        }
        if (name.equals("git")) {
            words.forEach(word -> ofCommit(word, found));
        }
        if (name.equals("git")
                && !arguments.isEmpty()
                && arguments.getFirst().text().equals("grep")) {
            found.add(new Found(Word.of("."), Target.Access.TREE));
        }
        boolean walks = name.equals("rg")
                || name.equals("ag")
                || Options.has(words, "-r", "-R", "--recursive", "--dereference-recursive");
        boolean named = name.endsWith("grep") && Options.has(words, "-d", "--directories");
        if (WALKERS.contains(name) && (named || (arguments.size() < 2 && walks))) {
            found.add(new Found(Word.of("."), Target.Access.TREE));
        }
        for (var word : words.subList(1, words.size())) {
            if (word.text().indexOf('=') > 0) {
                boolean output = name.equals("dd") && word.text().startsWith("of=");
                values(word, output ? Target.Access.WRITE : Target.Access.TOUCH, found);
            } else if (word.text().length() > 2
                    && word.text().startsWith("-")
                    && word.text().charAt(1) != '-') {
                found.add(new Found(word.after(2), Target.Access.TOUCH));
            }
        }
        return found;
    }
}
