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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What of a project runs code, item by item: each hook of another agent's file, each tool server, each package, and every
 * file of the {@linkplain TrustedSet set} that their commands run with.
 */
final class ProjectContent {
    private static final int LARGEST = 8 << 20;
    private static final int SHOWN = 32 << 10;

    /** Of more files than this no texts are kept, and changes are shown by name. */
    private static final int MOST_SHOWN = 1_000;

    /** The folder in which packages are installed, and how many folders below it each of them is. */
    private static final Map<String, Integer> PACKAGES =
            new TreeMap<>(Map.of("packages/npm", 1, "packages/mvn", 2, "git/", 3, "npm/node_modules", 1));

    /** Where entries stand that are looked at one by one. */
    private static final List<String> GROUPS = List.of("hooks", "mcpServers", "servers");

    /** Settings of other agents that decide which hooks run, and with what. */
    private static final List<String> SWITCHES = List.of(
            "disableAllHooks", "hooksConfig", "enabledPlugins", "allowedHttpHookUrls", "httpHookAllowedEnvVars");

    /** An entry for a tool server, which is not missed. */
    private static final Pattern SERVER = Pattern.compile(" (?:mcpServers|servers)(?:\\..*)?$", Pattern.DOTALL);

    private final Path project;
    private final Map<String, Item> items = new TreeMap<>();
    private final HookFiles reach;
    private final TrustedSet set;

    /**
     * One thing that can run.
     *
     * @param hash of all of it
     * @param text its content, to be compared later; null if it is long or no text
     */
    record Item(String hash, @Nullable String text) {}

    /** All that the project has of it now. Only ever called for a project that a user trusted. */
    ProjectContent(Folders folders, Collection<Path> brought) {
        this.project = Folders.canonical(folders.cwd());
        this.reach = new HookFiles(project);
        boolean home = project.equals(Folders.canonical(folders.home()));
        for (var resource : brought) {
            if (!resource.endsWith("skills")) { // Those above the project are texts for the model.
                if (home) {
                    reach.resource(resource); // Its folders of configuration are the user's own.
                } else {
                    reach.configuration();
                }
                brought(resource);
            }
        }
        reach.ofUser(true);
        ofUser(folders);
        this.set = new TrustedSet(project, reach.roots());
        packages(project.resolve(Folders.CONFIG_DIR));
        var hashes = set.hashes();
        boolean shown = hashes.size() <= MOST_SHOWN;
        hashes.forEach((name, hash) -> {
            var path = project.resolve(name);
            if (!ForeignFiles.isDefinition(path) && !isInPackage(name)) {
                items.put(name, new Item(hash, shown ? text(path) : null));
            }
        });
    }

    Map<String, Item> items() {
        return items;
    }

    /** The files of it. */
    TrustedSet set() {
        return set;
    }

    /** What it runs with and what is not in the set. */
    Set<String> beyond() {
        return reach.beyond();
    }

