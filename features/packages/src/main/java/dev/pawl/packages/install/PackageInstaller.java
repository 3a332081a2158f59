package dev.pawl.packages.install;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FileTree;
import dev.pawl.base.LockFolder;
import dev.pawl.base.RegularFile;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Installs the packages of one layer.
 *
 * <p>A package is fetched into a fresh folder, checked there, and takes the place of the old one by renaming. Whatever
 * fails before leaves everything as it was.
 */
public final class PackageInstaller {
    private static final Duration STALE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int LARGEST_RECORD = 64 << 20;

    private final PackagePlaces places;
    private final LockFile lock;
    private final Options options;
    private final Npm npm;
    private final Git git;
    private final Maven maven;

    /**
     * How packages are installed.
     *
     * @param offline whether nothing may be fetched
     * @param scripts whether the install scripts of packages are run
     * @param agentDir the user's folder, which has the list of Maven repositories
     * @param progress receives what is going on before something that takes its time
     */
    public record Options(
            Map<String, String> environment,
            boolean offline,
            boolean scripts,
            Path agentDir,
            Consumer<String> progress) {}

    /** What an installation may still do before it holds; a failure takes it back. */
    @FunctionalInterface
    public interface Completion {
        /** Nothing. */
        Completion NONE = () -> {};

        void run() throws IOException, InterruptedException;
    }

    /** @param folder the folder of the layer's settings */
    public PackageInstaller(Path folder, Options options) {
        this.places = new PackagePlaces(folder);
        this.lock = LockFile.in(folder);
        this.options = options;
        var commands = new Commands(options.environment());
        this.npm = new Npm(commands, options.progress());
        this.git = new Git(commands, npm, options.progress());
        this.maven = new Maven(options);
    }

    /** Installs what the source names now, and records it in the lock file. */
    public Installed install(PackageSource source, String written, Completion completion)
            throws IOException, InterruptedException {
        return install(source, written, null, completion);
    }

    /** Installs what the lock file records; if it records nothing, what the source names now. */
    public Installed restore(PackageSource source, String written) throws IOException, InterruptedException {
        return install(source, written, recorded(source, written), Completion.NONE);
    }

    /** Returns whether a package is there as the settings and the lock file want it. */
    public boolean isInstalled(PackageSource source, String written) throws IOException {
        if (!Files.isDirectory(places.root(source))) {
            return source instanceof PackageSource.Local && Files.exists(places.root(source));
        }
        if (source instanceof PackageSource.Npm npmSource && npmSource.isPinned()) {
            var there = version(places.root(source));
            if (there != null && !there.equals(npmSource.version())) {
                return false;
            }
        }
        var wanted = recorded(source, written);
        var there = installed(source);
        if (source instanceof PackageSource.Maven jar && there != null) {
            var version = jar.coordinates().version();
            if (version != null && !version.equals(there.version())) {
                return false;
            }
        }
        return wanted == null || there == null || there.isSameContent(wanted);
    }

    /** Installs a newer version if there is one; returns what is installed then, or null if nothing changed. */
    public @Nullable Installed update(PackageSource source, String written) throws IOException, InterruptedException {
        requireNetwork(source);
        var there = installed(source);
        if (there != null && Files.isDirectory(places.root(source))) {
            var newest = newest(source);
            if (there.version().startsWith(newest) && !newest.isEmpty()) {
                return null;
            }
        }
        return install(source, written, null, Completion.NONE);
    }

