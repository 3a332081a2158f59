package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.config.text.JsonStore;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the settings are kept and what was read there last. A file that cannot be read any more changes nothing; one that
 * was never read makes a {@link Problem.Kind#UNREADABLE} problem, with which nothing may run.
 */
public final class SettingsStore {
    private final Managed managed;
    private final Part user;
    private final Part project;
    private final ReentrantLock turn;

    private boolean projectTrusted;
    private volatile Settings current = Settings.defaults();

    private SettingsStore(Managed managed, Part user, Part project, ReentrantLock turn) {
        this.managed = managed;
        this.user = user;
        this.project = project;
        this.turn = turn;
    }

    /** The user's and the project's {@code settings.json}, and those of an organisation, none of which has been read yet. */
    public static SettingsStore in(Folders folders) {
        return new SettingsStore(
                new Managed(folders.managed()),
                part(folders, Layer.USER),
                part(folders, Layer.PROJECT),
                new ReentrantLock());
    }

    /** The same settings of the user with those of another project; both stores know what was read last. */
    public SettingsStore at(Folders folders) {
        return new SettingsStore(managed, user, part(folders, Layer.PROJECT), turn);
    }

    /** Settings of a program that embeds the house, or of a test: changes hold as long as the store does. */
    public static SettingsStore inMemory(JsonObject user, JsonObject project) {
        var store = new SettingsStore(
                new Managed(List.of()),
                new Part("user settings", Layer.USER, JsonStore.inMemory(user)),
                new Part("project settings", Layer.PROJECT, JsonStore.inMemory(project)),
                new ReentrantLock());
        store.read(true);
        return store;
    }

    private static Part part(Folders folders, Layer layer) {
        var file = folders.settingsFile(layer);
        var within = layer == Layer.USER ? null : folders.confines(folders.cwd());
        return new Part(file.toString(), layer, new JsonFile(file, within));
    }

    /** The settings as they were read or changed last. */
    public Settings current() {
        return current;
    }

    /**
     * Reads everything again. Where a file cannot be read, its previous content stays, and there is a problem.
     *
     * @param projectTrusted whether the project's settings count; otherwise its file is not even opened
     */
    public Settings read(boolean projectTrusted) {
        turn.lock();
        try {
            this.projectTrusted = projectTrusted;
            managed.read();
            user.read();
            if (projectTrusted) {
                project.read();
            }
            return put();
        } finally {
            turn.unlock();
        }
    }

    /** Applies the project's settings, or removes them. The user's settings are not read again. */
    public Settings trust(boolean projectTrusted) {
        turn.lock();
        try {
            if (projectTrusted && !this.projectTrusted) {
                project.read();
            }
            this.projectTrusted = projectTrusted;
            return put();
        } finally {
            turn.unlock();
        }
    }

    /**
     * Changes some keys of a layer, here and where it is kept, and takes in what others changed there.
     *
     * @throws IOException if it cannot be kept; the change then holds for this run of the program only
     */
    public Settings change(Layer layer, JsonEdit edit) throws IOException, InterruptedException {
        turn.lock();
        try {
            if (layer == Layer.MANAGED) {
                throw new IllegalArgumentException("settings of an organisation are changed by its administrator");
            }
            if (layer == Layer.PROJECT && !projectTrusted) {
                throw new IllegalStateException(
                        project.where + ": settings of a project that is not trusted are not written. Trust it first.");
            }
            try {
                (layer == Layer.USER ? user : project).change(edit);
            } finally {
                put();
            }
            return current;
        } finally {
            turn.unlock();
        }
    }

    private Settings put() {
        var sources = new ArrayList<Settings.Source>();
        var problems = new ArrayList<Problem>();
        for (var part : managed.parts.values()) {
            part.addTo(sources, problems);
        }
        problems.addAll(managed.problems);
        user.addTo(sources, problems);
        if (projectTrusted) {
            project.addTo(sources, problems);
        }
        current = Settings.of(sources, projectTrusted, problems);
        return current;
    }

    /**
     * An organisation's {@code settings.json} and the files of its {@code settings.d}, in the order of their names; of two
     * that set one key, the later one holds unless the key can only be made stricter.
     */
    private static final class Managed {
        private final List<Path> folders;
        private final SequencedMap<Path, Part> parts = new LinkedHashMap<>();
        private final List<Problem> problems = new ArrayList<>();

        Managed(List<Path> folders) {
            this.folders = folders;
        }

        void read() {
            problems.clear();
            var there = new ArrayList<Path>();
            for (var folder : folders) {
                there.add(folder.resolve("settings.json"));
                there.addAll(more(folder.resolve("settings.d")));
            }
            parts.keySet().retainAll(there);
            for (var file : there) {
                // A link that leads nowhere is a file that cannot be read, and not one that is not there.
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    parts.computeIfAbsent(file, _ -> new Part(file.toString(), Layer.MANAGED, new JsonFile(file)))
                            .read();
                }
            }
        }

        private List<Path> more(Path folder) {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                return List.of();
            }
            var found = new ArrayList<Path>();
            try (var files = Files.newDirectoryStream(folder, "*.json")) {
                files.forEach(found::add);
            } catch (IOException | DirectoryIteratorException e) {
                problems.add(new Problem(
                        folder.toString(),
                        "cannot be read. Nothing runs until it is mended, because what it forbids is not known.",
                        Problem.Kind.UNREADABLE));
            }
            found.sort(null);
            return found;
        }
    }

    /** One layer: what was read last, as far as it can be used. */
    private static final class Part {
        private final String where;
        private final Layer layer;
        private final JsonStore store;

        private JsonObject written = JsonObject.empty();
        private JsonObject clean = JsonObject.empty();
        private List<Problem> problems = List.of();
        private boolean known;

        Part(String where, Layer layer, JsonStore store) {
            this.where = where;
            this.layer = layer;
            this.store = store;
        }

        void read() {
            try {
                var json = store.read();
                take(json == null ? JsonObject.empty() : json);
                known = json != null;
            } catch (IOException e) {
                var why = "cannot be read: " + TextFile.why(e) + ". ";
                problems = List.of(
                        known
                                ? Problem.error(where, why + "Its previous content still applies until it is mended.")
                                : new Problem(
                                        where,
                                        why + "Nothing runs until it is mended, because what it forbids is not known.",
                                        Problem.Kind.UNREADABLE));
            }
        }

        void addTo(List<Settings.Source> sources, List<Problem> all) {
            sources.add(new Settings.Source(where, layer, clean));
            all.addAll(problems);
        }

        void change(JsonEdit edit) throws IOException, InterruptedException {
            try {
                take(store.edit(edit));
                known = true;
            } catch (IOException e) {
                var known = problems;
                take(JsonStore.inMemory(written).edit(edit));
                problems = known;
                throw new IOException(
                        where + ": the change is not written and holds for this run only: " + TextFile.why(e), e);
            }
        }

        private void take(JsonObject json) {
            var found = new ArrayList<Problem>();
            written = json;
            clean = new SettingsCheck(where, layer, found).clean(json);
            problems = List.copyOf(found);
        }
    }
}
