package dev.pawl.commands.packages;

import dev.pawl.base.FileTree;
import dev.pawl.base.GitCommand;
import dev.pawl.base.NaturalOrder;
import dev.pawl.base.Programs;
import dev.pawl.base.RegularFile;
import dev.pawl.base.Sha256;
import dev.pawl.base.net.Network;
import dev.pawl.cli.Refusal;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Updates the program itself, in the way it was installed: a clone, an npm package, an archive. */
final class ProgramUpdate {
    /** The file of an image that names the address of its releases. */
    static final String RELEASES = ".launch/releases";

    /** The file of an image with the key that its releases are signed with. */
    static final String KEY = ".launch/release-key";

    /** The file of an image that another program installed: how it is updated. */
    static final String ADVICE = ".launch/update";

    private static final int LARGEST_FILE = 1 << 12;
    private static final int LAST_WORDS = 800;

    private final Path home;
    private final String version;
    private final Map<String, String> environment;
    private final Network network;
    private final Consumer<String> progress;

    /**
     * @param home the folder of the program, with its launcher
     * @param version the version that runs
     * @param network the way to the releases
     */
    ProgramUpdate(
            Path home, String version, Map<String, String> environment, Network network, Consumer<String> progress) {
        this.network = network;
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
        return exchange(new Releases(text(RELEASES), network, progress));
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
            if (Files.exists(home.resolve(KEY))) {
                releases.checkSignature(archive, ReleaseKey.read(home.resolve(KEY)));
            } else {
                progress.accept(
                        "this Pawl was built without a key of its releases, so only the checksum is known to be good");
            }
            progress.accept("unpacking " + archive.getFileName());
            call(List.of("tar", "-xzf", archive.toString(), "-C", work.toString(), "--no-same-owner"), "tar");
            var fresh = work.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
            var reported = call(List.of(fresh.resolve("pawl").toString(), "--version"), "the new program");
            if (!reported.lines().findFirst().orElse("").equals(newest)) {
                throw new IOException("the archive of " + newest + " holds a program that calls itself " + reported);
            }
            for (var kept : List.of(RELEASES, KEY)) {
                if (Files.exists(home.resolve(kept)) && !Files.exists(fresh.resolve(kept))) {
                    Files.copy(home.resolve(kept), fresh.resolve(kept));
                }
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

    /** The archives that are offered at an address: the file {@code latest} names a version, checksums are beside them. */
    static final class Releases {
        private static final Duration PATIENCE = Duration.ofSeconds(20);
        private static final int LARGEST_TEXT = 1 << 12;
        private static final Pattern LOOPBACK = Pattern.compile("http://(127\\.0\\.0\\.1|localhost|\\[::1])[:/]");

        private final String address;
        private final Network network;
        private final Consumer<String> progress;

        Releases(String address, Network network, Consumer<String> progress) {
            this.network = network;
            if (!address.startsWith("https://") && !LOOPBACK.matcher(address).lookingAt()) {
                throw Refusal.because("newer archives are only fetched over https, not from \"" + address + "\" ("
                        + ProgramUpdate.RELEASES + ")");
            }
            this.address = address.endsWith("/") ? address : address + "/";
            this.progress = progress;
        }

        /** Returns whether a version comes before another; one such as 1.2.0-rc1 comes before 1.2.0. */
        static boolean isOlder(String version, String other) {
            int order = Arrays.compare(numbers(version), numbers(other));
            if (order != 0) {
                return order < 0;
            }
            var mine = preview(version);
            var theirs = preview(other);
            return (mine.isEmpty() || theirs.isEmpty())
                    ? theirs.isEmpty() && !mine.isEmpty()
                    : NaturalOrder.compare(mine, theirs) < 0;
        }

        private static String preview(String version) {
            int dash = version.indexOf('-');
            return dash < 0 ? "" : version.substring(dash + 1);
        }

        private static int[] numbers(String version) {
            return Stream.of(version.split("-")[0].split("\\."))
                    .mapToInt(Integer::parseInt)
                    .toArray();
        }

        /** The newest version. */
        String newest() throws IOException, InterruptedException {
            progress.accept("asking " + address);
            var version = text("latest").strip();
            if (!version.matches("[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}(-[0-9A-Za-z.]+)?")) {
                throw new IOException(address + "latest names no version: \""
                        + version.substring(0, Math.min(40, version.length())) + "\"");
            }
            return version;
        }

        /** Fetches the archive of this platform into a folder; its checksum must be the one beside it. */
        Path fetch(String version, Path folder) throws IOException, InterruptedException {
            var name = "pawl-" + version + "-" + platform() + ".tar.gz";
            var sum = text(name + ".sha256").strip();
            progress.accept("fetching " + address + name);
            var file = folder.resolve(name);
            send(name, HttpResponse.BodyHandlers.ofFile(file));
            var hash = Sha256.hex(file);
            if (!sum.startsWith(hash + " ") && !sum.equals(hash)) {
                throw new IOException(name + " has the SHA-256 " + hash + ", but " + name + ".sha256 has "
                        + sum.substring(0, Math.min(64, sum.length())));
            }
            return file;
        }

        /** The signature beside an archive must be of this key. */
        void checkSignature(Path archive, ReleaseKey key) throws IOException, InterruptedException {
            key.check(archive, text(archive.getFileName() + ".asc"));
        }

        static String platform() {
            var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            var arch = System.getProperty("os.arch");
            return (system.startsWith("mac") ? "darwin" : system.startsWith("linux") ? "linux" : "win32") + "-"
                    + (arch.equals("amd64") || arch.equals("x86_64") ? "x64" : "arm64");
        }

        private String text(String name) throws IOException, InterruptedException {
            return send(name, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), LARGEST_TEXT));
        }

        private <T> T send(String name, HttpResponse.BodyHandler<T> body) throws IOException, InterruptedException {
            try (var client = client()) {
                var answer = client.send(request(name), body);
                check(answer, name);
                return answer.body();
            } catch (ConnectException e) {
                throw new IOException(address + " cannot be reached. Check the network, then try again", e);
            }
        }

        private void check(HttpResponse<?> answer, String name) throws IOException {
            if (answer.statusCode() != 200) {
                throw new IOException(address + name + " answers " + answer.statusCode());
            }
        }

        private HttpRequest request(String name) {
            return network.request(URI.create(address + name)).build();
        }

        private HttpClient client() {
            return network.client()
                    .connectTimeout(PATIENCE)
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
        }
    }
}