    private void brought(Path resource) {
        if (!Files.isDirectory(resource)) {
            entries(resource);
            return;
        }
        try (var files = Files.walk(resource)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (ForeignFiles.isDefinition(file)) {
                    entries(file);
                } else {
                    reach.script(file);
                }
            }
        } catch (IOException | RuntimeException e) {
            items.put(named(resource), new Item("unreadable: " + e.getMessage(), null));
        }
    }

    /** The user's own hooks may run scripts of the project. */
    private void ofUser(Folders folders) {
        var files = new ArrayList<>(ForeignFiles.ofUser(folders.home()));
        files.add(folders.agentDir().resolve("settings.json"));
        files.add(folders.agentDir().resolve(ForeignFiles.BACKENDS));
        for (var file : files) {
            if (Files.isRegularFile(file)) {
                try {
                    reach.hooks(parsed(file).get("hooks"), project);
                } catch (IOException | IllegalArgumentException | StackOverflowError _) {
                    // Reading its hooks reports why.
                }
            }
        }
    }

    /** Whether an item that is gone may have been a gate, or a part of one. A tool server that is gone is not missed. */
    static boolean mayBeGate(String name) {
        return !SERVER.matcher(name).find();
    }

    /** Whether an item belongs to packages, or names them. */
    static boolean isOfPackages(String name) {
        return name.equals(Folders.CONFIG_DIR + "/settings.json")
                || name.equals(Folders.CONFIG_DIR + "/packages.lock.json")
                || isInPackage(name);
    }

    private static boolean isInPackage(String name) {
        return PACKAGES.keySet().stream().anyMatch(folder -> name.startsWith(Folders.CONFIG_DIR + "/" + folder));
    }

    /** Each installed package is one item, with all that it can import. */
    private void packages(Path config) {
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
                    items.put(named(child), new Item(ContentHash.of(child), text(child)));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            items.put(named(folder), new Item("unreadable: " + e.getMessage(), null));
        }
    }

    /** A file of entries: each of its hooks or servers is an item. */
    private void entries(Path file) {
        JsonObject json;
        try {
            json = parsed(file);
        } catch (IOException | IllegalArgumentException | StackOverflowError _) {
            items.put(named(file), new Item(hash(file), text(file)));
            return;
        }
        boolean ofPawl = file.startsWith(project.resolve(Folders.CONFIG_DIR));
        if (ForeignFiles.isDefinition(file)) {
            entriesOf(json).forEach((place, entry) -> {
                var text = JsonObject.of(place, entry).toString();
                items.put(
                        named(file) + " " + place,
                        new Item(Sha256.hex(text), text.length() <= SHOWN ? broken(text) : null));
            });
        }
        var folder = Objects.requireNonNull(file.getParent(), "a file of a project has a folder");
        reach.entries(json, folder, ofPawl || file.endsWith(".mcp.json"));
    }

    /** The entries of a file that run or decide what runs, by their place. */
    private static Map<String, @Nullable Object> entriesOf(JsonObject json) {
        var all = new LinkedHashMap<String, @Nullable Object>();
        for (var group : GROUPS) {
            if (json.get(group) instanceof JsonObject entries) {
                entries.asMap().forEach((name, entry) -> all.put(group + "." + name, entry));
            } else if (json.get(group) instanceof List<?> list) {
                all.put(group, list);
            }
        }
        SWITCHES.stream().filter(json::has).forEach(name -> all.put(name, json.get(name)));
        return all;
    }

    /** What counts of a file of entries, as one text; null if it is another file, or cannot be read as one. */
    static @Nullable String definitions(Path file) {
        if (!ForeignFiles.isDefinition(file)) {
            return null;
        }
        try {
            return JsonObject.from(entriesOf(parsed(file))).toString();
        } catch (IOException | IllegalArgumentException | StackOverflowError _) {
            return null;
        }
    }

    private static JsonObject parsed(Path file) throws IOException {
        var bytes = RegularFile.read(file, LARGEST);
        var name = file.toString();
        if (name.endsWith(".toml")) {
            return JsonObject.from(Toml.parse(new String(bytes, StandardCharsets.UTF_8)));
        }
        return name.endsWith(".md")
                ? FrontMatterHooks.hooks(FrontMatter.parse(new String(bytes, StandardCharsets.UTF_8)))
                : JsonObject.parse(bytes);
    }

    /** One line for each field, so that a difference can be read. */
    private static String broken(String json) {
        return json.replace(",\"", ",\n\"").replace("{\"", "{\n\"").replace("},{", "},\n{");
    }

    private String named(Path file) {
        return file.startsWith(project) ? project.relativize(file).toString() : file.toString();
    }

    private static String hash(Path file) {
        try {
            return ContentHash.of(file);
        } catch (IOException e) {
            return "unreadable";
        }
    }

    private static @Nullable String text(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > SHOWN) {
                return null;
            }
            var text = new String(RegularFile.read(file, SHOWN), StandardCharsets.UTF_8);
            return text.indexOf('\uFFFD') >= 0 || text.indexOf('\0') >= 0 ? null : text;
        } catch (IOException e) {
            return null;
        }
    }
}
