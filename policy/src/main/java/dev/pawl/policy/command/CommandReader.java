package dev.pawl.policy.command;

import dev.pawl.policy.shell.Assignment;
import dev.pawl.policy.shell.Command;
import dev.pawl.policy.shell.Redirect;
import dev.pawl.policy.shell.Script;
import dev.pawl.policy.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Analyses a script: its programs, including those that other programs start, and its files. */
final class CommandReader {
    private static final int DEEPEST = 12;

    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "rbash");
    private static final Set<String> OTHER_SHELLS =
            Set.of("zsh", "ksh", "mksh", "fish", "csh", "tcsh", "pwsh", "elvish", "nu", "xonsh");
    private static final Set<String> CHANGES_SHELL = Set.of("alias", "enable", "bind", "complete", "compopt", "coproc");

    private static final Set<String> SSH_WITH_VALUE = Set.of(
            "-b", "-B", "-c", "-D", "-E", "-e", "-F", "-I", "-i", "-J", "-L", "-l", "-m", "-O", "-o", "-p", "-P", "-Q",
            "-R", "-S", "-W", "-w");

    private final List<Part> parts;
    private final List<Target> targets;
    private final WorkingFolders folders;
    private final int depth;
    private Set<String> functions = Set.of();

    CommandReader(List<Part> parts, List<Target> targets, WorkingFolders folders, int depth) {
        this.parts = parts;
        this.targets = targets;
        this.folders = folders;
        this.depth = depth;
    }

    void read(Script script) {
        functions = script.functions();
        script.unknowns().forEach(why -> parts.add(Part.unknown(why)));
        script.commands().forEach(this::read);
    }

    private void read(Command command) {
        command.redirects().forEach(this::redirect);
        for (var assignment : command.assignments()) {
            assigned(assignment, !command.words().isEmpty());
        }
        if (!command.words().isEmpty()) {
            program(command.words(), true);
        }
    }

    private void redirect(Redirect redirect) {
        var file = redirect.target().exactText();
        if (file != null && (file.startsWith("/dev/tcp/") || file.startsWith("/dev/udp/"))) {
            parts.add(Part.unknown("it opens a connection to " + file));
        } else if (file == null || !isHarmless(file)) {
            add(redirect.target(), redirect.writes() ? Target.Access.REDIRECT : Target.Access.READ);
        }
    }

    private static boolean isHarmless(String file) {
        return Set.of("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/zero", "/dev/full")
                        .contains(file)
                || file.startsWith("/dev/fd/");
    }

    private void assigned(Assignment assignment, boolean forProgram) {
        var name = assignment.name();
        if (Variables.changesPrograms(name) && (forProgram || Variables.changesShell(name))) {
            parts.add(Part.unknown("it sets " + name + ", which may change what a program does"));
        }
    }

    /** One program with its arguments. */
    private void program(List<Word> words, boolean ofShell) {
        var first = words.getFirst();
        var written = first.tilde() && first.known() ? first.text() : first.exactText();
        if (written == null || written.isEmpty()) {
            parts.add(Part.unknown("which program runs is only known when it runs: " + first));
            return;
        }
        var name = written.substring(written.lastIndexOf('/') + 1);
        if (ofShell && functions.contains(written)) {
            parts.add(new Part(words, false, true, null));
            return;
        }
        if (written.contains("/") && !TrustedFolders.contain(written)) {
            parts.add(new Part(words, false, false, null)); // regardless of its name
        }
        var form = Wrappers.find(name);
        if (form != null) {
            wrapper(name, form, words);
        } else if (SHELLS.contains(name) || OTHER_SHELLS.contains(name)) {
            shell(name, words);
        } else {
            builtinOrProgram(name, words);
        }
    }

    private void builtinOrProgram(String name, List<Word> words) {
        switch (name) {
            case "eval" -> script(words, words.subList(1, words.size()), "eval runs a text that is only known later");
            case "watch" -> {
                int at = Wrappers.options(Wrappers.WATCH, words, false);
                var texts = at < 0 ? List.of(Word.ANY) : words.subList(Math.min(at, words.size()), words.size());
                script(words, texts, "what watch runs is only known when it runs");
            }
            case "trap" -> {
                int text = words.size() > 1 && words.get(1).text().equals("--") ? 2 : 1;
                if (words.size() > text + 1 && !"-".equals(words.get(text).exactText())) {
                    script(words, words.subList(text, text + 1), "trap runs a text that is only known later");
                } else {
                    parts.add(new Part(words, false, true, null));
                }
            }
            case "export", "declare", "typeset", "local", "readonly" -> declared(words);
            case "read", "mapfile", "readarray", "printf", "getopts", "unset", "let" -> variables(name, words);
            case "find" -> find(words);
            case "fd", "fdfind" -> {
                if (words.stream().skip(1).anyMatch(CommandReader::isExecOfFd)) {
                    parts.add(Part.unknown(name + " runs a program for what it finds"));
                }
                find(words);
            }
            default -> plain(name, words);
        }
        if (CHANGES_SHELL.contains(name)) {
            parts.add(Part.unknown(name + " changes what later commands mean"));
        }
    }

    private void plain(String name, List<Word> words) {
        var why = HiddenCommands.why(name, words);
        if (why == null && name.equals("git") && folders.mayBeRepository(GitCommands.folder(words))) {
            why = "git may find a repository there whose configuration runs programs";
        }
        if (name.equals("ssh")) {
            remote(words);
        }
        if (why != null) {
            parts.add(Part.unknown(why));
        }
        boolean slash = words.getFirst().text().contains("/");
        boolean readOnly = why == null
                && (!slash || TrustedFolders.contain(words.getFirst().text()))
                && ReadOnlyCommands.is(name, words);
        parts.add(new Part(words, false, readOnly, null));
        if (!slash) {
            folders.follow(words);
        }
        var inner = folders.within(name, words);
        FileArguments.of(name, words, readOnly)
                .forEach(found -> targets.add(new Target(found.word(), inner.folders(), found.access())));
    }

    // Programs that start other programs

    private void wrapper(String name, Wrappers.Form form, List<Word> words) {
        if (name.equals("command")
                && words.size() > 1
                && Set.of("-v", "-V").contains(words.get(1).text())) {
            parts.add(new Part(words, false, true, null));
            return;
        }
        int inner = Wrappers.inner(name, form, words);
        if (inner < 0) {
            parts.add(new Part(words, false, false, null));
            parts.add(Part.unknown("what " + name + " runs is only known when it runs"));
            return;
        }
        for (var word : words.subList(1, Math.min(inner, words.size()))) {
            int equals = word.text().indexOf('=');
            if (equals > 0 && !word.text().startsWith("-")) {
                assigned(new Assignment(word.text().substring(0, equals), word), true);
            }
        }
        var options = words.subList(1, Math.min(inner, words.size()));
        var folder = Wrappers.folder(name, options);
        if (folder != null) {
            folders.enter(folder);
        }
        if (Wrappers.renames(name, options)) {
            parts.add(Part.unknown(name + " gives the program another name, which may change what it does"));
        }
        var arguments = Wrappers.arguments(name, options);
        if (arguments != null) {
            add(arguments, Target.Access.READ);
        }
        boolean alone = inner >= words.size();
        parts.add(new Part(words, form.harmless() && !alone, alone && form.harmless(), null));
        if (!alone) {
            var started = new ArrayList<>(words.subList(inner, words.size()));
            var placeholder = Wrappers.placeholder(name, options);
            if (placeholder != null) {
                started.replaceAll(word -> word.text().contains(placeholder) ? Word.ANY : word);
            } else if (name.equals("xargs")) {
                started.add(Word.ANY);
            }
            program(started, name.equals("time"));
        }
    }

    private void shell(String name, List<Word> words) {
        for (int i = 1; i < words.size(); i++) {
            var word = words.get(i);
            var option = word.exactText();
            if (option == null) {
                break;
            }
            if (option.equals("--version") || option.equals("--help")) {
                parts.add(new Part(words, false, i == 1 && words.size() == 2, null));
                return;
            }
            boolean letters = option.matches("[-+][^-].*");
            if (option.startsWith("--rc")
                    || option.startsWith("--init")
                    || (letters
                            && HiddenCommands.passesVariables(words.subList(i - 1, Math.min(i + 2, words.size()))))) {
                break;
            }
            if (option.equals("-o") || option.equals("+o") || option.equals("-O")) {
                i++;
            } else if (option.startsWith("-") && !option.startsWith("--") && option.contains("c")) {
                int at = i + 1;
                while (at < words.size() && words.get(at).text().startsWith("-")) {
                    at++;
                }
                if (at >= words.size() || OTHER_SHELLS.contains(name)) {
                    break;
                }
                script(words, words.subList(at, at + 1), "the script of " + name + " -c is only known when it runs");
                return;
            } else if (!option.startsWith("-") && !option.startsWith("+")) {
                // A script in a file: a program like any other.
                plain(name, words);
                return;
            }
        }
        parts.add(new Part(words, false, false, null));
        parts.add(Part.unknown("what " + name + " runs comes from its input or is only known when it runs"));
    }

    /** A text that is run as a script. */
    private void script(List<Word> words, List<Word> texts, String why) {
        if (texts.stream().anyMatch(word -> !word.exact()) || depth >= DEEPEST) {
            parts.add(new Part(words, false, false, null));
            parts.add(Part.unknown(why));
            return;
        }
        parts.add(new Part(words, true, false, null));
        var inner = Script.of(Word.joined(texts, false));
        new CommandReader(parts, targets, folders, depth + 1).read(inner);
    }

    /** Applies the rules that forbid and ask to commands that ssh runs on another machine; their files are not on this one. */
    private void remote(List<Word> words) {
        var command = Options.command(words, SSH_WITH_VALUE);
        if (command.size() < 2) {
            return;
        }
        var texts = command.subList(1, command.size());
        if (texts.stream().anyMatch(word -> !word.known()) || depth >= DEEPEST) {
            parts.add(Part.unknown("what ssh runs is only known when it runs"));
            return;
        }
        var remoteParts = new ArrayList<Part>();
        new CommandReader(remoteParts, new ArrayList<>(), folders.copy(), depth + 1)
                .read(Script.of(Word.joined(texts, false)));
        for (var part : remoteParts) {
            parts.add(part.isUnknown() ? part : new Part(part.words(), true, false, null));
        }
    }

    /** Short options of fd may be combined, including the one that runs a program. */
    private static boolean isExecOfFd(Word word) {
        return word.text().matches("-[^-xX].*[xX].*");
    }

    private void find(List<Word> words) {
        boolean readOnly = !Options.anyUnknown(words);
        for (int i = 1; i < words.size(); i++) {
            var text = words.get(i).text();
            if (Set.of("-exec", "-execdir", "-ok", "-okdir", "-x", "--exec", "-X", "--exec-batch")
                    .contains(text)) {
                int end = i + 1;
                var started = new ArrayList<Word>();
                while (end < words.size()
                        && !Set.of(";", "+").contains(words.get(end).text())) {
                    var word = words.get(end++);
                    started.add(word.text().contains("{") ? Word.ANY : word);
                }
                if (text.endsWith("dir")) {
                    folders.loseTrack();
                }
                if (started.isEmpty()) {
                    parts.add(Part.unknown(text + " of find names no program"));
                } else {
                    program(started, false);
                }
                i = end;
            } else if (text.equals("-delete")
                    || text.startsWith("-fprint")
                    || text.equals("-fls")
                    || text.startsWith("-x")
                    || text.startsWith("-X")
                    || text.startsWith("--exec")) {
                readOnly = false;
                if (text.startsWith("-f") && i + 1 < words.size()) {
                    add(words.get(++i), Target.Access.WRITE);
                }
            } else if (!text.startsWith("-")) {
                add(words.get(i), Target.Access.READ);
            }
        }
        parts.add(new Part(words, false, readOnly, null));
    }

    // Variables

    private void declared(List<Word> words) {
        boolean safe = true;
        for (var word : words.subList(1, words.size())) {
            var text = word.text();
            int equals = text.indexOf('=');
            if (text.startsWith("-") || text.startsWith("+")) {
                safe &= !text.contains("n") || words.getFirst().text().equals("export");
            } else if (equals < 0 && !word.exact()) {
                safe = false;
            } else {
                var name = equals < 0 ? text : text.substring(0, equals).replaceFirst("(\\[.*)?\\+?$", "");
                boolean exported = words.getFirst().text().equals("export")
                        || words.stream()
                                .anyMatch(each -> each.text().startsWith("-")
                                        && each.text().contains("x"));
                safe &= name.indexOf(Word.UNKNOWN) < 0;
                if (equals >= 0 || exported) {
                    assigned(new Assignment(name, word), exported);
                }
            }
        }
        if (!safe) {
            parts.add(Part.unknown("which variables are set is only known when it runs"));
        }
        parts.add(new Part(words, false, safe, null));
    }

    private void variables(String name, List<Word> words) {
        boolean direct = !name.equals("printf");
        for (int i = 1; i < words.size(); i++) {
            var word = words.get(i);
            if (name.equals("mapfile") || name.equals("readarray")) {
                if ((word.text().startsWith("-") && word.text().contains("C")) || word.splits()) {
                    parts.add(Part.unknown(name + " -C runs a command"));
                }
            }
            boolean variable = direct
                    ? !word.text().startsWith("-")
                    : i > 1 && words.get(i - 1).text().equals("-v");
            if (variable
                    && (!word.exact()
                            || Variables.changesShell(word.text())
                            || word.text().contains("["))) {
                parts.add(Part.unknown(name + " sets " + word + ", which may change what runs"));
            } else if (!direct && word.text().startsWith("-v") && word.text().length() > 2) {
                parts.add(Part.unknown("printf sets a variable"));
            }
        }
        parts.add(new Part(words, false, true, null));
    }

    private void add(Word word, Target.Access access) {
        targets.add(new Target(word, folders.folders(), access));
    }
}
