package dev.pawl.policy.permission;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.JsonFile;
import dev.pawl.config.text.TextFile;
import dev.pawl.policy.foreign.CodexRules;
import dev.pawl.policy.foreign.GeminiPolicy;
import dev.pawl.policy.foreign.Translation;
import dev.pawl.policy.rule.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files in which other agents keep rules about calls: which there are, and what they mean here. */
public final class RulesOfOthers {
    private static final int LARGEST = 8 << 20;

    private final Folders folders;
    private final List<Place> places = new ArrayList<>();

    /** Those that count for a project. */
    public RulesOfOthers(Folders folders, boolean trusted) {
        this(folders, trusted, Path.of("/"));
    }

    /** @param system the folder that holds {@code etc} */
    RulesOfOthers(Folders folders, boolean trusted, Path system) {
        this.folders = folders;
        var library = system.resolve("Library/Application Support");
        add(system.resolve("etc/claude-code/managed-settings.json"), "", Form.CLAUDE, false);
        add(library.resolve("ClaudeCode/managed-settings.json"), "", Form.CLAUDE, false);
        add(system.resolve("etc/codex/requirements.toml"), "", Form.REQUIREMENTS, false);
        add(system.resolve("etc/codex/rules"), "*.rules", Form.CODEX, false);
        add(system.resolve("etc/gemini-cli/policies"), "*.toml", Form.GEMINI, false);
        add(library.resolve("GeminiCli/policies"), "*.toml", Form.GEMINI, false);
        add(folders.home().resolve(".claude/settings.json"), "", Form.CLAUDE, false);
        add(folders.home().resolve(".codex/rules"), "*.rules", Form.CODEX, false);
        add(folders.home().resolve(".gemini/policies"), "*.toml", Form.GEMINI, false);
        // An extension is the work of somebody else, even where the user has installed it.
        extensions(folders.home());
        if (trusted) {
            add(folders.cwd().resolve(".claude/settings.json"), "", Form.CLAUDE, true);
            add(folders.cwd().resolve(".claude/settings.local.json"), "", Form.CLAUDE, true);
            add(folders.cwd().resolve(".codex/rules"), "*.rules", Form.CODEX, true);
            add(folders.cwd().resolve(".gemini/policies"), "*.toml", Form.GEMINI, true);
            extensions(folders.cwd());
        }
    }

    /** The form of a file of rules. */
    private enum Form {
        CLAUDE,
        CODEX,
        REQUIREMENTS,
        GEMINI
    }

    /**
     * A file, or a folder of files.
     *
     * @param pattern the names of the files in a folder; empty for a file
     * @param tightens whether only what forbids or asks counts
     */
    private record Place(Path path, String pattern, Form form, boolean tightens) {}

    private void add(Path path, String pattern, Form form, boolean tightens) {
        places.add(new Place(path, pattern, form, tightens));
    }

    private void extensions(Path root) {
        var folder = root.resolve(".gemini/extensions");
        if (Files.isDirectory(folder)) {
            try (var extensions = Files.newDirectoryStream(folder)) {
                extensions.forEach(one -> add(one.resolve("policies"), "*.toml", Form.GEMINI, true));
            } catch (IOException | DirectoryIteratorException e) {
                add(folder, "*.toml", Form.GEMINI, true);
            }
        }
    }

    /** Returns whether a file is there that may hold rules. */
    public boolean areThere() {
        return places.stream().anyMatch(RulesOfOthers::mayHoldRules);
    }

    private static boolean mayHoldRules(Place place) {
        try {
            var files = files(place);
            if (place.pattern.isEmpty() && !files.isEmpty()) {
                var mark = place.form == Form.REQUIREMENTS ? "rules" : "\"permissions\"";
                return new String(RegularFile.read(place.path, LARGEST), StandardCharsets.UTF_8).contains(mark);
            }
            return !files.isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    /** The files of a place that are there. */
    private static List<Path> files(Place place) throws IOException {
        if (!Files.exists(place.path, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        if (place.pattern.isEmpty()) {
            return List.of(place.path);
        }
        try (var files = Files.newDirectoryStream(place.path, place.pattern)) {
            var found = new ArrayList<Path>();
            files.forEach(found::add);
            found.sort(null);
            return found;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** Returns all places, and the files in those that are folders. */
    List<Path> files() {
        var files = new ArrayList<Path>();
        for (var place : places) {
            files.add(place.path);
            try {
                files.addAll(files(place));
            } catch (IOException e) {
                // Its rules cannot be read either, so every call is asked about.
            }
        }
        return files;
    }

    /** Adds the rules of all files. */
    void addTo(Rules rules) {
        for (var place : places) {
            try {
                for (var file : files(place)) {
                    add(file, place, rules);
                }
            } catch (IOException e) {
                rules.broken(place.path + ": cannot be read: " + TextFile.why(e));
            }
        }
    }

    private void add(Path file, Place place, Rules rules) {
        var within = place.tightens && file.startsWith(folders.cwd()) ? folders.confines(folders.cwd()) : null;
        try {
            if (place.form == Form.CLAUDE) {
                claude(file, new JsonFile(file, within).read(), place.tightens, rules);
            } else {
                add(translated(file, within, place.form), place.tightens, rules);
            }
        } catch (IOException e) {
            rules.broken(file + ": cannot be read: " + TextFile.why(e));
        }
    }

    private static void claude(Path file, @Nullable JsonObject json, boolean tightens, Rules rules) {
        if (json == null || json.get("permissions") == null) {
            return;
        }
        if (!(json.get("permissions") instanceof JsonObject permissions)) {
            rules.broken(file + ": permissions must be an object");
            return;
        }
        rules.addForeign(file.toString(), permissions, tightens);
        var mode = permissions.get("defaultMode");
        if (mode != null && !mode.equals("default")) {
            rules.notice(file + ": permissions.defaultMode does not count here; permissions.mode of "
                    + "settings.json or --permission-mode do.");
        }
    }

    private static void add(Translation translation, boolean tightens, Rules rules) {
        translation.problems().forEach(rules::broken);
        translation.notices().forEach(rules::notice);
        for (var rule : translation.rules()) {
            if (!tightens || rule.decision().isStrict()) {
                rules.addForeign(rule.source(), rule.decision().list(), List.of(rule.text()), tightens);
            }
        }
    }

    private static Translation translated(Path file, @Nullable Path within, Form form) throws IOException {
        var text = new String(RegularFile.read(file, within, LARGEST), StandardCharsets.UTF_8);
        return switch (form) {
            case CODEX -> CodexRules.read(file.toString(), text);
            case REQUIREMENTS -> CodexRules.requirements(file.toString(), text);
            case GEMINI -> GeminiPolicy.read(file.toString(), text);
            case CLAUDE -> throw new IllegalArgumentException(file + " is a file of settings");
        };
    }

    /** Returns what a file means here, whatever its place: its form is known by its name. */
    public static Translation translated(Path file) throws IOException {
        var name = String.valueOf(file.getFileName());
        var form = name.endsWith(".rules")
                ? Form.CODEX
                : name.equals("requirements.toml") ? Form.REQUIREMENTS : name.endsWith(".toml") ? Form.GEMINI : null;
        if (form == null) {
            throw new IllegalArgumentException(
                    file + ": rules of Codex are in files NAME.rules or requirements.toml, and"
                            + " those of Gemini CLI in NAME.toml");
        }
        return translated(file, null, form);
    }
}
