package dev.pawl.packages.install;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FileTree;
import dev.pawl.base.RegularFile;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fetches packages from an npm registry into an empty folder, with npm itself and without running their scripts. */
final class Npm {
    private static final List<String> QUIET =
            List.of("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error");
    /** The {@code .npmrc} of a package could name another program, which npm would run for dependencies that are repositories. */
    private static final List<String> OWN_PROGRAMS = List.of("--git=git", "--no-workspaces");

    private static final int LARGEST_LOCK = 64 << 20;

    private final Commands commands;
    private final Consumer<String> progress;

    Npm(Commands commands, Consumer<String> progress) {
        this.commands = commands;
        this.progress = progress;
    }

    /**
     * Installs a package and what it depends on.
     *
     * @param locked the version and content that it must have; null for the newest one that the source allows
     * @param scripts whether its install scripts are run
     */
    Installed install(
            PackageSource.Npm source, String written, Path folder, @Nullable Installed locked, boolean scripts)
            throws IOException, InterruptedException {
        var spec = locked == null ? source.spec() : source.name() + "@" + locked.version();
        progress.accept("fetching npm:" + spec);
        stop(folder);
        var packed = packed(spec, folder);
        var version = packed.string("version", "");
        var integrity = packed.string("integrity", "");
        if (!packed.string("name", "").equals(source.name())) {
            throw new InstallFailed("the registry answered with the package " + packed.string("name", "")
                    + " instead of " + source.name());
        }
        if (locked != null && locked.integrity() != null && !integrity.equals(locked.integrity())) {
            throw new InstallFailed("the archive of " + source.name() + "@" + version + " has the hash " + integrity
                    + ", but packages.lock.json has " + locked.integrity()
                    + ". One of them was changed; install it again only if you know why");
        }
        progress.accept("installing npm:" + source.name() + "@" + version);
        var manifest = JsonObject.of("name", "pawl-package", "private", true)
                .with("dependencies", JsonObject.of(source.name(), version));
        Files.writeString(folder.resolve("package.json"), manifest.toString());
        boolean again = false;
        if (locked != null && !locked.npm().isEmpty()) {
            again = true;
            Files.writeString(
                    folder.resolve("package-lock.json"), lock(manifest, locked).toString());
        }
        npm(folder, again ? "ci" : "install", "--omit=dev", "--legacy-peer-deps");
        var lock = JsonObject.parse(RegularFile.read(folder.resolve("package-lock.json"), LARGEST_LOCK))
                .object("packages");
        var entry = lock.object("node_modules/" + source.name());
        if (!integrity.equals(entry.string("integrity", ""))) {
            throw new InstallFailed("npm installed other content than the archive of " + source.name() + "@" + version
                    + " that was checked. Try again");
        }
        var root = folder.resolve("node_modules").resolve(source.name());
        var tree = Tree.hash(root);
        if (scripts) {
            progress.accept("running the install scripts of npm:" + source.name());
            rebuild(folder);
        }
        return new Installed(written, version, integrity, tree, lock.without(""));
    }

    /** Installs the dependencies of a folder that has a {@code package.json}. */
    void dependencies(Path folder, boolean scripts) throws IOException, InterruptedException {
        progress.accept("installing the dependencies");
        npm(folder, "install", "--omit=dev", "--legacy-peer-deps", "--no-package-lock");
        if (scripts) {
            rebuild(folder);
        }
    }

    /** The newest version that a source allows. */
    String newest(PackageSource.Npm source, Path folder) throws IOException, InterruptedException {
        progress.accept("looking for npm:" + source.spec());
        stop(folder);
        var output = npm(folder, "view", source.spec(), "version", "--json").strip();
        var answer = output.isEmpty() ? null : Json.parse(output);
        var last = answer instanceof List<?> versions && !versions.isEmpty() ? versions.getLast() : answer;
        if (!(last instanceof String version)) {
            throw new InstallFailed("the registry has no version of " + source.spec());
        }
        return version;
    }

    /** Without a manifest npm would look for one, and for configuration, in the folders above. */
    private static void stop(Path folder) throws IOException {
        Files.writeString(folder.resolve("package.json"), "{\"private\":true}");
    }

    /** Fetches the archive alone and looks through it; npm unpacks the same one afterwards. */
    private JsonObject packed(String spec, Path folder) throws IOException, InterruptedException {
        var archives = Files.createDirectory(folder.resolve(".archive"));
        try {
            npm(folder, "pack", spec, "--pack-destination", archives.toString());
            try (var files = Files.list(archives)) {
                var file = files.findFirst().orElseThrow(() -> new InstallFailed("npm fetched no archive for " + spec));
                var manifest = Archive.check(file);
                if (manifest.isEmpty()) {
                    throw new InstallFailed("the archive of " + spec + " has no package.json");
                }
                return manifest.with("integrity", integrity(file));
            }
        } finally {
            FileTree.delete(archives);
        }
    }

    private static String integrity(Path file) throws IOException {
        try {
            var hash = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
            return "sha512-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }

    private static JsonObject lock(JsonObject manifest, Installed locked) {
        var packages = JsonObject.of("", manifest).with(locked.npm());
        return JsonObject.of("name", "pawl-package", "lockfileVersion", 3)
                .with("requires", true)
                .with("packages", packages);
    }

    private String npm(Path folder, String... words) throws IOException, InterruptedException {
        return npm(folder, List.of(words), QUIET);
    }

    /** Runs the install scripts. */
    private void rebuild(Path folder) throws IOException, InterruptedException {
        npm(folder, List.of("rebuild"), List.of("--no-update-notifier", "--loglevel=error"));
    }

    /**
     * Without its own folder named, npm takes a folder above whose {@code package.json} calls this one a workspace, with
     * the scripts, the dependencies and the {@code .npmrc} of that folder.
     */
    private String npm(Path folder, List<String> words, List<String> more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(words);
        arguments.addAll(more);
        arguments.addAll(OWN_PROGRAMS);
        arguments.add("--prefix=" + folder);
        return commands.npm(folder, arguments);
    }
}
