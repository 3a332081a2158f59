package dev.pawl.policy.command;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Redirect;
import dev.pawl.api.shell.Script;
import dev.pawl.api.shell.Word;
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

    CommandReader(List<Part> parts, List<Target> targets, WorkingFolders folders, int depth) {
        this.parts = parts;
        this.targets = targets;
        this.folders = folders;
        this.depth = depth;
    }

    void read(Script script) {
        script.unknowns().forEach(why -> parts.add(Part.unknown(why)));
        script.commands().forEach(this::read);
    }

    private void read(Command command) {
        command.redirects().forEach(this::redirect);
        if (!command.words().isEmpty()) {
            program(command.words());
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
                || file.matches("/dev/fd/[0-9]+");
    }

    /** One program with its arguments. */
    void program(List<Word> words) {
        var first = words.getFirst();
        var written = first.tilde() && first.known() ? first.text() : first.exactText();
        if (written == null || written.isEmpty()) {
            parts.add(Part.unknown("which program runs is only known when it runs: " + first));
            return;
        }
        var name = written.substring(written.lastIndexOf('/') + 1);
        if (written.contains("/") && !TrustedFolders.contain(written)) {
            parts.add(Part.of(words)); // regardless of its name
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
                    parts.add(Part.of(words));
                }
            }
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
        if (name.equals("ssh")) {
            remote(words);
        }
        if (why != null) {
            parts.add(Part.unknown(why));
        }
        parts.add(Part.of(words));
        folders.follow(words);
        var inner = folders.within(name, words);
        FileArguments.of(name, words)
                .forEach(found -> targets.add(new Target(found.word(), inner.folders(), found.access())));
    }

    // Programs that start other programs

    private void wrapper(String name, Wrappers.Form form, List<Word> words) {
        int inner = Wrappers.inner(name, form, words);
        if (inner < 0) {
            parts.add(Part.of(words));
            parts.add(Part.unknown("what " + name + " runs is only known when it runs"));
            return;
        }
        for (var word : words.subList(1, Math.min(inner, words.size()))) {
            int equals = word.text().indexOf('=');
            if (equals > 0 && !word.text().startsWith("-")) {
                parts.add(Part.unknown(
                        "it sets " + word.text().substring(0, equals) + ", which may change what a program does"));
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
        parts.add(form.harmless() && !alone ? Part.starting(words) : Part.of(words));
        if (!alone) {
            var started = new ArrayList<>(words.subList(inner, words.size()));
            var placeholder = Wrappers.placeholder(name, options);
            if (placeholder != null) {
                started.replaceAll(word -> word.text().contains(placeholder) ? Word.ANY : word);
            } else if (name.equals("xargs")) {
                started.add(Word.ANY);
            }
            program(started);
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
                parts.add(Part.of(words));
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
        parts.add(Part.of(words));
        parts.add(Part.unknown("what " + name + " runs comes from its input or is only known when it runs"));
    }

    /** A text that is run as a script. */
    private void script(List<Word> words, List<Word> texts, String why) {
        if (texts.stream().anyMatch(word -> !word.exact()) || depth >= DEEPEST) {
            parts.add(Part.of(words));
            parts.add(Part.unknown(why));
            return;
        }
        parts.add(Part.starting(words));
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
            parts.add(part.isUnknown() ? part : Part.starting(part.words()));
        }
    }

    /** Short options of fd may be combined, including the one that runs a program. */
    private static boolean isExecOfFd(Word word) {
        return word.text().matches("-[^-xX].*[xX].*");
    }

    /** Whether a word ends the program of find: a semicolon, or a plus sign behind {@code {}}. */
    private static boolean endsExec(List<Word> words, int at) {
        var text = words.get(at).text();
        return text.equals(";") || (text.equals("+") && words.get(at - 1).text().equals("{}"));
    }

    private void find(List<Word> words) {
        for (int i = 1; i < words.size(); i++) {
            var text = words.get(i).text();
            if (Set.of("-exec", "-execdir", "-ok", "-okdir", "-x", "--exec", "-X", "--exec-batch")
                    .contains(text)) {
                int end = i + 1;
                var started = new ArrayList<Word>();
                while (end < words.size() && !endsExec(words, end)) {
                    var word = words.get(end++);
                    started.add(word.text().contains("{") ? Word.ANY : word);
                }
                if (text.endsWith("dir")) {
                    folders.loseTrack();
                }
                if (started.isEmpty()) {
                    parts.add(Part.unknown(text + " of find names no program"));
                } else {
                    program(started);
                }
                i = end;
            } else if (text.equals("-delete")
                    || text.startsWith("-fprint")
                    || text.equals("-fls")
                    || text.startsWith("-x")
                    || text.startsWith("-X")
                    || text.startsWith("--exec")) {
                if (text.startsWith("-f") && i + 1 < words.size()) {
                    add(words.get(++i), Target.Access.WRITE);
                }
            } else if (!text.startsWith("-")) {
                add(words.get(i), Target.Access.READ);
            }
        }
        parts.add(Part.of(words));
    }

    private void add(Word word, Target.Access access) {
        targets.add(new Target(word, folders.folders(), access));
    }
}
