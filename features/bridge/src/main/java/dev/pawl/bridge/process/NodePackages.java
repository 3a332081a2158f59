package dev.pawl.bridge.process;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import dev.pawl.base.FileTree;
import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The files that the other process needs: its scripts, and the npm packages that hooks import by pi's names. */
public final class NodePackages implements AutoCloseable {
    // format:off
    private static final List<String> SCRIPTS = List.of(
            "host.mjs", "channel.mjs", "protocol.mjs", "packages.mjs", "session.mjs", "context.mjs", "functions.mjs",
            "models.mjs", "ui.mjs", "components.mjs", "events.mjs", "extension.mjs", "bus.mjs", "tools.mjs",
            "providers.mjs", "factories.mjs", "failures.mjs", "rounds.mjs", "pipe.mjs", "children.mjs", "pi.mjs",
            "watchdog.mjs", "mods.mjs", "mod-events.mjs", "mod-calls.mjs", "mod-files.mjs", "mod-tools.mjs", "realm.mjs");
    private static final List<String> INSTALL = List.of(
            "npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error",
            "--fetch-retries=1", "--engine-strict=false");
    // format:on
    private static final String FETCH = "fetch.mjs";
    private static final int STEPS = 4;
    private static final int VERSION_LENGTH = 16;
    private static final String ENDING = "the program ended while packages for TypeScript hooks were installed";

    private final NodeSetup setup;
    private volatile boolean closed;
    private volatile @Nullable Process installing;

    public NodePackages(NodeSetup setup) {
        this.setup = setup;
    }

    /** The folder with the scripts, written where the packages are if it is not there yet. */
    public Path scripts() throws IOException {
        var given = setup.environment().get(NodeSetup.PACKAGES);
        var beside = given == null || given.isEmpty() ? home() : Path.of(given);
        var name = "host-" + version();
        var folder = beside.resolve(name);
        if (!Files.exists(folder.resolve(SCRIPTS.getFirst()))) {
            var parent = Files.isWritable(beside) ? beside : Files.createDirectories(home());
            folder = parent.resolve(name);
            if (!Files.exists(folder.resolve(SCRIPTS.getFirst()))) {
                var fresh = Files.createTempDirectory(parent, "host");
                for (var script : SCRIPTS) {
                    Files.write(fresh.resolve(script), resource(script));
                }
                Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
                moveTo(folder, fresh, SCRIPTS.getFirst());
            }
        }
        return folder;
    }

    /** Changes with every script. Computing it takes as long as all else before Node can start, so the build does it. */
    private static String version() throws IOException {
        try (var in = NodePackages.class.getResourceAsStream("node/scripts.sum")) {
            if (in != null) {
                return new String(in.readNBytes(VERSION_LENGTH), StandardCharsets.US_ASCII);
            }
        }
        var hash = new CRC32C();
        for (var name : SCRIPTS) {
            hash.update(resource(name));
        }
        return Long.toHexString(hash.getValue());
    }

    /** The folder whose {@code node_modules} holds the packages, installed if it is not there yet. */
    public Path packages() throws IOException, InterruptedException {
        var given = setup.environment().get(NodeSetup.PACKAGES);
        if (given != null && !given.isEmpty()) {
            return Path.of(given);
        }
        var lock = resource("package-lock.json");
        var hash = new CRC32C();
        hash.update(lock);
        var folder = home().resolve("packages-" + Long.toHexString(hash.getValue()));
        if (!Files.exists(folder.resolve("node_modules"))) {
            install(folder, lock);
        }
        return folder;
    }

    /** Where compiled hooks are kept: beside the packages, or where the loader itself keeps them. */
    public Object compiled(Path packages) {
        return Files.isWritable(packages) ? packages.resolve("compiled").toString() : true;
    }

    private Path home() {
        return setup.agentDir().resolve("cache").resolve("pawl-node");
    }

    private void install(Path folder, byte[] lock) throws IOException, InterruptedException {
        if (setup.offline()) {
            throw new IOException("TypeScript hooks need npm packages, which are not there yet, and nothing is fetched"
                    + " while offline. Start once without --offline and PI_OFFLINE, or name a folder that has them in "
                    + NodeSetup.PACKAGES + " (npm install " + String.join(" ", needed()) + ")");
        }
        setup.reports().progress().accept("installing packages for TypeScript hooks (once, about 35 MB)");
        var fresh = Files.createTempDirectory(Files.createDirectories(home()), "packages");
        try {
            Files.write(fresh.resolve("package.json"), resource("package.json"));
            Files.write(fresh.resolve("package-lock.json"), lock);
            if (!fetched(fresh)) {
                npm(fresh);
            }
            moveTo(folder, fresh, "node_modules");
        } finally {
            FileTree.delete(fresh);
        }
    }

