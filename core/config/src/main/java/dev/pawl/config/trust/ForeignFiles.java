package dev.pawl.config.trust;

import dev.pawl.base.RegularFile;
import dev.pawl.config.settings.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The files of other agents that may hold hooks, below the user's home folder or a project. */
public final class ForeignFiles {
    /** The file that registers policy services, in the folder of the user's settings. */
    public static final String BACKENDS = "ahp.json";

    /** The same file of a project. */
    public static final String BACKENDS_OF_PROJECT = Folders.CONFIG_DIR + "/" + BACKENDS;

    /** The same file of an organisation. */
    public static final String BACKENDS_OF_ORGANISATION = "etc/pawl/" + BACKENDS;

    private static final int LARGEST = 8 << 20;
    // format:off
    private static final List<String> OF_USER = List.of(
            ".claude/settings.json", ".codex/hooks.json", ".codex/config.toml", ".copilot/hooks",
            ".copilot/settings.json", ".cursor/hooks.json", ".gemini/settings.json", ".omp/agent/hooks/pre",
            ".omp/agent/hooks/post", ".claude/hooks/pre", ".claude/hooks/post");
    private static final List<String> OF_PROJECT = List.of(
            ".claude/settings.json", ".claude/settings.local.json", ".codex/hooks.json", ".codex/config.toml",
            ".github/hooks", ".github/copilot/settings.json", ".github/copilot/settings.local.json",
            ".cursor/hooks.json", ".gemini/settings.json", ".omp/hooks/pre", ".omp/hooks/post", ".claude/hooks/pre",
            ".claude/hooks/post", BACKENDS_OF_PROJECT);

    private static final List<String> OF_ORGANISATION = List.of(
            "etc/claude-code/managed-settings.json", "Library/Application Support/ClaudeCode/managed-settings.json",
            "etc/codex/requirements.toml", "etc/github-copilot/policy.d", "etc/cursor/hooks.json",
            "Library/Application Support/Cursor/hooks.json", BACKENDS_OF_ORGANISATION);
    // format:on

    /** Where a table of hooks begins in a file of Codex. */
    private static final Pattern TABLE = Pattern.compile("(?m)^\\s*(\\[+\\s*hooks\\b|hooks\\s*[.=])");

    /** The fields of a file that decide which hooks run. */
    private static final Pattern DECIDING = Pattern.compile(
            "\"(hooks|hooksConfig|disableAllHooks|enabledPlugins|allowedHttpHookUrls|httpHookAllowedEnvVars)\"");

    private ForeignFiles() {}

    /** The files of an organisation that are there and name hooks; they count in every project. */
    public static List<Path> ofOrganisation() {
        return naming(Path.of("/"), OF_ORGANISATION);
    }

    /** Whether a file is one of an organisation, whose hooks a user cannot do without. */
    public static boolean isOfOrganisation(String file) {
        return OF_ORGANISATION.stream().anyMatch(place -> file.startsWith("/" + place));
    }

    /** Returns all places of an organisation, a user and a project that may hold hooks, whether they are there or not. */
    public static List<Path> places(Path home, Path project) {
        var places = new ArrayList<Path>();
        OF_ORGANISATION.forEach(name -> places.add(Path.of("/").resolve(name)));
        OF_USER.forEach(name -> places.add(home.resolve(name)));
        OF_PROJECT.forEach(name -> places.add(project.resolve(name)));
        places.addAll(FrontMatterHooks.files(home));
        places.addAll(FrontMatterHooks.files(project));
        return places;
    }

    /** The user's files that are there and name hooks. */
    public static List<Path> ofUser(Path home) {
        return withHeads(home, OF_USER);
    }

    /** A project's files that are there and name hooks. */
    public static List<Path> ofProject(Path project) {
        return withHeads(project, OF_PROJECT);
    }

    /** The folders of a project in which other agents keep settings, hooks and their scripts. */
    static Set<String> foldersOfProject() {
        var folders = new TreeSet<String>();
        for (var file : OF_PROJECT) {
            var parts = file.split("/", -1);
            // That of GitHub holds much else.
            folders.add(parts[0].equals(".github") ? parts[0] + "/" + parts[1] : parts[0]);
        }
        return folders;
    }

    /** Whether a path of a project is that of a file of entries: of these only the entries about hooks and servers count. */
    static boolean isDefinition(Path file) {
        return FrontMatterHooks.isPlace(file)
                || file.endsWith(".mcp.json")
                || file.endsWith(".pi/mcp.json")
                || (file.toString().endsWith(".json")
                        && file.getParent() != null
                        && file.getParent().endsWith(".github/hooks"))
                || OF_PROJECT.stream()
                        .anyMatch(name -> (name.endsWith(".json") || name.endsWith(".toml")) && file.endsWith(name));
    }

    /** With skills and agents that have hooks at their head. */
    private static List<Path> withHeads(Path root, List<String> names) {
        var found = new ArrayList<>(naming(root, names));
        found.addAll(FrontMatterHooks.files(root));
        return found;
    }

    private static List<Path> naming(Path root, List<String> names) {
        var found = new ArrayList<Path>();
        for (var name : names) {
            var path = root.resolve(name);
            if (namesHooks(path)) {
                found.add(path);
            }
        }
        return found;
    }

    /** Most of these files hold other settings, too; one that does not name hooks brings nothing that runs. */
    private static boolean namesHooks(Path path) {
        if (!Files.exists(path)) {
            return false;
        }
        if (path.endsWith(BACKENDS)) {
            return true; // Whatever is in it: one that registers nothing is broken.
        }
        if (Files.isDirectory(path)) {
            // The scripts of oh-my-pi are hooks themselves.
            boolean scripts = path.endsWith("pre") || path.endsWith("post");
            try (var files = Files.newDirectoryStream(path, scripts ? "[!.]*" : "*.json")) {
                for (var file : files) {
                    if (scripts ? Files.isRegularFile(file) : namesHooks(file)) {
                        return true;
                    }
                }
                return false;
            } catch (IOException | DirectoryIteratorException e) {
                return true;
            }
        }
        try {
            var text = new String(RegularFile.read(path, LARGEST), StandardCharsets.UTF_8);
            return path.toString().endsWith(".toml")
                    ? TABLE.matcher(text).find()
                    : DECIDING.matcher(text).find();
        } catch (IOException e) {
            return true;
        }
    }
}
