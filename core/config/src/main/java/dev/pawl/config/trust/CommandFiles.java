package dev.pawl.config.trust;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Redirect;
import dev.pawl.api.shell.Word;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One simple command of a shell: what it runs, and what that loads. */
@SuppressWarnings("BadInstanceof") // exact() is null where nothing is known: the pattern asks and names the word.
final class CommandFiles {
    private final ShellCommands shell;
    private final Reach reach;
    private final LoadedFiles programs;
    private final ProjectTasks tasks;
    private final GitFiles git;
    private final ReadFiles read;
    private final List<Word> words;
    private final Command command;
    private final Set<Path> bases;
    private final Set<String> functions;
    private final String text;
    private int at;

    /**
     * @param bases the folders in which it may run
     * @param functions that are defined around it
     * @param text that it is from
     */
    CommandFiles(ShellCommands shell, Command command, Set<Path> bases, Set<String> functions, String text) {
        this.shell = shell;
        this.reach = shell.reach;
        this.programs = shell.programs;
        this.tasks = shell.tasks;
        this.git = new GitFiles(reach);
        this.command = command;
        this.words = command.words();
        this.bases = bases;
        this.read = new ReadFiles(shell, words, bases);
        this.functions = functions;
        this.text = text;
    }

    private @Nullable String exact() {
        return at < words.size() && words.get(at).known() ? words.get(at).text() : null;
    }

    private String arguments() {
        return Word.joined(words.subList(Math.min(at + 1, words.size()), words.size()), false);
    }

    /** Adds what the command runs with. */
    void add() {
        if (reach.decides) {
            command.redirects().stream()
                    .filter(redirect -> !redirect.writes())
                    .forEach(redirect -> read.named(redirect.target()));
        }
        if (!words.isEmpty()) {
            starts();
        }
    }

    private void starts() {
        var program = exact();
        if (program == null) {
            if (!runs(words.get(at), false)) {
                reach.unknown("a program that is only known when it runs");
            }
            return;
        }
        var arguments = arguments();
        if (functions.contains(program)) {
            return;
        }
        if (program.contains("/")) {
            if (runs(words.get(at), false)) {
                return;
            }
            if (!isOutside(program)) {
                absent(program);
                return;
            }
            program = program.substring(program.lastIndexOf('/') + 1); // It does what one of this name does.
        }
        if (program.equals("trap")) {
            trapped();
        } else if (KnownPrograms.isWrapper(program)) {
            wrapped(program);
        } else if (program.equals("source") || program.equals(".")) {
            at++;
            if (at >= words.size() || !runs(words.get(at), true)) {
                reach.unknown(program + " " + arguments);
            }
        } else if (KnownPrograms.isShell(program)) {
            ofShell(program);
        } else if (KnownPrograms.isInterpreter(program)) {
            interpreter(program);
        } else if (KnownPrograms.onlyReads(program, arguments)) {
            read.reads(program, arguments());
        } else if (KnownPrograms.isReadingGit(program, arguments)) {
            reach.elsewhere(program);
            git.add(bases);
            if (reach.decides && KnownPrograms.showsFiles(arguments)) {
                git.addHistory();
            }
        } else if (KnownPrograms.checks(program, arguments)) {
            read.checks(program);
        } else if (program.matches("npx|pnpx|bunx|uvx")) {
            fetched(program);
        } else if (program.equals("uv") ? ofUv() : program.matches("npm|pnpm|yarn") && task(program)) {
            return;
        } else {
            reach.elsewhere(words.get(at).text());
            reach.unknown(program);
            if (KnownPrograms.runsProjects(program) || (reach.decides && !reach.ofUser)) {
                tasks.configured();
            }
            words.subList(1, words.size()).forEach(read::named);
        }
    }

    /** The text of a trap runs later. */
    private void trapped() {
        at++;
        if (exact() instanceof String later && !later.isEmpty() && !functions.contains(later) && !later.equals("-")) {
            shell.read(later, bases);
        }
    }

    /** A program at a place of the project, or relative to it, where none is: it may come. */
    private void absent(String program) {
        if (reach.below(reach.project, program) == null) {
            reach.elsewhere(program);
        } else {
            reach.add(reach.project.resolve(program), Extent.FILE);
        }
        reach.unknown(program);
    }

    /** A program whose arguments are another command. */
    private void wrapped(String wrapper) {
        at++;
        while (exact() instanceof String word
                && (word.startsWith("-") || word.contains("=") || word.matches("[\\d.]+[smh]?"))) {
            if (word.matches("-S.*|--split-string.*|-v|-V|-a|--arg-file.*")) {
                if (!wrapper.equals("command") || word.equals("-a")) {
                    reach.unknown(wrapper + " " + word);
                }
                return;
            }
            boolean value = word.matches("-[CIPLnsuKk]|--chdir|--signal");
            at++;
            if (value && at < words.size()) {
                at++;
            }
        }
        if (at >= words.size()) {
            return; // Of no command env prints and xargs echoes.
        }
        var rest = words.subList(at, words.size());
        shell.run(new Command(rest, List.of()), bases, functions, text);
    }

    private void ofShell(String program) {
        reach.elsewhere(program);
        for (at++; at < words.size(); at++) {
            var word = exact();
            if (word != null && word.matches("-[a-z]*c")) {
                at++;
                var inner = exact();
                if (inner == null) {
                    reach.unknown(program + " -c with a text that is only known when it runs");
                } else {
                    shell.read(inner, bases);
                }
                return;
            }
            if (word == null || !word.matches("-[euxvof]+|--|pipefail|-[euxvo]*o|--no(?:rc|profile)")) {
                if (!runs(words.get(at), true)) {
                    break;
                }
                return;
            }
        }
        reach.unknown(program + " with commands that it reads");
    }

