package dev.pawl.packages.install;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.GitCommand;
import dev.pawl.base.RegularFile;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Clones git repositories into a folder that does not exist yet; nothing that they bring is run. */
final class Git {
    private static final int LARGEST_MANIFEST = 4 << 20;

    private final Commands commands;
    private final Npm npm;
    private final Consumer<String> progress;

    Git(Commands commands, Npm npm, Consumer<String> progress) {
        this.commands = commands;
        this.npm = npm;
        this.progress = progress;
    }

    /**
     * Installs a repository.
     *
     * @param locked the commit and content that it must have; null for what the source names now
     */
    Installed install(
            PackageSource.Git source, String written, Path folder, @Nullable Installed locked, boolean scripts)
            throws IOException, InterruptedException {
        var wanted = locked == null ? source.ref() : locked.version();
        progress.accept("cloning " + source.identity() + (source.ref() == null ? "" : "@" + source.ref()));
        git(folder, "clone", "--quiet", "--no-checkout", "--", source.repo(), folder.toString());
        if (wanted != null) {
            checkout(source, folder, wanted);
        } else {
            git(folder, "checkout", "--quiet", "HEAD");
        }
        var commit = git(folder, "rev-parse", "HEAD").strip();
        Tree.check(folder);
        var tree = Tree.hash(folder);
        if (locked != null && !locked.tree().equals(tree)) {
            throw new InstallFailed("the commit " + commit + " of " + source.identity()
                    + " has other content than packages.lock.json records. Look at it, then install it again");
        }
        if (hasDependencies(folder)) {
            npm.dependencies(folder, scripts);
        }
        return new Installed(written, commit, null, tree, JsonObject.empty());
    }

    private void checkout(PackageSource.Git source, Path folder, String wanted)
            throws IOException, InterruptedException {
        for (var name : List.of("origin/" + wanted, wanted)) {
            try {
                var commit = git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}");
                git(folder, "checkout", "--quiet", "--detach", commit.strip());
                return;
            } catch (InstallFailed e) {
                // It may be a tag or a commit.
            }
        }
        throw new InstallFailed(source.identity() + " has no branch, tag or commit \"" + wanted + "\"");
    }

    /** The commit that a source names now. */
    String newest(PackageSource.Git source, Path folder) throws IOException, InterruptedException {
        progress.accept("looking at " + source.identity());
        var ref = source.ref() == null ? "HEAD" : source.ref();
        var output = git(folder, "ls-remote", "--", source.repo(), ref, ref + "^{}");
        // An annotated tag has a second line, with the commit that it means.
        var line = output.lines().reduce((_, last) -> last).orElse("");
        int end = line.indexOf('\t');
        return end < 0 && source.ref() != null ? source.ref() : line.substring(0, Math.max(end, 0));
    }

    private static boolean hasDependencies(Path folder) throws IOException {
        var manifest = folder.resolve("package.json");
        if (!Files.exists(manifest)) {
            return false;
        }
        try {
            return !JsonObject.parse(RegularFile.read(manifest, folder, LARGEST_MANIFEST))
                    .object("dependencies")
                    .isEmpty();
        } catch (IllegalArgumentException e) {
            throw new InstallFailed("its package.json cannot be understood: " + e.getMessage(), e);
        }
    }

    /** Never inside of another repository, whose configuration could name programs. */
    private String git(Path folder, String... arguments) throws IOException, InterruptedException {
        var place = Files.isDirectory(folder) ? folder : Path.of(System.getProperty("java.io.tmpdir"));
        return commands.git(place, GitCommand.of(arguments));
    }
}