    private String newest(PackageSource source) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("pawl-packages");
        try {
            if (source instanceof PackageSource.Maven one) {
                return maven.newest(one);
            }
            return source instanceof PackageSource.Npm one
                    ? npm.newest(one, folder)
                    : git.newest((PackageSource.Git) source, folder);
        } finally {
            FileTree.delete(folder);
        }
    }

    /** Removes the files of a package and forgets it. */
    public void remove(PackageSource source) throws IOException, InterruptedException {
        if (!(source instanceof PackageSource.Local)) {
            var root = places.installRoot(source);
            if (Files.exists(root)) {
                try (var _ = turn(source)) {
                    var aside = fresh(source);
                    Files.move(root, aside, StandardCopyOption.ATOMIC_MOVE);
                    FileTree.delete(aside);
                    prune(root.getParent(), places.store(source));
                }
            }
        }
        lock.remove(source.identity());
    }

    /** Returns what an installed package is recorded as; null if it was not installed from here. */
    public @Nullable Installed installed(PackageSource source) throws IOException {
        if (source instanceof PackageSource.Local) {
            return null;
        }
        try {
            return Installed.read(JsonObject.parse(RegularFile.read(places.record(source), LARGEST_RECORD)));
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return null;
        }
    }

    /** The folder with the files of a package. */
    public Path root(PackageSource source) {
        return places.root(source);
    }

    /** Returns whether the files of a package are those that were installed; true where that is not known. */
    public boolean isUnchanged(PackageSource source) throws IOException {
        var there = installed(source);
        return there == null || options.scripts() || there.tree().equals(Tree.hash(places.root(source)));
    }

    /** How a package differs from what was installed and from what the settings want; null if it does not. */
    public @Nullable String difference(PackageSource source, String written) throws IOException {
        if (!Files.exists(places.root(source))) {
            return "not installed";
        }
        if (!isUnchanged(source)) {
            return "its files were changed since it was installed";
        }
        return isInstalled(source, written)
                ? null
                : "not as packages.lock.json and the settings want it; the next start installs it";
    }

    private @Nullable Installed recorded(PackageSource source, String written) throws IOException {
        var recorded = lock.find(source.identity());
        return recorded != null && recorded.source().equals(written) ? recorded : null;
    }

    private static @Nullable String version(Path root) throws IOException {
        try {
            return JsonObject.parse(RegularFile.read(root.resolve("package.json"), LARGEST_RECORD))
                    .string("version");
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return null;
        }
    }

    private void requireNetwork(PackageSource source) throws InstallFailed {
        if (options.offline() && !(source instanceof PackageSource.Local)) {
            throw new InstallFailed("nothing is fetched while offline. Try again without --offline and PI_OFFLINE");
        }
    }

    private Installed install(PackageSource source, String written, @Nullable Installed locked, Completion completion)
            throws IOException, InterruptedException {
        requireNetwork(source);
        if (source instanceof PackageSource.Local local) {
            if (!Files.exists(local.path())) {
                throw new InstallFailed("there is no file or folder " + local.path());
            }
            completion.run();
            return new Installed(written, "", null, "", JsonObject.empty());
        }
        try {
            return installed(source, written, locked, completion);
        } finally {
            prune(places.store(source), places.folder());
        }
    }

    private Installed installed(PackageSource source, String written, @Nullable Installed locked, Completion completion)
            throws IOException, InterruptedException {
        try (var _ = turn(source)) {
            var fresh = fresh(source);
            try {
                var installed = fetched(source, written, locked, fresh);
                Tree.check(fresh);
                record(source, fresh, installed);
                exchange(source, fresh, installed, completion);
                return installed;
            } finally {
                FileTree.delete(fresh);
            }
        }
    }

    private Installed fetched(PackageSource source, String written, @Nullable Installed locked, Path fresh)
            throws IOException, InterruptedException {
        if (source instanceof PackageSource.Npm one) {
            Files.createDirectory(fresh);
            return npm.install(one, written, fresh, locked, options.scripts());
        }
        if (source instanceof PackageSource.Maven one) {
            Files.createDirectory(fresh);
            return maven.install(one, written, fresh, locked);
        }
        return git.install((PackageSource.Git) source, written, fresh, locked, options.scripts());
    }

    private void record(PackageSource source, Path fresh, Installed installed) throws IOException {
        var inside = places.installRoot(source).relativize(places.record(source));
        Files.writeString(fresh.resolve(inside), installed.json().toString());
    }

    /** Puts the fresh folder in its place; if anything fails from here on, the old one comes back. */
    private void exchange(PackageSource source, Path fresh, Installed installed, Completion completion)
            throws IOException, InterruptedException {
        var root = places.installRoot(source);
        var before = lock.find(source.identity());
        var old = Files.exists(root) ? fresh(source) : null;
        Files.createDirectories(root.getParent());
        var ignored = places.store(source).resolve(".gitignore");
        if (!Files.exists(ignored)) {
            Files.writeString(ignored, "*\n");
        }
        if (old != null) {
            Files.move(root, old, StandardCopyOption.ATOMIC_MOVE);
        }
        boolean done = false;
        try {
            Files.move(fresh, root, StandardCopyOption.ATOMIC_MOVE);
            lock.put(source.identity(), installed);
            completion.run();
            done = true;
        } finally {
            if (!done) {
                if (Files.exists(root)) {
                    Files.move(root, fresh, StandardCopyOption.ATOMIC_MOVE);
                }
                if (old != null) {
                    Files.move(old, root, StandardCopyOption.ATOMIC_MOVE);
                } else {
                    prune(root.getParent(), places.store(source));
                }
                if (before == null) {
                    lock.remove(source.identity());
                } else {
                    lock.put(source.identity(), before);
                }
            }
        }
        if (old != null) {
            FileTree.delete(old);
        }
    }

    /** A name that does not exist yet, beside the packages, so that it can be renamed to one of them. */
    private Path fresh(PackageSource source) {
        return places.store(source).resolve(".fresh-" + UUID.randomUUID());
    }

    /** One installation in a store at a time; what an earlier one left behind when it was killed is removed. */
    private LockFolder turn(PackageSource source) throws IOException, InterruptedException {
        var store = places.store(source);
        Files.createDirectories(store);
        var turn = LockFolder.take(store.resolve("installing"), STALE, PATIENCE);
        try (var left = Files.newDirectoryStream(store, ".fresh-*")) {
            for (var folder : left) {
                FileTree.delete(folder);
            }
        }
        return turn;
    }

    private static void prune(@Nullable Path from, Path upTo) throws IOException {
        for (var empty = from; empty != null && !empty.equals(upTo); empty = empty.getParent()) {
            try {
                Files.deleteIfExists(empty);
            } catch (DirectoryNotEmptyException e) {
                return;
            }
        }
    }
}