    private void interpreter(String program) {
        reach.elsewhere(program);
        if (reach.decides && program.equals("bun")) {
            reach.add(reach.project.resolve(".env"), Extent.FILE);
        }
        boolean ofTypeScript = program.matches("tsx|ts-node|bun|deno");
        if (ofTypeScript) {
            tasks.configured();
        }
        for (at++; at < words.size(); at++) {
            var word = exact();
            if (word != null && KnownPrograms.isInline(program, word)) {
                at++;
                inline(program, exact());
                return;
            }
            if (word != null && (KnownPrograms.isHarmless(program, word) || (ofTypeScript && word.equals("run")))) {
                continue;
            }
            if (word != null && word.equals("-")) {
                break;
            }
            if (word != null && word.equals("-m") && program.startsWith("python") && module()) {
                return;
            }
            if (word != null && program.startsWith("php") && word.startsWith("vendor/bin/")) {
                read.checks(word.substring(11));
            }
            if (word != null && runs(words.get(at), false)) {
                return;
            }
            if (word != null && !word.startsWith("-") && isOutside(word)) {
                reach.elsewhere(word);
                return;
            }
            words.subList(at, words.size()).forEach(read::named);
            reach.unknown(program + " " + words.get(at));
            tasks.configured();
            return;
        }
        if (text.contains("<<")) {
            inline(program, text);
        } else if (words.size() > 1 || command.redirects().stream().allMatch(Redirect::writes)) {
            reach.unknown(program + " with a program that it reads");
        }
    }

    /** A module of the project that Python runs like a script; false if the project has none of that name. */
    private boolean module() {
        var name = at + 1 < words.size() ? words.get(at + 1) : null;
        if (name == null || !name.known()) {
            return false;
        }
        var path = name.text().replace('.', '/');
        var found = new ArrayList<Path>();
        for (var place : List.of(path + ".py", path + "/__main__.py")) {
            reach.each(bases, place, file -> {
                if (Files.isRegularFile(file)) {
                    found.add(file);
                }
            });
        }
        if (!found.isEmpty()) {
            reach.add(reach.project, Extent.MODULES);
            found.forEach(programs::program);
        }
        return !found.isEmpty();
    }

    private boolean isOutside(String word) {
        return (word.startsWith("/") || word.startsWith("~")) && reach.below(reach.project, word) == null;
    }

    private void inline(String program, @Nullable String code) {
        if (code == null) {
            reach.unknown(program + " with a program that is only known when it runs");
            return;
        }
        if (program.startsWith("python")) {
            reach.add(reach.project, Extent.MODULES);
        }
        programs.other(code.replace(";", "\n"), bases);
    }

    /** A program of a package, which may be installed in the project. */
    private void fetched(String runner) {
        reach.elsewhere(runner);
        at++;
        while (exact() instanceof String option && option.matches("--?y(?:es)?|--no-install|--")) {
            at++;
        }
        var program = exact();
        if (program == null || program.startsWith("-")) {
            reach.unknown(runner + " " + arguments());
            return;
        }
        if (reach.decides) {
            tasks.configured();
        } else if (!runner.equals("uvx")) {
            List.of("package.json", ".npmrc").forEach(name -> reach.add(reach.project.resolve(name), Extent.FILE));
        }
        tasks.installed(program);
        var rest = words.subList(at, words.size());
        shell.run(new Command(rest, List.of()), bases, functions, text);
    }

    /** Options of npm and its like that stand before the task. */
    private List<Word> arguments(String silent) {
        int first = 1;
        while (first < words.size() && words.get(first).text().matches(silent)) {
            first++;
        }
        return words.subList(first, words.size());
    }

    private boolean task(String program) {
        return tasks.task(program, arguments("-s|--silent|-q|--quiet"), bases);
    }

    /** A script or program that uv runs in the project's environment; false if it does something else. */
    private boolean ofUv() {
        var rest = arguments("-q|--quiet");
        if (rest.size() < 2 || !rest.getFirst().text().equals("run")) {
            return false;
        }
        tasks.configured();
        reach.elsewhere("uv");
        if (reach.decides) {
            reach.add(reach.project.resolve(".venv"), Extent.WHOLE);
        }
        at = words.size() - rest.size() + 1;
        while (exact() instanceof String option
                && option.matches("--script|--quiet|-q|--no-project|--frozen|--locked|-s")) {
            at++;
        }
        if (exact() instanceof String script && script.endsWith(".py") && runs(words.get(at), false)) {
            return true;
        }
        var inner = words.subList(Math.min(at, words.size()), words.size());
        if (!inner.isEmpty()) {
            shell.run(new Command(inner, List.of()), bases, functions, text);
        }
        return true;
    }

    /** A word that names a program of the project; false if it names none. */
    private boolean runs(Word word, boolean byShell) {
        var found = new ArrayList<Path>();
        reach.found(bases, word, path -> {
            if (Files.isRegularFile(path)) {
                found.add(path);
            } else if (Files.isDirectory(path)) {
                reach.add(path, Extent.WHOLE);
            }
        });
        found.forEach(path -> programs.program(path, byShell));
        return !found.isEmpty();
    }
}
