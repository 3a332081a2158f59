package dev.pawl.config.trust;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Word;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds what a program of a project loads: what stands beside it, and what its text names. */
final class LoadedFiles {
    private static final int LARGEST_PROGRAM = 256 << 10;
    static final int MOST_FOLDERS = 32;
    private static final Pattern RUN =
            Pattern.compile("\\.([mc]?[jt]sx?|sh|bash|zsh|fish|py|pyz|rb|pl|php|lua|java|jar)$");
    private static final Pattern SHELL_SCRIPT = Pattern.compile("\\.(?:sh|bash|zsh)$");

    /** Calls that read variables from a file of this name if none is given. */
    private static final Pattern ENVIRONMENT = Pattern.compile("(?i)dotenv|load_?env");

    private final Reach reach;
    private final NodePackages packages;
    private final ShellCommands shell;

    LoadedFiles(Reach reach) {
        this.reach = reach;
        this.packages = new NodePackages(reach);
        this.shell = new ShellCommands(reach, this);
    }

    NodePackages packages() {
        return packages;
    }

    ShellCommands shell() {
        return shell;
    }

    /** A program of the project with its folder, which holds what it loads by names that only it knows. */
    void program(Path path) {
        program(path, false);
    }

    /** @param byShell whether a shell reads it, whatever it is called */
    void program(Path path, boolean byShell) {
        reach.add(path, Extent.FILE);
        if (!reach.isNew(path)) {
            return;
        }
        var folder = path.getParent();
        var bundle = packages.packageOf(path);
        if (bundle != null) {
            packages.bundled(bundle);
        } else if (folder != null && !reach.isProject(folder) && !folder.endsWith(".bin")) {
            reach.add(around(folder), Extent.WHOLE);
        }
        try {
            var real = path.toRealPath();
            if (!real.equals(path) && real.startsWith(reach.project)) {
                program(real, byShell);
            }
            if (bundle == null && packages.packageOf(real) == null) {
                body(path, byShell);
            }
        } catch (IOException e) {
            return; // A link to nothing.
        }
    }

    /** An environment of Python and its like is more than the folder of its programs. */
    private Path around(Path folder) {
        var above = folder.getParent();
        boolean programs = folder.endsWith("bin") || folder.endsWith("Scripts");
        return programs && above != null && above.startsWith(reach.project) && !reach.isProject(above) ? above : folder;
    }

