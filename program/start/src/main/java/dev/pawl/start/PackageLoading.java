package dev.pawl.start;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.text.Problem;
import dev.pawl.config.trust.Trust;
import dev.pawl.loader.find.HookFile;
import dev.pawl.packages.Packages;
import dev.pawl.packages.content.Kind;
import dev.pawl.packages.install.PackageInstaller;
import dev.pawl.packages.source.ConfiguredPackage;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The packages that settings name, and those that the command line names for one run. */
final class PackageLoading {
    private final CommandLine line;
    private final Places places;
    private final NoticePrinter notices;
    private final Runnable fetched;
    private final Map<String, Packages.Loaded> once = new LinkedHashMap<>();
    private @Nullable Settings of;
    private @Nullable Packages loaded;

    /** @param fetched called when packages of the project were fetched, which this program wrote itself */
    PackageLoading(CommandLine line, Places places, NoticePrinter notices, Runnable fetched) {
        this.fetched = fetched;
        this.line = line;
        this.places = places;
        this.notices = notices;
    }

    /** Looked at without loading what knows packages. */
    static boolean areNamed(CommandLine line, Settings settings) {
        return !settings.get(Keys.PACKAGES).isEmpty()
                || line.values(Option.HOOK).stream().anyMatch(PackageLoading::seemsRemote);
    }

    static boolean seemsRemote(String written) {
        return written.startsWith("npm:")
                || written.startsWith("mvn:")
                || written.startsWith("git:")
                || written.contains("://");
    }

    List<HookFile> hooks(Project project) throws InterruptedException {
        return at(project).hooks();
    }

    /** The names of all that are loaded, without folders of this machine. */
    synchronized List<String> names(Project project) throws InterruptedException {
        var all = new ArrayList<>(at(project).loaded());
        all.addAll(once.values());
        return all.stream().map(one -> one.entry().source().shown()).toList();
    }

    List<Contribution> resources(String kind, Project project) {
        try {
            return at(project).resources(kind(kind));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /** The resources of packages that the command line names. */
    synchronized List<Contribution> resourcesOfLine(String kind) {
        var all = new ArrayList<Contribution>();
        for (var one : once.values()) {
            one.files()
                    .getOrDefault(kind(kind), Map.of())
                    .keySet()
                    .forEach(path -> all.add(new Contribution(
                            path,
                            new SourceInfo(
                                    path.toString(),
                                    Scope.TEMPORARY,
                                    true,
                                    one.root().toString()))));
        }
        return all;
    }

    /** Settings are read again for every load, so that one load looks at its packages once. */
    private synchronized Packages at(Project project) throws InterruptedException {
        var there = loaded;
        if (there == null || of != project.settings()) {
            there = Packages.load(project.folders(), project.settings(), options());
            there.problems().forEach(this::report);
            if (there.changedProject()) {
                approve(project.folders());
            }
            loaded = there;
            of = project.settings();
        }
        return there;
    }

    /** What was fetched is what the settings name, which were trusted. */
    private void approve(Folders folders) throws InterruptedException {
        fetched.run();
        try {
            new Trust(folders).approvePackages();
        } catch (IOException e) {
            notices.report(Notice.of("the packages of the project will have to be looked at: " + e.getMessage()));
        }
    }

    /** Returns what the command line names as hooks, with the hooks of a package in its place. */
    synchronized List<String> hooksOfLine(Folders folders) throws InterruptedException {
        var all = new ArrayList<String>();
        for (var written : line.values(Option.HOOK)) {
            if (seemsRemote(written)) {
                var one = once.get(written);
                if (one == null) {
                    one = fetched(written, folders);
                    once.put(written, one);
                }
                one.files().getOrDefault(Kind.EXTENSIONS, Map.of()).keySet().forEach(path -> all.add(path.toString()));
            } else {
                all.add(places.written(written));
            }
        }
        return all;
    }

    /** Fetched again unless it is pinned; what an earlier run fetched is used where the network fails. */
    private Packages.Loaded fetched(String written, Folders folders) throws InterruptedException {
        PackageSource source;
        try {
            source = PackageSource.parse(written, folders, places.cwd());
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments(String.valueOf(e.getMessage()));
        }
        var installer = new PackageInstaller(places.agentDir().resolve("tmp").resolve("extensions"), options());
        var root = installer.root(source);
        boolean offline = line.isOffline(places.environment());
        try {
            boolean pinned = source instanceof PackageSource.Npm npm && npm.isPinned();
            if (!Files.exists(root)) {
                installer.install(source, written, PackageInstaller.Completion.NONE);
            } else if (!offline && !(pinned && installer.isInstalled(source, written))) {
                installer.update(source, written);
            }
        } catch (IOException e) {
            if (!Files.exists(root)) {
                throw Refusal.because("the package " + written + " could not be fetched: " + e.getMessage());
            }
            notices.report(Notice.of("the package " + written
                    + " could not be brought up to date, so that of an earlier" + " run is used: " + e.getMessage()));
        }
        var problems = new ArrayList<Problem>();
        var content = Packages.content(new ConfiguredPackage(Layer.USER, written, source, null), root, problems);
        problems.forEach(this::report);
        return content;
    }

    private PackageInstaller.Options options() {
        return new PackageInstaller.Options(
                places.environment(),
                line.isOffline(places.environment()),
                false,
                places.agentDir(),
                notices::takesLong);
    }

    /** The files of themes, which are read when the screen is drawn. */
    List<Path> themes(Project project) {
        var all = new ArrayList<>(resources("themes", project));
        all.addAll(resourcesOfLine("themes"));
        return all.stream().map(Contribution::path).toList();
    }

    private static Kind kind(String key) {
        for (var kind : Kind.values()) {
            if (kind.key().equals(key)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(key);
    }

    private void report(Problem problem) {
        notices.report(new Notice(problem.where(), problem.message(), problem.error()));
    }
}
