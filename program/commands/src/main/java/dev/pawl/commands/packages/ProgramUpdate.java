package dev.pawl.commands.packages;

import dev.pawl.base.FileTree;
import dev.pawl.base.GitCommand;
import dev.pawl.base.Programs;
import dev.pawl.base.RegularFile;
import dev.pawl.cli.Refusal;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Updates the program itself, in the way it was installed: a clone, an npm package, an archive. */
final class ProgramUpdate {
    /** The file of an image that names the address of its releases. */
    static final String RELEASES = ".launch/releases";

    /** The file of an image that another program installed: how it is updated. */
    static final String ADVICE = ".launch/update";

    private static final int LARGEST_FILE = 1 << 12;
    private static final int LAST_WORDS = 800;

    private final Path home;
    private final String version;
    private final Map<String, String> environment;
    private final Consumer<String> progress;

    /**
     * @param home the folder of the program, with its launcher
     * @param version the version that runs
     */
    ProgramUpdate(Path home, String version, Map<String, String> environment, Consumer<String> progress) {
        this.home = home;
        this.version = version;
        this.environment = environment;
        this.progress = progress;
    }

    /** The folder of the program that runs; null if it was not started by its launcher. */
    static @Nullable Path home(String classPath) {
        int end = classPath.indexOf(File.pathSeparatorChar);
        // Started by the link bin/pawl, the launcher names the folder as bin/.., which has no name of its own to
        // rename.
        var first = Path.of(end < 0 ? classPath : classPath.substring(0, end))
                .toAbsolutePath()
                .normalize();
        for (var folder = first.getParent(); folder != null; folder = folder.getParent()) {
            if (folder.endsWith(".launch")) {
                return folder.getParent();
            }
        }
        return null;
    }

    /** Updates it; the returned sentence describes what was done. */
    String run() throws IOException, InterruptedException {
        if (Files.exists(home.resolve("pom.xml"))) {
            return pull();
        }
        var place = home.toString();
        if (place.contains("/node_modules/@pawl/")) {
            return npm(place.substring(0, place.indexOf("/node_modules/@pawl/")));
        }
        if (Files.exists(home.resolve(ADVICE))) {
            throw Refusal.because(text(ADVICE));
        }
        if (!Files.exists(home.resolve(RELEASES))) {
            throw Refusal.because("the archive in " + home + " does not name where newer ones are (" + RELEASES
                    + "). Unpack a newer archive in its place, or write the address into that file");
        }
        return exchange(new Releases(text(RELEASES), progress));
    }

    private String text(String name) throws IOException {
        return new String(RegularFile.read(home.resolve(name), LARGEST_FILE), StandardCharsets.UTF_8).strip();
    }

    private String pull() throws IOException, InterruptedException {
        progress.accept("git pull in " + home);
        var command = GitCommand.of("pull", "--ff-only", "--quiet");
        var before = head();
        call(command.words(), "git pull");
        return before.equals(head())
                ? "Pawl " + version + " in " + home + " is up to date"
                : "Updated the clone " + home + "; the next start builds it";
    }

    private String head() throws IOException, InterruptedException {
        return call(GitCommand.of("rev-parse", "HEAD").words(), "git rev-parse");
    }

    /** @param above the folder that holds node_modules; that of a global installation is called lib */
    private String npm(String above) throws IOException, InterruptedException {
        var folder = above.contains("/node_modules/") ? above.substring(0, above.indexOf("/node_modules/")) : above;
        if (!folder.endsWith("/lib")) {
            throw Refusal.because("Pawl was installed for the project " + folder
                    + ", so it is updated there: npm install pawl@latest");
        }
        progress.accept("npm install -g pawl@latest");
        var prefix = folder.substring(0, folder.length() - "/lib".length());
        var install = List.of("npm", "install", "-g", "--prefix", prefix.isEmpty() ? "/" : prefix, "pawl@latest");
        var words = new ArrayList<>(install);
        words.addAll(List.of("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"));
        call(words, "npm install");
        return "Updated the npm package pawl";
    }

    /** Puts a newer image in the place of this one, which stays beside it. */
    private String exchange(Releases releases) throws IOException, InterruptedException {
        var newest = releases.newest();
        if (newest.equals(version)) {
            return "Pawl " + version + " is up to date";
        }
        if (Releases.isOlder(newest, version)) {
            return "Pawl " + version + " is newer than the newest release, " + newest + ", and stays";
        }
        var folder = home.getParent();
        if (folder == null || !Files.isWritable(folder)) {
            throw Refusal.because("Pawl " + newest + " cannot be put in place, because " + folder + " is not writable");
        }
        var work = Files.createTempDirectory(folder, ".pawl-update");
        try {
            var archive = releases.fetch(newest, work);
            progress.accept("unpacking " + archive.getFileName());
            call(List.of("tar", "-xzf", archive.toString(), "-C", work.toString(), "--no-same-owner"), "tar");
            var fresh = work.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
            var reported = call(List.of(fresh.resolve("pawl").toString(), "--version"), "the new program");
            if (!reported.equals(newest)) {
                throw new IOException("the archive of " + newest + " holds a program that calls itself " + reported);
            }
            if (!Files.exists(fresh.resolve(RELEASES))) {
                Files.copy(home.resolve(RELEASES), fresh.resolve(RELEASES));
            }
            var previous = home.resolveSibling(home.getFileName() + ".previous");
            FileTree.delete(previous);
            Files.move(home, previous, StandardCopyOption.ATOMIC_MOVE);
            try {
                Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                Files.move(previous, home, StandardCopyOption.ATOMIC_MOVE);
                throw e;
            }
            return "Updated Pawl from " + version + " to " + newest + "; the former one is in " + previous;
        } finally {
            FileTree.delete(work);
        }
    }

    private String call(List<String> words, String name) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(Programs.command(words, environment))
                .directory(home.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(GitCommand.environment(Programs.withoutRelativePath(environment)));
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(name + " failed: "
                    + (output.length() > LAST_WORDS ? "… " + output.substring(output.length() - LAST_WORDS) : output));
        }
        return output;
    }
}
