package dev.pawl.packages.install;

import dev.pawl.api.json.JsonObject;
import dev.pawl.packages.maven.Coordinates;
import dev.pawl.packages.maven.HookDependencies;
import dev.pawl.packages.maven.MavenRepositories;
import dev.pawl.packages.maven.Resolver;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Fetches a jar of hooks from a Maven repository into an empty folder, and what it needs into the folder {@code lib}. */
final class Maven {
    private static final String SERVICE = "META-INF/services/dev.pawl.api.Hook";

    private final PackageInstaller.Options options;

    Maven(PackageInstaller.Options options) {
        this.options = options;
    }

    /**
     * Installs a jar.
     *
     * @param locked the version and content that it must have; null for the newest one that the source allows
     */
    Installed install(PackageSource.Maven source, String written, Path folder, @Nullable Installed locked)
            throws IOException {
        var asked = source.coordinates();
        var wanted = locked == null ? asked : withVersion(asked, locked.version());
        var found = resolved(wanted);
        var hook = Files.createDirectory(folder.resolve("hook"));
        var version = "";
        for (var one : found) {
            boolean main = one.coordinates().group().equals(asked.group())
                    && one.coordinates().artifact().equals(asked.artifact())
                    && one.coordinates().classifier().equals(asked.classifier());
            if (main) {
                version = String.valueOf(one.coordinates().version());
                check(one);
                Files.copy(one.file(), hook.resolve("index.jar"));
            } else if (one.coordinates().extension().equals("jar")) {
                var lib = Files.createDirectories(hook.resolve("lib"));
                Files.copy(
                        one.file(),
                        lib.resolve(one.coordinates().group() + "-" + one.file().getFileName()));
            }
        }
        if (version.isEmpty()) {
            throw new InstallFailed("the repository answered without " + asked);
        }
        var tree = Tree.hash(hook);
        if (locked != null && !locked.tree().equals(tree)) {
            throw new InstallFailed(asked + " and what it needs have other content than packages.lock.json records. One"
                    + " of them was changed; install it again only if you know why");
        }
        return new Installed(written, version, null, tree, JsonObject.empty());
    }

    /** The version that a source names now. */
    String newest(PackageSource.Maven source) throws IOException {
        var version = source.coordinates().version();
        if (version != null) {
            return version;
        }
        var alone = new Coordinates(
                source.coordinates().group(),
                source.coordinates().artifact(),
                null,
                source.coordinates().classifier(),
                "fatjar");
        return String.valueOf(resolved(alone).getFirst().coordinates().version());
    }

    private List<Resolver.Found> resolved(Coordinates wanted) throws IOException {
        options.progress().accept("fetching mvn:" + wanted);
        var home = options.environment().getOrDefault("HOME", System.getProperty("user.home"));
        return HookDependencies.resolved(
                new Resolver.Request(
                        List.of(wanted),
                        true,
                        new MavenRepositories(options.agentDir()).all(),
                        Path.of(home, ".m2"),
                        options.offline()),
                options.progress());
    }

    private static Coordinates withVersion(Coordinates asked, String version) {
        return new Coordinates(asked.group(), asked.artifact(), version, asked.classifier(), asked.type());
    }

    private static void check(Resolver.Found found) throws IOException {
        try (var jar = new JarFile(found.file().toFile(), false)) {
            if (jar.getEntry(SERVICE) == null) {
                throw new InstallFailed(found.coordinates() + " holds no hook: it has no file " + SERVICE);
            }
        } catch (ZipException e) {
            throw new InstallFailed(found.coordinates() + " is not a jar, or a damaged one: " + e.getMessage(), e);
        }
    }
}
