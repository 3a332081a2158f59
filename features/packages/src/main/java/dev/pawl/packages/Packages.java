package dev.pawl.packages;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.text.Problem;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.find.HookFile;
import dev.pawl.loader.find.PackageHooks;
import dev.pawl.packages.content.Kind;
import dev.pawl.packages.content.PackageContent;
import dev.pawl.packages.install.PackageInstaller;
import dev.pawl.packages.source.ConfiguredPackage;
import dev.pawl.packages.source.ConfiguredPackages;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The packages that settings name, with what each of them brings; those that are missing are installed. */
public final class Packages {
    private final List<Loaded> loaded;
    private final List<Problem> problems;
    private final boolean changedProject;

    /**
     * One package that is there.
     *
     * @param root its folder, or the one file that it consists of
     * @param files what it brings, and whether the settings load it
     */
    public record Loaded(ConfiguredPackage entry, Path root, Map<Kind, Map<Path, Boolean>> files) {
        Scope scope() {
            return entry.layer() == Layer.PROJECT ? Scope.PROJECT : Scope.USER;
        }
    }

    private Packages(List<Loaded> loaded, List<Problem> problems, boolean changedProject) {
        this.changedProject = changedProject;
        this.loaded = List.copyOf(loaded);
        this.problems = List.copyOf(problems);
    }

    /** The packages of the user and, if it is trusted, of the project. One that cannot be installed is a problem. */
    public static Packages load(Folders folders, Settings settings, PackageInstaller.Options options)
            throws InterruptedException {
        var problems = new ArrayList<Problem>();
        var loaded = new ArrayList<Loaded>();
        boolean changed = false;
        var configured = ConfiguredPackages.loaded(settings, folders, problems);
        for (var entry : configured) {
            var base = base(entry, configured);
            var installer = new PackageInstaller(folders.of(base.layer()), options);
            boolean missing = base.layer() == Layer.PROJECT && !Files.exists(installer.root(base.source()));
            if (isThere(base, installer, folders, problems)) {
                changed |= missing;
                loaded.add(content(entry, installer.root(base.source()), problems));
            }
        }
        return new Packages(loaded, problems, changed);
    }

    /** The entry by which a package is installed: the user's, where the project's only changes that. */
    private static ConfiguredPackage base(ConfiguredPackage entry, List<ConfiguredPackage> all) {
        if (entry.isDelta()) {
            for (var other : all) {
                if (other.layer() == Layer.USER
                        && other.source().identity().equals(entry.source().identity())) {
                    return other;
                }
            }
        }
        return entry;
    }

    private static boolean isThere(
            ConfiguredPackage entry, PackageInstaller installer, Folders folders, List<Problem> problems)
            throws InterruptedException {
        try {
            if (!installer.isInstalled(entry.source(), entry.written())) {
                installer.restore(entry.source(), entry.written());
            }
            return true;
        } catch (IOException e) {
            boolean usable = Files.exists(installer.root(entry.source()));
            problems.add(Problem.warning(
                    folders.settingsFile(entry.layer()),
                    "the package " + entry.written() + " is not installed" + (usable ? " as it should be" : "")
                            + ", so what it brings is not loaded: " + e.getMessage()));
            return false;
        }
    }

    /** Returns what a package brings. */
    public static Loaded content(ConfiguredPackage entry, Path root, List<Problem> problems) {
        var files = new LinkedHashMap<Kind, Map<Path, Boolean>>();
        var content = Files.isDirectory(root) ? PackageContent.in(root, problems) : null;
        if (content != null && (content.isPackage() || !isPlain(entry.source()))) {
            for (var kind : Kind.values()) {
                files.put(kind, content.files(kind, entry.filter()));
            }
        } else {
            var reported = new ArrayList<LoadProblem>();
            var found = new LinkedHashMap<Path, Boolean>();
            PackageHooks.at(root, root, Scope.USER, reported).forEach(hook -> found.put(hook.path(), true));
            if (found.isEmpty()) {
                problems.add(Problem.warning(root, "is named as a package, but brings nothing."));
            }
            files.put(Kind.EXTENSIONS, found);
        }
        return new Loaded(entry, root, files);
    }

    /** Returns whether it may be a hook and nothing else. */
    private static boolean isPlain(PackageSource source) {
        return source instanceof PackageSource.Local || source instanceof PackageSource.Maven;
    }

    public List<Loaded> loaded() {
        return loaded;
    }

    /** Returns whether a package of the project was installed, as its settings and its lock file want it. */
    public boolean changedProject() {
        return changedProject;
    }

    public List<Problem> problems() {
        return problems;
    }

    /** The hooks that are loaded, those of the project's packages first. */
    public List<HookFile> hooks() {
        var hooks = new ArrayList<HookFile>();
        chosen(Kind.EXTENSIONS).forEach((path, by) -> hooks.add(PackageHooks.file(path, by.root(), by.scope())));
        return hooks;
    }

    /** The skills, prompts or themes that are loaded. */
    public List<Contribution> resources(Kind kind) {
        var all = new ArrayList<Contribution>();
        chosen(kind)
                .forEach((path, by) -> all.add(new Contribution(
                        path,
                        new SourceInfo(
                                path.toString(), by.scope(), true, by.root().toString()))));
        return all;
    }

    /** Of two entries about one file, the first one counts. */
    private Map<Path, Loaded> chosen(Kind kind) {
        var first = new LinkedHashMap<Path, @Nullable Loaded>();
        for (var one : loaded) {
            one.files().getOrDefault(kind, Map.of()).forEach((path, enabled) -> {
                if (!first.containsKey(path)) {
                    first.put(path, enabled ? one : null);
                }
            });
        }
        var chosen = new LinkedHashMap<Path, Loaded>();
        first.forEach((path, by) -> {
            if (by != null) {
                chosen.put(path, by);
            }
        });
        return chosen;
    }
}
