package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Redirect;
import dev.pawl.api.shell.Script;
import dev.pawl.api.shell.Word;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds what a text that a shell reads runs, and what that loads. */
final class ShellCommands {
    private static final Pattern PROJECT = Pattern.compile(
            "\\$\\{[A-Z_]*PROJECT_(?:DIR|ROOT)[^}]*\\}|\\$[A-Z_]*PROJECT_(?:DIR|ROOT)|\\$\\{workspaceFolder\\}"
                    + "|\\$\\{PWD[^}]*\\}|\\$PWD\\b|\\$\\(pwd\\)|\\$\\(git rev-parse --show-toplevel[^)]*\\)");
    /** A program of awk or sed that starts others. */
    private static final Pattern STARTS = Pattern.compile(
            "\\bsystem\\s*\\(|\\|\\s*(?:getline|&?\\s*\")|\\be\\b\\s*$|/[gp0-9]*e[gp0-9]*$|\\d\\s*e\\s");

    private static final Pattern FUNCTION = Pattern.compile("(?m)(?:^|[;{]|function)\\s*([\\w:.-]+)\\s*\\(\\s*\\)");
    private static final Pattern FUNCTION_WORD = Pattern.compile("(?m)^\\s*function\\s+([\\w:.-]+)");
    /** Variables that name folders or files from which programs load code. */
    private static final Pattern LOADING =
            Pattern.compile("\\b\\w*(?:PATH|LIB|OPTIONS|OPT|ENV|PRELOAD|STARTUP)=(\"[^\"]*\"|'[^']*'|[^\\s;&|]+)");

    private final Reach reach;
    private final LoadedFiles programs;

    ShellCommands(Reach reach, LoadedFiles programs) {
        this.reach = reach;
        this.programs = programs;
    }

    static String here(String text) {
        return PROJECT.matcher(text).replaceAll(Reach.HERE);
    }

    /** A text as a shell reads it. */
    void read(String written, Set<Path> from) {
        var text = here(written);
        var script = Script.of(text);
        if (!script.unknowns().isEmpty()) {
            reach.unknown("a command that cannot be read");
        }
        var functions = new HashSet<String>();
        for (var pattern : List.of(FUNCTION, FUNCTION_WORD)) {
            pattern.matcher(text).results().forEach(found -> functions.add(found.group(1)));
        }
        var bases = new LinkedHashSet<>(from);
        script.commands()
                .forEach(command -> command.words()
                        .forEach(word -> reach.found(from, word, path -> {
                            if (Files.isDirectory(path) && bases.size() < LoadedFiles.MOST_FOLDERS) {
                                bases.add(path);
                            }
                        })));
        LOADING.matcher(text).results().forEach(found -> {
            for (var place : found.group(1).replaceAll("[\"']", "").split("[:=\\s]+", -1)) {
                reach.each(bases, place, path -> {
                    if (Files.isDirectory(path)) {
                        reach.add(path, Extent.WHOLE);
                        reach.folders.add(path);
                    } else if (Files.isRegularFile(path)) {
                        programs.program(path);
                    }
                });
            }
        });
        bases.addAll(reach.folders);
        for (var command : script.commands()) {
            new Run(command, bases, functions, text).add();
        }
    }

    /** One simple command. */
    @SuppressWarnings("BadInstanceof") // exact() is null where nothing is known: the pattern asks and names the word.
    private final class Run {
        private final List<Word> words;
        private final Command command;
        private final Set<Path> bases;
        private final Set<String> functions;
        private final String text;
        private int at;

        Run(Command command, Set<Path> bases, Set<String> functions, String text) {
            this.command = command;
            this.words = command.words();
            this.bases = bases;
            this.functions = functions;
            this.text = text;
        }

        private @Nullable String exact() {
            return at < words.size() && words.get(at).known() ? words.get(at).text() : null;
        }

        private String arguments() {
            return Word.joined(words.subList(Math.min(at + 1, words.size()), words.size()), false);
        }

