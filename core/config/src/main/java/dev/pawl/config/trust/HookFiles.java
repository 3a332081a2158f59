package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.config.settings.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds what of a project commands of hooks run with: the folders of the scripts that they name, what those import and
 * source, and the files of the programs that run tasks, such as {@code npm} and {@code make}.
 *
 * <p>It finds what texts show. The programs themselves, and what they load by their own rules, lie beyond it and are
 * named.
 */
final class HookFiles {
    private static final int LARGEST = 8 << 20;
    private static final int MOST_FOLDERS = 8;
    private static final int LARGEST_PROGRAM = 256 << 10;

    private static final Pattern PROJECT = Pattern.compile(
            "\\$\\{[A-Z_]*PROJECT_(?:DIR|ROOT)[^}]*\\}|\\$[A-Z_]*PROJECT_(?:DIR|ROOT)|\\$\\{workspaceFolder\\}"
                    + "|\\$\\{PWD[^}]*\\}|\\$PWD|\\$\\(pwd\\)|\\$\\(git rev-parse --show-toplevel[^)]*\\)");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"'`;|&<>()=,]+");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"\\n]+)\"|'([^'\\n]+)'");

    /** Fields that name files about which something is decided, and none that runs. */
    private static final Set<String> NAMES_NOTHING = Set.of(
            "permissions", "sandbox", "matcher", "if", "type", "description", "statusMessage", "title", "version");

    /** A pattern of scripts; one of other files is what a program works on. */
    private static final Pattern SCRIPTS =
            Pattern.compile("([^*?\\[]+)/[^/]*[*?\\[][^/]*(\\.(?:sh|bash|zsh|py|rb|pl))");

    private static final Pattern RUN =
            Pattern.compile("\\.([mc]?[jt]sx?|sh|bash|zsh|fish|py|pyz|rb|pl|php|lua|java|jar)$");

    /** Endings of programs that are found by their names alone. */
    private static final Pattern OTHER_PROGRAMS =
            Pattern.compile("\\.(pm|R|jl|exs?|rake|tcl|ps1|psm1|groovy|kts|scm|rego|awk)$");

    private static final Pattern LIKE_SHELLS = Pattern.compile("\\.(?:fish|ps1|exp)$");

    /** What stands before a program of installed packages. */
    private static final Pattern STARTED = Pattern.compile(
            "\\b(?:npx|pnpx|bunx|uvx|(?:npm|pnpm|yarn|bun|uv|poetry|bundle)[ \\t]+(?:exec|x|dlx|run))[ \\t]+");

    private static final List<String> ENDINGS = List.of(
            "", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".json", ".py", ".sh", ".rb", "/index.js", "/index.ts");

    /** Variables that name folders or files from which programs load code. */
    private static final Pattern LOADING =
            Pattern.compile("\\b\\w*(?:PATH|LIB|OPTIONS|OPT|ENV|PRELOAD|STARTUP)=([^\\s;&|]+)");

    private static final Pattern MODULE = Pattern.compile("\\bpython[\\d.]*\\s+(?:-[^mc\\s]\\S*\\s+)*-m\\s*([\\w.]+)");
    private static final Pattern INLINE = Pattern.compile("\\bpython[\\d.]*\\s+(?:-[^mc\\s]\\S*\\s+)*-(?:c|\\s|$)");

    private final Path project;
    private final Map<Path, Extent> roots = new TreeMap<>();
    private final Set<String> beyond = new TreeSet<>();
    private final Set<Path> read = new HashSet<>();
    private final Map<Path, List<Path>> listed = new HashMap<>();

    HookFiles(Path project) {
        this.project = Folders.canonical(project);
    }

    /** The paths, each with how much of it belongs to the set. */
    Map<Path, Extent> roots() {
        return roots;
    }

    /** The programs that run and are found elsewhere, with all that they load by their own rules. */
    Set<String> beyond() {
        return beyond;
    }

    /** Adds the folders from which hooks, settings, packages and tool servers are loaded. */
    void configuration() {
        for (var folder : ForeignFiles.foldersOfProject()) {
            add(project.resolve(folder), Extent.WHOLE);
        }
        add(project.resolve(Folders.CONFIG_DIR), Extent.WHOLE);
        add(project.resolve(".mcp.json"), Extent.FILE);
    }

    /** Adds one file or folder of configuration. */
    void resource(Path path) {
        add(path, Files.isDirectory(path) ? Extent.WHOLE : Extent.FILE);
    }

    private void add(Path path, Extent extent) {
        roots.merge(path, extent, (old, fresh) -> old.compareTo(fresh) >= 0 ? old : fresh);
    }

    /**
     * Adds what the texts of a file of hooks or servers name.
     *
     * @param folder the folder of the file
     * @param folders whether a folder that a text names belongs to the set
     */
    void texts(@Nullable Object json, Path folder, boolean folders) {
        var texts = new ArrayList<String>();
        gather(json, texts);
        command(texts, folder);
        if (folders) {
            for (var word : words(texts)) {
                if (word.contains("/")) {
                    whole(below(folder, word));
                    whole(below(project, word));
                }
            }
        }
    }

    private void whole(@Nullable Path folder) {
        if (folder != null && Files.isDirectory(folder)) {
            add(folder, Extent.WHOLE);
        }
    }

    private static void gather(@Nullable Object json, List<String> texts) {
        if (json instanceof JsonObject object) {
            object.asMap().forEach((name, value) -> {
                if (!NAMES_NOTHING.contains(name)) {
                    gather(value, texts);
                }
            });
        } else if (json instanceof List<?> list) {
            var words = new ArrayList<String>();
            for (var value : list) {
                gather(value, texts);
                if (value instanceof String word) {
                    words.add(word);
                }
            }
            texts.add(String.join(" ", words)); // Arguments: an interpreter and its script are two texts.
        } else if (json instanceof String text) {
            texts.add(text);
        }
    }

    /** Adds what a hook's command and arguments name: every script of the project, whatever is done with it. */
    void command(List<String> texts, Path folder) {
        var words = words(texts);
        var folders = folders(words, folder);
        for (var word : words) {
            for (var from : folders) {
                var found = file(from, word);
                if (found != null && isScript(found)) {
                    program(found);
                }
            }
        }
        run(String.join(" ", texts), folders);
        texts.forEach(text -> run(text, folders));
    }

    private Set<String> words(List<String> texts) {
        var words = new LinkedHashSet<String>();
        for (var text : texts) {
            var plain = PROJECT.matcher(text).replaceAll(Matcher.quoteReplacement(project.toString()));
            BETWEEN_WORDS.splitAsStream(plain).forEach(words::add);
            QUOTED.matcher(plain)
                    .results()
                    .forEach(found -> words.add(found.group(1) == null ? found.group(2) : found.group(1)));
        }
        return words;
    }

    /** The folders that words may be meant from: the project, that of the file, and those that words name. */
    private Set<Path> folders(Set<String> words, Path folder) {
        var folders = new LinkedHashSet<>(List.of(project, folder));
        for (var word : words) {
            var path = below(project, word);
            if (path != null && Files.isDirectory(path)) {
                folders.add(path);
            }
        }
        return folders;
    }

    /** Adds what a text runs as a shell reads it: programs by their path, scripts of interpreters, tasks of runners. */
    private void run(String text, Set<Path> folders) {
        var resolved = PROJECT.matcher(NamedWords.code(text)).replaceAll(Matcher.quoteReplacement(project.toString()));
        var plain = Imports.plain(resolved);
        for (var word : Imports.interpreted(plain)) {
            folders.forEach(from -> interpreted(from, word));
        }
        for (var word : Imports.programs(plain)) {
            if (word.contains("/")) {
                folders.forEach(from -> interpreted(from, word));
            } else if (Imports.isProgramName(word)) {
                beyond.add(word);
            }
        }
        LOADING.matcher(plain).results().forEach(found -> {
            for (var place : found.group(1).split("[:=]", -1)) {
                folders.forEach(from -> loaded(from, place));
            }
        });
        MODULE.matcher(plain).results().forEach(found -> folders.forEach(from -> module(from, found.group(1))));
        if (INLINE.matcher(plain).find()) {
            folders.forEach(from -> modules(
                    from, Imports.of("inline.py", plain.replace("-c ", "\n").replace(";", "\n"))));
        }
        var tasks = TaskRunners.in(plain);
        for (var task : tasks) {
            folders.forEach(from -> task(from, task));
        }
        for (var word : NamedWords.ofShell(resolved)) {
            folders.forEach(from -> named(from, word, tasks.isEmpty()));
        }
        Imports.programs(STARTED.matcher(plain).replaceAll("\n"))
                .forEach(program -> configured(program.substring(program.lastIndexOf('/') + 1)));
    }

    /**
     * A word of a command that runs what it names.
     *
     * @param anyFolder whether a word without a slash may be a folder, and is not rather the name of a task
     */
    private void named(Path from, String word, boolean anyFolder) {
        int open = word.replaceAll("[*?\\[$].*", "").length();
        boolean pattern = open < word.length() && word.lastIndexOf('/', open) > 0;
        var path = below(from, pattern ? word.substring(0, word.lastIndexOf('/', open)) : word);
        if (path == null) {
            if (word.equals(".") && anyFolder) {
                List.of("package.json", "index.js", "index.mjs", "__main__.py")
                        .forEach(name -> add(from.resolve(name), Extent.FILE));
            }
        } else if (Files.isDirectory(path)) {
            if (anyFolder || word.contains("/")) {
                add(path, Extent.WHOLE);
            }
        } else if (Files.isRegularFile(path)) {
            add(path, Extent.FILE);
            body(path);
        } else {
            stems(path);
        }
    }

    /** The files that a program of this name finds in the project by its own rules, such as {@code eslint.config.js}. */
    private void configured(String program) {
        if (!Imports.isProgramName(program)) {
            return;
        }
        try (var files = Files.newDirectoryStream(project, file -> {
            var name = String.valueOf(file.getFileName());
            var plain = name.startsWith(".") ? name.substring(1) : name;
            return plain.startsWith(program)
                    && plain.substring(program.length()).matches("(?:[.-].*|rc(?:\\..*)?)")
                    && Files.isRegularFile(file);
        })) {
            files.forEach(file -> add(file, Extent.FILE));
        } catch (IOException | DirectoryIteratorException e) {
            // The project cannot be listed: then the program finds none, either.
        }
    }

    /** A word of a program in any language: a file, or a module of which the language knows the ending. */
    private void loadedBy(Path from, String word) {
        for (var each : List.of(word, word.replace("::", "/"), word.replace('.', '/'))) {
            var path = below(from, each);
            if (path != null && Files.isRegularFile(path)) {
                add(path, Extent.FILE);
                body(path);
            } else if (path != null && !Files.isDirectory(path)) {
                stems(path);
            }
        }
    }

    /** Programs beside a path that have its name and any ending of a program. */
    private void stems(Path path) {
        var stem = path.getFileName() + ".";
        var folder = path.getParent();
        if (folder != null) {
            for (var file : listed.computeIfAbsent(folder, HookFiles::programs)) {
                var name = String.valueOf(file.getFileName());
                if (name.startsWith(stem) && name.indexOf('.', stem.length()) < 0) {
                    add(file, Extent.FILE);
                    body(file);
                }
            }
        }
    }

    private static List<Path> programs(Path folder) {
        var programs = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                var name = String.valueOf(file.getFileName());
                if (RUN.matcher(name).find() || OTHER_PROGRAMS.matcher(name).find()) {
                    programs.add(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // A folder that cannot be listed holds nothing that can be loaded.
        }
        return programs;
    }

    private void loaded(Path from, String place) {
        var path = below(from, place);
        if (path != null && Files.isDirectory(path)) {
            add(path, Extent.WHOLE);
        } else if (path != null && Files.isRegularFile(path)) {
            program(path);
        }
    }

    private void interpreted(Path from, String word) {
        var found = file(from, word);
        if (found != null) {
            program(found);
            return;
        }
        var path = below(from, word);
        if (path != null && Files.isDirectory(path) && word.contains("/")) {
            add(path, Extent.WHOLE); // A package that an interpreter is given.
        } else if (path != null && RUN.matcher(word).find()) {
            add(path, Extent.FILE); // It may come later.
        }
    }

    /** The files that a runner of tasks reads in a folder, and what its tasks run. */
    private void task(Path folder, TaskRunners.Runner runner) {
        for (var name : runner.files()) {
            var path = folder.resolve(name);
            if (Files.isDirectory(path)) {
                add(path, Extent.WHOLE);
            } else if (Files.isRegularFile(path)) {
                add(path, Extent.FILE);
                body(path);
            } else if (folder.equals(project)) {
                add(path, Extent.FILE);
            }
        }
        if (runner.ofNode()) {
            var programs = folder.resolve("node_modules/.bin");
            add(programs, Extent.DIRECT);
        }
    }

    /** Adds a file that is loaded as it is, if it is a program. */
    void script(Path file) {
        if (isScript(file)) {
            program(file);
        }
    }

    /** A program of the project with its folder, which holds what it loads by names that only it knows. */
    private void program(Path path) {
        add(path, Extent.FILE);
        if (!read.add(path)) {
            return;
        }
        var folder = path.getParent();
        var bundle = packageOf(path);
        if (bundle != null) {
            bundled(bundle);
        } else if (folder != null && !folder.equals(project)) {
            add(around(folder), Extent.WHOLE);
        }
        try {
            var real = path.toRealPath();
            if (!real.equals(path) && real.startsWith(project)) {
                program(real);
            }
        } catch (IOException e) {
            return; // A link to nothing.
        }
        read(path);
    }

    /** An environment of Python and its like is more than the folder of its programs. */
    private Path around(Path folder) {
        var above = folder.getParent();
        boolean programs = folder.endsWith("bin") || folder.endsWith("Scripts");
        return programs && above != null && above.startsWith(project) && !above.equals(project) ? above : folder;
    }

    /** Looks at the text of a program or file of tasks. */
    private void body(Path path) {
        if (read.add(path)) {
            read(path);
        }
    }

    private void read(Path path) {
        String text;
        try {
            text = new String(RegularFile.read(path, LARGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return; // What cannot be read is in the set, and nothing more is known of it.
        }
        var folder = path.getParent();
        if (folder == null || text.indexOf('\0') >= 0) {
            return;
        }
        var name = path.toString();
        if (text.length() <= LARGEST_PROGRAM && !name.endsWith(".json") && !name.endsWith(".lock")) {
            loaded(text, folder, name.matches(".*\\.[jt]s") || text.contains("\"#") || text.contains("'#"));
        }
        if (path.endsWith("package.json")) {
            scripts(text, folder);
            Imports.of("package.js", text).forEach(imported -> loadedBy(folder, imported));
        } else if (Imports.isPython(name, text)) {
            modules(folder, Imports.of(name.endsWith(".py") ? name : "inline.py", text));
            Imports.folders(text).forEach(place -> loaded(folder, place));
        } else if (Imports.isShell(name, text) || LIKE_SHELLS.matcher(name).find() || TaskRunners.isFile(path)) {
            run(text, new LinkedHashSet<>(List.of(folder, project)));
        } else {
            Imports.of(name, text).forEach(imported -> {
                var found = file(folder, imported);
                if (found != null) {
                    add(found, Extent.FILE);
                    body(found);
                }
            });
            Imports.packages(name, text).forEach(wanted -> bundled(folder, wanted));
            Imports.openFolders(text).forEach(place -> whole(below(folder, place)));
        }
    }

    /** What a program names, from its folder, the project, and the folders that it names. */
    private void loaded(String text, Path folder, boolean ofNode) {
        var named = NamedWords.ofProgram(text);
        var folders = new LinkedHashSet<>(List.of(folder, project));
        for (var from : List.copyOf(folders)) {
            for (var word : named) {
                var path = below(from, word);
                if (path != null && Files.isDirectory(path) && folders.size() < MOST_FOLDERS) {
                    folders.add(path);
                }
            }
        }
        for (var from : folders) {
            named.forEach(word -> loadedBy(from, word));
        }
        for (var at = folder; ofNode && at != null && at.startsWith(project); at = at.getParent()) {
            var json = at.resolve("package.json");
            if (Files.isRegularFile(json)) {
                add(json, Extent.FILE);
                body(json);
                return;
            }
        }
    }

    /** The scripts of a {@code package.json}, whose programs are looked for among the installed packages first. */
    private void scripts(String json, Path folder) {
        try {
            var parsed = JsonObject.parse(json);
            if (parsed.get("workspaces") instanceof List<?> patterns) {
                patterns.forEach(pattern -> workspaces(folder, String.valueOf(pattern)));
            }
            parsed.object("scripts").asMap().forEach((_, script) -> {
                if (script instanceof String text) {
                    run(text, new LinkedHashSet<>(List.of(folder)));
                    words(List.of(text)).forEach(word -> {
                        var program = below(folder, "node_modules/.bin/" + word);
                        if (program != null && Files.exists(program)) {
                            program(program);
                        }
                    });
                }
            });
        } catch (IllegalArgumentException | StackOverflowError e) {
            // It is in the set as it is; npm does not read it either.
        }
    }

    /** The packages of a workspace, whose scripts can be run from above. */
    private void workspaces(Path folder, String pattern) {
        var above = below(folder, pattern.replaceFirst("/\\*+$", ""));
        if (above == null) {
            return;
        }
        var packages = pattern.endsWith("*") ? folders(above) : List.of(above);
        for (var one : packages) {
            var json = one.resolve("package.json");
            if (Files.isRegularFile(json)) {
                add(json, Extent.FILE);
                body(json);
            }
        }
    }

    private static List<Path> folders(Path above) {
        try (var children = Files.newDirectoryStream(above, Files::isDirectory)) {
            var all = new ArrayList<Path>();
            children.forEach(all::add);
            return all;
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
    }

    /** The package of {@code node_modules} that a file is in; null if it is in none. */
    private @Nullable Path packageOf(Path file) {
        for (var folder = file.getParent(); folder != null && folder.startsWith(project); folder = folder.getParent()) {
            var above = folder.getParent();
            if (above != null
                    && (above.endsWith("node_modules")
                            || (above.getParent() != null
                                    && above.getParent().endsWith("node_modules")
                                    && above.getFileName().toString().startsWith("@")))
                    && !folder.getFileName().toString().startsWith("@")) {
                return folder.endsWith(".bin") ? null : folder;
            }
        }
        return null;
    }

    /** A package of Node that a file imports, wherever Node finds it, and the places where another would hide it. */
    private void bundled(Path from, String name) {
        for (var folder = from; folder != null && folder.startsWith(project); folder = folder.getParent()) {
            var place = folder.resolve("node_modules").resolve(name);
            if (Files.isDirectory(place)) {
                bundled(Folders.canonical(place));
                add(place, Extent.WHOLE);
                return;
            }
            add(place.resolve("package.json"), Extent.FILE);
        }
    }

    private void bundled(Path folder) {
        if (!folder.startsWith(project) || roots.get(folder) == Extent.WHOLE) {
            return;
        }
        add(folder, Extent.WHOLE);
        try {
            var json = JsonObject.parse(RegularFile.read(folder.resolve("package.json"), LARGEST));
            for (var field : List.of("dependencies", "optionalDependencies", "peerDependencies")) {
                json.object(field).asMap().keySet().forEach(name -> bundled(folder, name));
            }
        } catch (IOException | IllegalArgumentException e) {
            // All of it is in the set.
        }
    }

    /** A module that Python runs by its name: all of its package. */
    private void module(Path from, String name) {
        modules(from, List.of());
        var first = from.resolve(name.split("\\.", 2)[0]);
        if (Files.isDirectory(first)) {
            add(first, Extent.WHOLE);
            python(first);
        } else {
            var file = from.resolve(first.getFileName() + ".py");
            if (Files.isRegularFile(file)) {
                add(file, Extent.FILE);
                body(file);
            }
        }
    }

    /** What the modules of a package import from beside it. */
    private void python(Path folder) {
        try (var files = Files.newDirectoryStream(folder, "*.py")) {
            files.forEach(this::body);
        } catch (IOException | DirectoryIteratorException e) {
            // It is in the set as it is.
        }
    }

    /** Modules beside a program of Python come before all others; so do packages that it names. */
    private void modules(Path folder, List<String> names) {
        if (!folder.startsWith(project)) {
            return;
        }
        add(folder, Extent.MODULES);
        for (var name : names) {
            var path = below(folder, name);
            var first =
                    path == null ? null : folder.resolve(folder.relativize(path).getName(0));
            if (path == null || first == null) {
                continue;
            }
            if (Files.isDirectory(first)) {
                if (roots.get(first) != Extent.WHOLE) {
                    add(first, Extent.WHOLE);
                    python(first);
                }
            } else if (Files.isRegularFile(path)) {
                add(path, Extent.FILE);
                body(path);
            }
        }
    }

    /** Whether a file is run, and is not only what a program works on. */
    private static boolean isScript(Path file) {
        if (RUN.matcher(file.toString()).find() || Files.isExecutable(file)) {
            return true;
        }
        try (var in = Files.newInputStream(file)) {
            return in.read() == '#' && in.read() == '!';
        } catch (IOException e) {
            return true;
        }
    }

    /** The regular file of the project that a word means, with an ending that it may leave out; null if there is none. */
    private @Nullable Path file(Path from, String word) {
        var pattern = SCRIPTS.matcher(word);
        if (pattern.matches()) {
            var folder = below(from, pattern.group(1));
            if (folder != null && Files.isDirectory(folder)) {
                add(folder, Extent.WHOLE);
            }
            return null;
        }
        int slash = word.indexOf('/');
        if (slash >= 0 && (word.startsWith("$") || (slash == 0 && !word.startsWith(project.toString())))) {
            // Behind a variable or a command that may return the present folder, or that of the script.
            var rest = word.substring(slash + 1);
            var found = rest.isEmpty() ? null : file(from, rest);
            return found == null && !from.equals(project) && !rest.isEmpty() ? file(project, rest) : found;
        }
        for (var ending : word.contains("/") ? ENDINGS : List.of("")) {
            var path = below(from, word + ending);
            if (path != null && Files.isRegularFile(path)) {
                return path;
            }
        }
        return null;
    }

    /** The path that a word means; null if it is none inside of the project. */
    private @Nullable Path below(Path from, String word) {
        if (word.isEmpty() || word.equals(".") || word.equals("..") || word.startsWith("-") || word.startsWith("!")) {
            return null;
        }
        try {
            var path = from.resolve(word).normalize();
            return path.startsWith(project) && !path.equals(project) ? path : null;
        } catch (InvalidPathException e) {
            return null; // No file can have this name.
        }
    }
}