    /** What the text of a program names. */
    private void body(Path path, boolean byShell) {
        String text;
        try {
            text = new String(RegularFile.read(path, Reach.LARGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            reach.unknown(path.toString());
            return;
        }
        var folder = path.getParent();
        var name = path.toString();
        if (folder == null || name.endsWith(".lock")) {
            return;
        }
        if (text.indexOf('\0') >= 0) {
            reach.unknown(reach.project.relativize(path).toString());
            return;
        }
        var bases = new LinkedHashSet<>(List.of(folder, reach.project));
        bases.addAll(reach.folders);
        var first = text.startsWith("#!") ? text.lines().findFirst().orElse("") : "";
        var interpreter = first.replaceFirst("^#!\\s*(?:\\S*/env\\s+(?:-S\\s+)?)?(?:\\S*/)?(\\S*).*$", "$1");
        boolean ofShell = byShell
                || KnownPrograms.isShell(interpreter)
                || (first.isEmpty() && (SHELL_SCRIPT.matcher(name).find() || !name.matches(".*/[^/]+\\.\\w+")));
        if (ofShell) {
            shell.read(text, bases);
            return;
        }
        if (interpreter.equals("uv")) {
            reach.configured();
        } else if (!first.isEmpty()
                && !KnownPrograms.isInterpreter(interpreter)
                && !RUN.matcher(name).find()) {
            reach.unknown(first);
        }
        if (text.length() > LARGEST_PROGRAM) {
            reach.unknown(reach.project.relativize(path) + ", which is too long to be looked through,");
            return;
        }
        if (name.endsWith(".py") || interpreter.startsWith("python")) {
            reach.add(folder, Extent.MODULES);
        }
        other(text, bases);
        if (name.matches(".*\\.[mc]?[jt]sx?") || interpreter.matches("node|bun|deno|tsx")) {
            ProgramText.packages(text).forEach(wanted -> packages.bundled(folder, wanted));
            ofNode(folder);
        }
    }

    /** A text in any language but the shell's. */
    void other(String text, Set<Path> from) {
        var named = ProgramText.names(text);
        var bases = new LinkedHashSet<>(from);
        for (var base : from) {
            for (var word : named) {
                var path = reach.below(base, word.replaceFirst("/\\*.*$", ""));
                if (path != null && Files.isDirectory(path) && bases.size() < MOST_FOLDERS) {
                    bases.add(path);
                }
            }
        }
        for (var word : named) {
            file(bases, word);
        }
        if (reach.decides) {
            new NamedFiles(reach).addQuoted(text, from);
            if (ENVIRONMENT.matcher(text).find()) {
                reach.add(reach.project.resolve(".env"), Extent.FILE);
            }
            ProgramText.started(text).forEach(parts -> started(parts, bases));
            if (ProgramText.searches(text)) {
                reach.unknown("a program that looks for files");
            }
        }
    }

    private void started(List<String> parts, Set<Path> bases) {
        if (parts.isEmpty()) {
            reach.unknown("a command that a program puts together");
        } else if (parts.getFirst().contains(" ")) {
            shell.read(parts.getFirst(), bases);
        } else if (reach.below(reach.project, parts.getFirst()) == null
                || !Files.exists(reach.project.resolve(parts.getFirst()))) {
            var words = parts.stream().map(Word::of).toList();
            shell.run(new Command(words, List.of()), bases);
        }
    }

    /** A word of a program: a file, a folder or a module of which the language knows the ending. */
    void file(Set<Path> bases, String word) {
        for (var each : new LinkedHashSet<>(List.of(word, word.replace("::", "/"), word.replace('.', '/')))) {
            reach.each(bases, each.replaceFirst("^/(?=\\.)|(?<=.)/[^/]*[*?].*$", ""), path -> {
                if (Files.isRegularFile(path)) {
                    reach.add(path, Extent.FILE);
                    if (reach.isNew(path)) {
                        body(path, false);
                    }
                } else if (Files.isDirectory(path) && !reach.isProject(path) && !reach.project.startsWith(path)) {
                    reach.add(path, Extent.WHOLE);
                    insides(path);
                } else {
                    stems(path);
                }
            });
        }
    }

    /** What the programs of a folder name in others. */
    private void insides(Path folder) {
        if (reach.isNew(folder)) {
            for (var file : children(folder, each -> RUN.matcher(each).find())) {
                if (reach.isNew(file)) {
                    body(file, false);
                }
            }
        }
    }

    /** Files beside a path that have its name and any ending. */
    private void stems(Path path) {
        var stem = path.getFileName() + ".";
        var folder = path.getParent();
        if (folder != null) {
            for (var file : children(folder, name -> name.startsWith(stem) && name.indexOf('.', stem.length()) < 0)) {
                reach.add(file, Extent.FILE);
                if (reach.isNew(file)) {
                    body(file, false);
                }
            }
        }
    }

    static List<Path> children(Path folder, Predicate<String> names) {
        try (var files = Files.newDirectoryStream(
                folder, file -> names.test(String.valueOf(file.getFileName())) && Files.isRegularFile(file))) {
            var all = new ArrayList<Path>();
            files.forEach(all::add);
            return all;
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // A folder that cannot be listed holds nothing that can be loaded.
        }
    }

    /** The {@code package.json} that tells Node how a file is to be read, with the names that it gives to other files. */
    private void ofNode(Path folder) {
        for (var at = folder; at != null && at.startsWith(reach.project); at = at.getParent()) {
            var json = at.resolve("package.json");
            if (Files.isRegularFile(json)) {
                reach.add(json, Extent.FILE);
                try {
                    var text = new String(RegularFile.read(json, Reach.LARGEST), StandardCharsets.UTF_8);
                    var base = Set.of(at);
                    Reach.IN_QUOTES
                            .matcher(text)
                            .results()
                            .map(found -> found.group(1))
                            .filter(word -> word.startsWith("./"))
                            .forEach(word -> file(base, word));
                } catch (IOException e) {
                    return;
                }
                return;
            }
        }
    }

    /** Whether a file is run, and is not only what a program works on. */
    static boolean isScript(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        if (RUN.matcher(file.toString()).find() || Files.isExecutable(file)) {
            return true;
        }
        try (var in = Files.newInputStream(file)) {
            return in.read() == '#' && in.read() == '!';
        } catch (IOException e) {
            return true;
        }
    }
}