    /** Whether the packages could be fetched without npm, which takes many times as long and installs all of them. */
    private boolean fetched(Path folder) throws IOException, InterruptedException {
        var npm = NpmConfiguration.read(setup.environment());
        if (npm == null) {
            return false;
        }
        var certificates = npm.certificates();
        var more = certificates == null ? Map.<String, String>of() : Map.of("NODE_EXTRA_CA_CERTS", certificates);
        Files.write(folder.resolve(FETCH), resource(FETCH));
        try {
            var command = List.of(setup.node(), folder.resolve(FETCH).toString(), folder.toString(), npm.registry());
            var ended = run(folder, command, more, new Progress(setup.reports().progress())::line);
            if (ended.code() == 0) {
                return true;
            }
        } catch (NotStarted e) {
            // npm is asked, and reports what is missing.
        }
        FileTree.delete(folder.resolve("node_modules"));
        return false;
    }

    private void npm(Path folder) throws IOException, InterruptedException {
        Ended ended;
        try {
            ended = run(folder, INSTALL, Map.of(), _ -> {});
        } catch (NotStarted e) {
            throw new IOException(
                    "the packages that TypeScript hooks need could not be installed, because npm could not be started ("
                            + e.getMessage() + "). Install Node.js with npm, or name a folder with the packages in "
                            + NodeSetup.PACKAGES,
                    e);
        }
        if (ended.code() != 0) {
            var reason = FailureText.ofNpm(ended.output()).lines().findFirst().orElse("exit code " + ended.code());
            throw new IOException("the packages that TypeScript hooks need could not be installed: npm reports \""
                    + reason + "\". They are needed once; try again with a network");
        }
    }

    private record Ended(int code, String output) {}

    /** A program could not be started. */
    private static final class NotStarted extends IOException {
        private static final long serialVersionUID = 1;

        NotStarted(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private Ended run(Path folder, List<String> command, Map<String, String> more, Consumer<String> lines)
            throws IOException, InterruptedException {
        Process started;
        try {
            var builder = new ProcessBuilder(Programs.command(command, setup.environment()))
                    .directory(folder.toFile())
                    .redirectErrorStream(true);
            builder.environment().putAll(Programs.withoutRelativePath(setup.environment()));
            builder.environment().putAll(more);
            started = builder.start();
            installing = started;
        } catch (IOException e) {
            throw new NotStarted(e);
        }
        try (var out = started.inputReader(StandardCharsets.UTF_8)) {
            if (closed) {
                throw new IOException(ENDING);
            }
            started.getOutputStream().close();
            var output = new StringBuilder();
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                lines.accept(line);
                output.append(line).append('\n');
            }
            int code = started.waitFor();
            // An npm whose children were ended may still report success.
            if (closed) {
                throw new IOException(ENDING);
            }
            return new Ended(code, output.toString().strip());
        } finally {
            end(started);
        }
    }

    /** Passes on every fourth part of what {@code fetch.mjs} reports. */
    private static final class Progress {
        private final Consumer<String> reports;
        private int passed;

        Progress(Consumer<String> reports) {
            this.reports = reports;
        }

        void line(String line) {
            var words = line.split(" ", -1);
            if (words.length == 3 && words[0].matches("\\d{1,6}") && words[1].matches("[1-9]\\d{0,5}")) {
                int done = Integer.parseInt(words[0]);
                int all = Integer.parseInt(words[1]);
                int step = done * STEPS / all;
                if (step > passed && step < STEPS) {
                    passed = step;
                    reports.accept("installing packages for TypeScript hooks: " + done + " of " + all);
                }
            }
        }
    }

    /** Ends an installation that is under way; what it wrote is removed by the thread that started it. */
    @Override
    public void close() {
        closed = true;
        var process = installing;
        if (process != null) {
            end(process);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /**
     * Another process may have been first, which is as good.
     *
     * @param content what is in a folder that is complete
     */
    private static void moveTo(Path folder, Path fresh, String content) throws IOException {
        try {
            Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Another program was first; the JDK has no exception of its own for that.
            if (!Files.exists(folder.resolve(content))) {
                throw e;
            }
            FileTree.delete(fresh);
        }
    }

    /** The packages as npm is asked for them. */
    private static List<String> needed() throws IOException {
        return JsonObject.parse(resource("package.json")).object("dependencies").asMap().entrySet().stream()
                .map(one -> one.getKey() + "@" + one.getValue())
                .toList();
    }

    private static byte[] resource(String name) throws IOException {
        try (var in = NodePackages.class.getResourceAsStream("node/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }
}
