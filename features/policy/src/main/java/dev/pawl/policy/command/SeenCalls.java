package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine;
import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Script;
import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the programs and files of commands that are on no list of what only reads.
 *
 * <p>A program that another one starts is known for certain where the other one is called in a plain shape, such as
 * {@code timeout 5 make}. In every other call of a program that starts others, the program may begin at each of its words.
 */
final class SeenCalls {
    private static final int DEEPEST = 12;
    private static final int MOST_TAILS = 100;

    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "rbash");

    /** Programs that start what follows them, or run a text. */
    private static final Set<String> STARTERS = Set.of(
            // format:off
            "time", "eval", "trap", "alias", "enable", "bind", "complete", "compopt", "compgen", "mapfile",
            "readarray", "hash", "history", "fc", "jobs", "command", "builtin", "exec",
            "sh", "bash", "dash", "ash", "rbash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "pwsh", "elvish", "nu", "xonsh",
            "env", "timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "chronic", "unbuffer", "xargs", "parallel", "watch", "busybox",
            "toybox", "sudo", "doas", "su", "chroot", "strace", "ltrace", "firejail", "flock", "taskset", "ssh", "unshare", "nsenter", "setpriv");
            // format:on

    /** Programs that only start the one behind their options, with the options for which that is known. */
    private static final Map<String, OptionTable> WRAPPERS = new HashMap<>();

    static {
        WRAPPERS.put(
                "timeout",
                new OptionTable("-v -k: -s: --foreground --preserve-status --verbose --kill-after= --signal="));
        WRAPPERS.put("nice", new OptionTable("-n:# -# --adjustment=#"));
        WRAPPERS.put("ionice", new OptionTable("-t -c:# -n:#"));
        WRAPPERS.put("stdbuf", new OptionTable("-i: -o: -e: --input= --output= --error="));
        WRAPPERS.put("setsid", new OptionTable("-fw --fork --wait"));
        WRAPPERS.put(
                "xargs",
                new OptionTable("-0rt -n:# -L:# -P:# -d: --null --no-run-if-empty --max-args=# --max-procs=#"));
        for (var plain : List.of("env", "nohup", "command", "builtin", "exec", "chronic")) {
            WRAPPERS.put(plain, new OptionTable(""));
        }
    }

    private final List<Part> parts;
    private final List<Target> targets;
    private final WorkingFolders folders;
    private final int depth;

    SeenCalls(List<Part> parts, List<Target> targets, WorkingFolders folders) {
        this(parts, targets, folders, 0);
    }

    private SeenCalls(List<Part> parts, List<Target> targets, WorkingFolders folders, int depth) {
        this.parts = parts;
        this.targets = targets;
        this.folders = folders;
        this.depth = depth;
    }

    /** Collects what is seen in a text of a shell. */
    void text(String text) {
        if (depth >= DEEPEST) {
            parts.add(Part.unknown("texts of shells are nested more than " + DEEPEST + " deep"));
            return;
        }
        var script = Script.of(text);
        script.unknowns().forEach(why -> parts.add(Part.unknown(why)));
        var inner = new SeenCalls(parts, targets, folders, depth + 1);
        for (var command : script.commands()) {
            command.redirects()
                    .forEach(redirect -> inner.add(
                            redirect.target(), redirect.writes() ? Target.Access.REDIRECT : Target.Access.READ));
            if (!command.words().isEmpty()) {
                inner.call(command.words());
            }
        }
    }

    /** Collects what a program and its arguments are. */
    void call(List<Word> words) {
        var first = words.getFirst();
        var written = first.tilde() && first.known() ? first.text() : first.exactText();
        if (written == null || written.isEmpty()) {
            parts.add(Part.unknown("which program runs is only known when it runs: " + first));
            return;
        }
        var name = written.substring(written.lastIndexOf('/') + 1);
        var started = written.indexOf('/') < 0 || TrustedFolders.contain(written) ? started(name, words) : null;
        if (started != null) {
            parts.add(Part.starting(words));
            call(started);
            return;
        }
        if (SHELLS.contains(name)
                && words.size() == 3
                && isText(words.get(1), "-[eux]*c")
                && words.get(2).exact()) {
            parts.add(Part.starting(words));
            script(name, words.get(2).text());
            return;
        }
        parts.add(Part.of(words));
        boolean script = SHELLS.contains(name) && words.size() > 1 && isText(words.get(1), "[^-+].*");
        boolean finds = name.matches("find|fd|fdfind")
                && words.stream().anyMatch(word -> word.text().matches("-(exec|ok).*|--exec.*|-[^-]*[xX].*"));
        if (finds || (STARTERS.contains(name) && !script)) {
            parts.add(Part.unknown("what " + name + " runs is only known when it runs"));
            tails(words);
        } else {
            var why = HiddenCommands.why(name, words);
            if (why != null) {
                parts.add(Part.unknown(why));
            }
        }
        folders.follow(words);
        var inner = folders.within(name, words);
        FileArguments.of(name, words)
                .forEach(file -> targets.add(new Target(file.word(), inner.folders(), file.access())));
    }

    /** A text that a shell runs: known if it is plain itself. */
    private void script(String shell, String text) {
        try {
            PlainLine.of(text);
        } catch (NotPlain e) {
            parts.add(Part.unknown("what " + shell + " runs is not plain: " + e.getMessage()));
        }
        text(text);
    }

    /** The words of the program that a wrapper starts; null if they are not known for certain. */
    private static @Nullable List<Word> started(String name, List<Word> words) {
        var table = WRAPPERS.get(name);
        if (table == null) {
            return null;
        }
        try {
            var rest = table.leading(words.subList(1, words.size()));
            boolean limit = name.equals("timeout");
            if (limit && (rest.isEmpty() || !isText(rest.getFirst(), "[0-9.]+[smhd]?"))) {
                return null;
            }
            var started = new ArrayList<>(rest.subList(limit ? 1 : 0, rest.size()));
            if (started.isEmpty() || !isText(started.getFirst(), "[^-=][^=]*")) {
                return null;
            }
            if (name.equals("xargs")) {
                started.add(Word.ANY);
            }
            return started;
        } catch (NotPlain e) {
            return null;
        }
    }

    /** Every word of a call may be the first one of a program, and every text may be a script. */
    private void tails(List<Word> words) {
        for (int i = 1; i < Math.min(words.size(), MOST_TAILS); i++) {
            parts.add(Part.starting(words.subList(i, words.size())));
            if (words.get(i).known() && !words.get(i).text().matches("[\\w./=:@%+,^~-]*")) {
                text(words.get(i).text());
            }
        }
    }

    private static boolean isText(Word word, String regex) {
        var text = word.exactText();
        return text != null && text.matches("(?s)" + regex);
    }

    private void add(Word word, Target.Access access) {
        targets.add(new Target(word, folders.folders(), access));
    }
}
