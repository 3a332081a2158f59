package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.Sha256;
import dev.pawl.base.toml.Toml;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.FrontMatter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What of a project runs code, item by item: hook files, extensions, settings, each hook of another agent's file, each
 * tool server, and the scripts inside of the project that their commands name.
 */
final class ProjectContent {
    /** A larger file is known by its size and time, so that a start does not read all of a package. */
    private static final int LARGEST = 8 << 20;

    private static final int SHOWN = 32 << 10;
    private static final int MOST_FILES = 5_000;
    private static final Set<String> FOLDERS = Set.of("extensions", "hooks");
    private static final Set<String> FILES = Set.of("settings.json", "mcp.json", ".mcp.json");

    /** The folder in which packages are installed, and how many folders below it each of them is. */
    private static final Map<String, Integer> PACKAGES =
            new TreeMap<>(Map.of("packages/npm", 1, "packages/mvn", 2, "git/", 3, "npm/node_modules", 1));

    /** Where entries stand that are looked at one by one. */
    private static final List<String> GROUPS = List.of("hooks", "mcpServers", "servers");

    /** Settings of other agents that decide which hooks run, and with what. */
    private static final List<String> SWITCHES = List.of(
            "disableAllHooks", "hooksConfig", "enabledPlugins", "allowedHttpHookUrls", "httpHookAllowedEnvVars");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"'`;|&<>()=,]+");
    private static final Pattern PROJECT = Pattern.compile(
            "\\$\\{[A-Z_]*PROJECT_(?:DIR|ROOT)[^}]*\\}|\\$[A-Z_]*PROJECT_(?:DIR|ROOT)|\\$\\{workspaceFolder\\}"
                    + "|\\$\\{PWD[^}]*\\}|\\$PWD|\\$\\(pwd\\)|\\$\\(git rev-parse --show-toplevel[^)]*\\)");

    /** A pattern of scripts; one of other files is what a program works on. */
    private static final Pattern SCRIPTS =
            Pattern.compile("([^*?\\[]+)/[^/]*[*?\\[][^/]*(\\.(?:sh|bash|zsh|py|rb|pl))");

    /** Fields that name files about which something is decided, and none that runs. */
    private static final Set<String> NAMES_NOTHING = Set.of("permissions", "sandbox", "matcher", "if");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"|'([^']+)'");

    private static final Pattern RUN = Pattern.compile("\\.([mc]?[jt]sx?|sh|bash|zsh|py|rb|pl|php|lua|java|jar)$");

    private static final List<String> ENDINGS =
            List.of("", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".json", ".py", ".sh", "/index.js", "/index.ts");

    private final Path project;
    private final Map<String, Item> items = new TreeMap<>();
    private final Set<Path> walked = new HashSet<>();

    /**
     * One thing that can run.
     *
     * @param hash of all of it
     * @param text its content, to be compared later; null if it is long or no text
     */
    record Item(String hash, @Nullable String text) {}

    private ProjectContent(Path project) {
        this.project = project;
    }

    /** All that the project has of it now. Only ever called for a project that a user trusted. */
    static Map<String, Item> of(Folders folders, Collection<Path> brought) {
        var content = new ProjectContent(Folders.canonical(folders.cwd()));
        for (var resource : brought) {
            var name = resource.getFileName().toString();
            boolean ofPawl = resource.startsWith(content.project.resolve(Folders.CONFIG_DIR));
            if (Files.isDirectory(resource)) {
                if (!ofPawl || FOLDERS.contains(name)) {
                    content.folder(resource, !ofPawl);
                }
            } else if (!ofPawl || FILES.contains(name)) {
                content.json(resource);
            }
        }
        content.packages(content.project.resolve(Folders.CONFIG_DIR));
        return content.items;
    }

    /** The scripts inside of the project that the texts of one hook name, with their hashes. */
    static Map<String, String> scripts(Path project, List<String> texts, Path folder) {
        var content = new ProjectContent(Folders.canonical(project));
        var words = new LinkedHashSet<String>();
        content.words(texts, words);
        content.scripts(words, folder, false);
        var run = content.interpreted(texts, folder);
        var hashes = new TreeMap<String, String>();
        content.items.forEach((name, item) -> {
            if (run.contains(name) || isScript(content.project.resolve(name), item.text())) {
                hashes.put(name, item.hash());
            }
        });
        return hashes;
    }

    /** The files that a command gives to an interpreter, which are scripts whatever they are called. */
    private Set<String> interpreted(List<String> texts, Path folder) {
        var words = new LinkedHashSet<String>();
        words(Imports.interpreted(String.join(" ", texts)), words);
        var given = new ProjectContent(project);
        given.scripts(words, folder, false);
        return given.items.keySet();
    }

    /** Whether a file is run, and is not only what a program works on. */
    private static boolean isScript(Path file, @Nullable String text) {
        return RUN.matcher(file.toString()).find()
                || (text != null && text.startsWith("#!"))
                || Files.isExecutable(file);
    }

    /**
     * Whether an item that is gone may have been a gate: hooks, what they run, and what can bring them. A tool server
     * that is gone is not missed.
     *
     * @param text its content; null if that is not known
     */
    static boolean mayBeGate(String name, @Nullable String text) {
        return name.contains(" hooks")
                || SWITCHES.contains(name.substring(name.lastIndexOf(' ') + 1))
                || name.contains("/hooks/")
                || name.startsWith(Folders.CONFIG_DIR + "/")
                || (name.indexOf(' ') < 0 && (RUN.matcher(name).find() || (text != null && text.startsWith("#!"))));
    }

    /** Whether an item belongs to packages, or names them. */
    static boolean isOfPackages(String name) {
        return name.equals(Folders.CONFIG_DIR + "/settings.json")
                || name.equals(Folders.CONFIG_DIR + "/packages.lock.json")
                || PACKAGES.keySet().stream().anyMatch(folder -> name.startsWith(Folders.CONFIG_DIR + "/" + folder));
    }

    /** Each installed package is one item, with all that it can import. */
    private void packages(Path config) {
        var lock = config.resolve("packages.lock.json");
        if (Files.isRegularFile(lock)) {
            file(lock);
        }
        PACKAGES.forEach((store, depth) -> {
            var folder = config.resolve(store);
            if (Files.isDirectory(folder)) {
                packages(folder, depth);
            }
        });
    }

    private void packages(Path folder, int depth) {
        if (depth == 0) {
            items.put(named(folder), new Item(PackageHash.of(folder), null));
            return;
        }
        try (var children = Files.newDirectoryStream(folder)) {
            for (var child : children) {
                // A scope of npm holds packages, too.
                boolean scope = depth == 1 && child.getFileName().toString().startsWith("@");
                if (Files.isDirectory(child)) {
                    packages(child, scope ? 1 : depth - 1);
                } else if (!child.endsWith(".gitignore")) {
                    file(child);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            items.put(named(folder), new Item("unreadable: " + e.getMessage(), null));
        }
    }

    /** A folder of hooks; one of another agent holds files of entries. */
    private void folder(Path folder, boolean foreign) {
        if (folder.endsWith("skills") || !walked.add(folder)) {
            return; // Skills are texts for the model; what it does with them passes the gates.
        }
        try (var all = Files.walk(folder)) {
            for (var file : all.sorted().toList()) {
                if (foreign && file.toString().endsWith(".json")) {
                    json(file);
                } else if (Files.isSymbolicLink(file) && Files.isDirectory(file)) {
                    linked(file);
                } else if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    file(file);
                }
            }
        } catch (IOException | RuntimeException e) {
            items.put(named(folder), new Item("unreadable: " + e.getMessage(), null));
        }
    }

    /** A link to a folder: where it leads, and what is there. */
    private void linked(Path link) throws IOException {
        var real = link.toRealPath();
        items.put(named(link), new Item("link to " + real, null));
        if (!project.startsWith(real)) {
            folder(real, false);
        }
    }

    /** A file of entries: each of its hooks or servers is an item. */
    private void json(Path file) {
        JsonObject json;
        try {
            json = entries(file);
        } catch (IOException | IllegalArgumentException | StackOverflowError e) {
            file(file);
            return;
        }
        boolean settings = file.startsWith(project.resolve(Folders.CONFIG_DIR)) && file.endsWith("settings.json");
        if (settings) {
            file(file);
        }
        for (var group : GROUPS) {
            if (json.get(group) instanceof JsonObject entries) {
                entries.asMap().forEach((name, entry) -> entry(file, group + "." + name, entry));
            } else if (json.get(group) instanceof List<?> list && !settings) {
                entry(file, group, list);
            }
        }
        SWITCHES.stream().filter(json::has).forEach(name -> entry(file, name, json.get(name)));
        var words = new LinkedHashSet<String>();
        words(json, words);
        scripts(words, Objects.requireNonNull(file.getParent(), "a file of a project has a folder"), true);
    }

    private static JsonObject entries(Path file) throws IOException {
        var bytes = RegularFile.read(file, LARGEST);
        var name = file.toString();
        if (name.endsWith(".toml")) {
            return JsonObject.from(Toml.parse(new String(bytes, StandardCharsets.UTF_8)));
        }
        return name.endsWith(".md")
                ? FrontMatterHooks.hooks(FrontMatter.parse(new String(bytes, StandardCharsets.UTF_8)))
                : JsonObject.parse(bytes);
    }

    private void entry(Path file, String place, @Nullable Object entry) {
        var text = JsonObject.of(place, entry).toString();
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        items.put(named(file) + " " + place, new Item(Sha256.hex(bytes), text.length() <= SHOWN ? broken(text) : null));
    }

    /** One line for each field, so that a difference can be read. */
    private static String broken(String json) {
        return json.replace(",\"", ",\n\"").replace("{\"", "{\n\"").replace("},{", "},\n{");
    }

    /** The words of all texts. */
    private void words(@Nullable Object json, Set<String> words) {
        if (json instanceof JsonObject object) {
            object.asMap().forEach((name, value) -> {
                if (!NAMES_NOTHING.contains(name)) {
                    words(value, words);
                }
            });
        } else if (json instanceof List<?> list) {
            list.forEach(value -> words(value, words));
        } else if (json instanceof String text) {
            var plain = PROJECT.matcher(text).replaceAll(Matcher.quoteReplacement(project.toString()));
            BETWEEN_WORDS.splitAsStream(plain).forEach(words::add);
            QUOTED.matcher(plain)
                    .results()
                    .forEach(found -> words.add(found.group(1) == null ? found.group(2) : found.group(1)));
        }
    }

    /**
     * Looks for what the words mean: from the project, from the folder of the file, and from folders that words name.
     */
    private void scripts(Set<String> words, Path folder, boolean whole) {
        var folders = new LinkedHashSet<>(List.of(project, folder));
        words.forEach(word -> below(project, word).filter(Files::isDirectory).ifPresent(folders::add));
        for (var word : words) {
            folders.forEach(from -> script(from, word, whole));
        }
    }

    /** The path that a word means, if it is one inside of the project. */
    private Optional<Path> below(Path from, String word) {
        if (word.isEmpty() || word.equals(".") || word.equals("..") || word.startsWith("-") || word.startsWith("!")) {
            return Optional.empty();
        }
        try {
            var path = from.resolve(word).normalize();
            return path.startsWith(project) && !path.equals(project) ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty(); // No file can have this name.
        }
    }

    private void script(Path from, String word, boolean folders) {
        int slash = word.indexOf('/');
        var pattern = SCRIPTS.matcher(word);
        if (pattern.matches()) {
            below(from, pattern.group(1)).filter(Files::isDirectory).ifPresent(folder -> all(folder, pattern.group(2)));
            return;
        }
        if (slash >= 0 && (word.startsWith("$") || (slash == 0 && !word.startsWith(project.toString())))) {
            script(
                    project,
                    word.substring(slash + 1),
                    folders); // behind a variable or a command that may return the present folder
        }
        for (var ending : word.contains("/") ? ENDINGS : List.of("")) {
            var path = below(from, word + ending).orElse(null);
            if (path != null && Files.isRegularFile(path)) {
                file(path);
                return;
            }
        }
        below(from, word)
                .filter(path -> folders && word.contains("/") && Files.isDirectory(path))
                .ifPresent(path -> folder(path, false));
    }

    /** The files of a folder with an ending. */
    private void all(Path folder, String ending) {
        try (var files = Files.newDirectoryStream(folder, "*" + ending)) {
            for (var file : files) {
                if (Files.isRegularFile(file)) {
                    file(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            items.put(named(folder), new Item("unreadable: " + e.getMessage(), null));
        }
    }

    /** Files of the project that a program imports, and those that they import. */
    private void imports(Path file, String text) {
        var folder = file.getParent();
        if (folder != null) {
            Imports.of(file.toString(), text).forEach(name -> script(folder, name, false));
        }
    }

    private void file(Path file) {
        var name = named(file);
        if (items.containsKey(name)) {
            return;
        }
        try {
            if (items.size() >= MOST_FILES || (Files.isRegularFile(file) && Files.size(file) > LARGEST)) {
                items.put(name, new Item(Files.size(file) + " bytes of " + Files.getLastModifiedTime(file), null));
                return;
            }
            var bytes = RegularFile.read(file, LARGEST);
            items.put(name, new Item(Sha256.hex(bytes), text(bytes)));
            imports(file, new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            items.put(name, new Item("unreadable", null));
        }
    }

    private String named(Path file) {
        return file.startsWith(project) ? project.relativize(file).toString() : file.toString();
    }

    private static @Nullable String text(byte[] bytes) {
        if (bytes.length > SHOWN) {
            return null;
        }
        var text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf('\uFFFD') >= 0 || text.indexOf('\0') >= 0 ? null : text;
    }
}