        void add() {
            if (reach.decides) {
                command.redirects().stream()
                        .filter(redirect -> !redirect.writes())
                        .forEach(redirect -> named(redirect.target()));
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
            if (program.contains("/") && !program.equals("[")) {
                if (!runs(words.get(at), false)) {
                    ofPath(program);
                }
                return;
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
                reads(program);
            } else if (KnownPrograms.isReadingGit(program, arguments)) {
                reach.elsewhere(program);
                git();
            } else if (KnownPrograms.checks(program, arguments)) {
                checks(program);
            } else if (program.matches("npx|pnpx|bunx|uvx")) {
                fetched(program);
            } else if (program.matches("uv|npm|pnpm|yarn") && tasks(program)) {
                return;
            } else {
                reach.elsewhere(program);
                reach.unknown(program);
                if (KnownPrograms.runsProjects(program) || (reach.decides && !reach.ofUser)) {
                    configured();
                }
                words.subList(1, words.size()).forEach(this::named);
            }
        }

        /** The files by which git may be told to run a program. */
        private void git() {
            if (!reach.decides) {
                return;
            }
            var config = reach.project.resolve(".git/config");
            reach.add(config, Extent.FILE);
            reach.add(reach.project.resolve(".gitattributes"), Extent.FILE);
            try {
                var text = new String(RegularFile.read(config, Reach.LARGEST), StandardCharsets.UTF_8);
                if (text.contains("[include")) {
                    reach.unknown("git, whose configuration includes other files,");
                }
            } catch (NoSuchFileException e) {
                return; // It may come.
            } catch (IOException e) {
                reach.unknown("git, whose configuration cannot be read,");
            }
        }

        /** The text of a trap runs later. */
        private void trapped() {
            at++;
            if (exact() instanceof String later
                    && !later.isEmpty()
                    && !functions.contains(later)
                    && !later.equals("-")) {
                read(later, bases);
            }
        }

        private void ofPath(String program) {
            var name = program.substring(program.lastIndexOf('/') + 1);
            if (reach.below(reach.project, program) == null) {
                at = 0;
                if (KnownPrograms.isShell(name)) {
                    ofShell(name);
                } else if (KnownPrograms.isInterpreter(name)) {
                    interpreter(name);
                } else if (!KnownPrograms.onlyReads(name, arguments())) {
                    reach.elsewhere(program);
                    if (!program.startsWith("/") && !program.startsWith("~")) {
                        reach.unknown(program);
                    }
                }
            } else {
                reach.add(reach.project.resolve(program), Extent.FILE); // It may come.
                reach.unknown(program);
            }
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
            new Run(new Command(rest, List.of()), bases, functions, text).add();
        }

        private void ofShell(String shell) {
            reach.elsewhere(shell);
            for (at++; at < words.size(); at++) {
                var word = exact();
                if (word != null && word.matches("-[a-z]*c")) {
                    at++;
                    var inner = exact();
                    if (inner == null) {
                        reach.unknown(shell + " -c with a text that is only known when it runs");
                    } else {
                        read(inner, bases);
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
            reach.unknown(shell + " with commands that it reads");
        }

        private void interpreter(String program) {
            reach.elsewhere(program);
            boolean ofTypeScript = program.matches("tsx|ts-node|bun|deno");
            if (ofTypeScript) {
                configured();
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
                if (word != null && program.startsWith("php") && word.startsWith("vendor/bin/")) {
                    checks(word.substring(11));
                }
                if (word != null && runs(words.get(at), false)) {
                    return;
                }
                if (word != null && !word.startsWith("-") && isOutside(word)) {
                    reach.elsewhere(word);
                    return;
                }
                words.subList(at, words.size()).forEach(this::named);
                reach.unknown(program + " " + words.get(at));
                configured();
                return;
            }
            if (text.contains("<<")) {
                inline(program, text);
            } else if (words.size() > 1 || command.redirects().stream().allMatch(Redirect::writes)) {
                reach.unknown(program + " with a program that it reads");
            }
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

        /** Of a program that only reads, the files that its words name decide; patterns of awk and jq may name more. */
        private void reads(String program) {
            if (program.matches("g?awk|mawk|jq|yq|sed")) {
                for (var word : words) {
                    if (!program.matches("jq|yq") && STARTS.matcher(word.text()).find()) {
                        reach.unknown(program + " with a program that runs others");
                    }
                    ProgramText.names(word.text().replace(";", "\n")).forEach(name -> programs.file(bases, name));
                    for (var part : word.text().split("[\\s\"'();,<>|]+", -1)) {
                        named(Word.of(part));
                    }
                }
            }
            if (reach.decides && program.matches("test|\\[")) { // What is not there may come.
                words.forEach(word -> reach.found(Set.of(reach.project), word, path -> {
                    if (word.exact() && !Files.isDirectory(path)) {
                        reach.add(path, Extent.FILE);
                    }
                }));
            }
            if (reach.decides && !program.matches("echo|printf|mkdir|rm|rmdir|touch|cd|pushd|kill")) {
                words.subList(1, words.size()).forEach(this::named);
            }
        }

        /** A program that checks files by its configuration. */
        private void checks(String program) {
            reach.elsewhere(program);
            installed(program);
            if (!reach.decides) {
                add(LoadedFiles.children(reach.project, name -> name.matches("\\.?" + Pattern.quote(program) + ".*")));
            } else {
                configured();
                words.forEach(word -> {
                    if (word.text().matches("(?:-\\S+=)?.*\\.(?:json|ya?ml|toml|[mc]?js|ini|cfg)")) {
                        named(word);
                    }
                });
            }
        }

        private void add(List<Path> files) {
            files.forEach(file -> reach.add(file, Extent.FILE));
        }

        /** The files that configure programs in the project's own folder, and what those of them that are programs load. */
        private void configured() {
            if (!reach.configured() || !reach.decides) {
                return;
            }
            for (var file : LoadedFiles.children(
                    reach.project, name -> name.matches(".*\\.config\\.[mc]?[jt]s|\\..*rc\\.[mc]?js"))) {
                programs.program(file);
            }
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
                configured();
            } else if (!runner.equals("uvx")) {
                add(List.of(reach.project.resolve("package.json"), reach.project.resolve(".npmrc")));
            }
            installed(program);
            var rest = words.subList(at, words.size());
            new Run(new Command(rest, List.of()), bases, functions, text).add();
        }

        private void installed(String program) {
            var link = reach.below(reach.project, "node_modules/.bin/" + program);
            if (link != null && Files.exists(link)) {
                programs.program(link);
            }
        }

        /** A task of a {@code package.json}, or a script that uv runs; false if it is something else. */
        private boolean tasks(String program) {
            int first = 1;
            while (first < words.size() && words.get(first).text().matches("-s|--silent|-q|--quiet")) {
                first++;
            }
            var rest =
                    words.subList(first, words.size()).stream().map(Word::text).toList();
            if (rest.isEmpty()) {
                return false;
            }
            if (program.equals("uv")) {
                if (!rest.getFirst().equals("run") || rest.size() < 2) {
                    return false;
                }
                configured();
                reach.elsewhere("uv");
                at = first + 1;
                while (exact() instanceof String option
                        && option.matches("--script|--quiet|-q|--no-project|--frozen|--locked|-s")) {
                    at++;
                }
                if (at < words.size()
                        && exact() instanceof String script
                        && script.endsWith(".py")
                        && runs(words.get(at), false)) {
                    return true;
                }
                var inner = words.subList(Math.min(at, words.size()), words.size());
                if (!inner.isEmpty()) {
                    new Run(new Command(inner, List.of()), bases, functions, text).add();
                }
                return true;
            }
            boolean plain = rest.getFirst().matches("run|run-script|test|start|t")
                    && rest.stream()
                            .noneMatch(word -> word.matches("-[wC].*|--(?:prefix|workspaces?|filter|dir|cwd).*"));
            if (!plain) {
                return false;
            }
            reach.elsewhere(program);
            configured();
            reach.add(reach.project.resolve("node_modules/.bin"), Extent.DIRECT);
            for (var base : bases) {
                var json = base.resolve("package.json");
                if (Files.isRegularFile(json)) {
                    reach.add(json, Extent.FILE);
                    var task = rest.getFirst().startsWith("run")
                            ? rest.stream().skip(1).findFirst().orElse("")
                            : rest.getFirst();
                    tasksOf(json, task.equals("t") ? "test" : task);
                }
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

        /** A word that may name what a program loads, or decides by. */
        private void named(Word word) {
            reach.found(bases, word, path -> {
                if (Files.isRegularFile(path)) {
                    reach.add(path, Extent.FILE);
                    if (LoadedFiles.isScript(path)) {
                        programs.program(path);
                    }
                } else if (reach.decides && Files.isDirectory(path) && !reach.isProject(path)) {
                    var program = words.getFirst().text();
                    if (!KnownPrograms.onlyReads(program, arguments())) {
                        reach.add(path, Extent.WHOLE);
                    }
                }
            });
        }
    }

    /** A script of a {@code package.json}, with those that npm runs around it. */
    private void tasksOf(Path file, String task) {
        try {
            var folder = Objects.requireNonNull(file.getParent(), "a file of a project has a folder");
            var scripts =
                    JsonObject.parse(RegularFile.read(file, Reach.LARGEST)).object("scripts");
            for (var name : List.of("pre" + task, task, "post" + task)) {
                if (scripts.get(name) instanceof String text && reach.isNew(file.resolve(name))) {
                    read(text, Set.of(folder));
                }
            }
        } catch (IOException | IllegalArgumentException | StackOverflowError e) {
            reach.unknown(file.toString());
        }
    }

    /** Adds what one command runs. */
    void run(Command command, Set<Path> bases) {
        new Run(command, bases, Set.of(), "").add();
    }
}
