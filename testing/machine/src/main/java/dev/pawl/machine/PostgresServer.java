package dev.pawl.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server of the test's own, from the programs that Debian's package {@code postgresql} installs. */
public final class PostgresServer implements AutoCloseable {
    private final Path programs;
    private final Path folder;
    private final int port;
    private @Nullable Process server;

    private PostgresServer(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    /** Makes a database below a folder and starts the server; skips the test where PostgreSQL is not installed. */
    public static PostgresServer start(Path below) throws IOException, InterruptedException {
        var programs = programs();
        Needed.that(programs != null, "PostgreSQL is not installed (Debian: postgresql)");
        if (programs == null) {
            throw new IllegalStateException("the test was skipped");
        }
        // A server that is started by root runs as another user, who has to reach its folder.
        for (var path = below.toRealPath(); path.getParent() != null; path = path.getParent()) {
            if (Files.isWritable(path) && isRoot()) {
                var allowed = Files.getPosixFilePermissions(path);
                allowed.addAll(PosixFilePermissions.fromString("--x--x--x"));
                Files.setPosixFilePermissions(path, allowed);
            }
        }
        var folder = Files.createDirectory(below.resolve("postgres"));
        if (isRoot()) {
            run(List.of("chown", "nobody", folder.toString()));
        }
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        var made = new PostgresServer(programs, folder, port);
        run(made.as(
                "initdb",
                "-D",
                folder.resolve("data").toString(),
                "-U",
                "pawl",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync"));
        made.restart();
        return made;
    }

    private static @Nullable Path programs() throws IOException {
        var versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return null;
        }
        try (var found = Files.list(versions)) {
            return found.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private List<String> as(String program, String... arguments) {
        var words = new ArrayList<String>();
        if (isRoot()) {
            words.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"));
        }
        words.add(programs.resolve(program).toString());
        words.addAll(List.of(arguments));
        return words;
    }

    private static void run(List<String> words) throws IOException, InterruptedException {
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(words + " failed: " + output);
        }
    }

    /** The address of the database, as the program takes it. */
    public String address() {
        return "postgresql://127.0.0.1:" + port + "/postgres?user=pawl";
    }

    /** Ends the server as a crash would, with all its processes. */
    public void kill() {
        var running = server;
        if (running != null) {
            var all = new ArrayList<>(running.toHandle().descendants().toList());
            all.add(running.toHandle());
            all.forEach(ProcessHandle::destroyForcibly);
            for (var one : all) {
                one.onExit().join();
            }
        }
    }

    /** Starts the server, after a crash too, and waits until it answers. */
    public void restart() throws IOException, InterruptedException {
        var log = folder.resolveSibling("postgres.log").toFile();
        var started = new ProcessBuilder(as(
                        "postgres",
                        "-D",
                        folder.resolve("data").toString(),
                        "-p",
                        String.valueOf(port),
                        "-k",
                        folder.toString(),
                        "-h",
                        "127.0.0.1"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        server = started;
        Await.until("PostgreSQL is ready", () -> {
            var ready = new ProcessBuilder(
                            programs.resolve("pg_isready").toString(),
                            "-q",
                            "-h",
                            "127.0.0.1",
                            "-p",
                            String.valueOf(port))
                    .start();
            if (ready.waitFor() == 0) {
                return true;
            }
            if (!started.isAlive()) {
                throw new IOException("PostgreSQL did not start: " + Files.readString(log.toPath()));
            }
            return false;
        });
    }

    @Override
    public void close() {
        kill();
    }
}
