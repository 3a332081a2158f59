package dev.pawl.house.fleet;

import dev.pawl.durable.Durable;
import dev.pawl.property.Await;
import dev.pawl.property.Needed;
import dev.pawl.restate.RestateDurable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Restate server of the test's own, if {@code PAWL_RESTATE} names its program. */
final class RestateServer implements AutoCloseable {
    private final Path folder;
    private final String program;
    private final int ingress;
    private final int admin;
    private final int node;
    private Process process;

    private RestateServer(Path folder, String program) throws IOException {
        this.folder = folder;
        this.program = program;
        this.ingress = freePort();
        this.admin = freePort();
        this.node = freePort();
    }

    static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** The program that {@code build/deep-needs} fetched from npm, for whichever platform this is. */
    private static @Nullable String installed() throws IOException {
        var packages = Path.of("..", "build", "target", "restate", "node_modules", "@restatedev")
                .toAbsolutePath()
                .normalize();
        if (!Files.isDirectory(packages)) {
            return null;
        }
        try (var found = Files.list(packages)) {
            return found.map(one -> one.resolve("bin/restate-server"))
                    .filter(Files::isExecutable)
                    .map(Path::toString)
                    .findFirst()
                    .orElse(null);
        }
    }

    static RestateServer start(Path below) throws Exception {
        var program = installed();
        Needed.that(program != null, "npm's @restatedev/restate-server is not installed; build/deep-needs installs it");
        if (program == null) {
            throw new IllegalStateException("the test has failed already");
        }
        var server = new RestateServer(Files.createDirectory(below.resolve("restate")), program);
        server.restart();
        return server;
    }

    void restart() throws Exception {
        var builder = new ProcessBuilder(List.of(
                        program,
                        "--node-name",
                        "test",
                        "--base-dir",
                        folder.toString(),
                        "--listen-mode",
                        "tcp",
                        "--bind-ip",
                        "127.0.0.1",
                        "--bind-port",
                        String.valueOf(node)))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("server.log").toFile()));
        builder.environment().put("RESTATE_DISABLE_TELEMETRY", "true");
        builder.environment().put("RESTATE_INGRESS__BIND_PORT", String.valueOf(ingress));
        builder.environment().put("RESTATE_ADMIN__BIND_PORT", String.valueOf(admin));
        process = builder.start();
        try (var client = HttpClient.newHttpClient()) {
            var health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ingress + "/restate/health"))
                    .timeout(Duration.ofSeconds(2))
                    .build();
            Await.until("Restate is ready", () -> {
                try {
                    return client.send(health, HttpResponse.BodyHandlers.discarding())
                                    .statusCode()
                            == 200;
                } catch (IOException e) {
                    if (!process.isAlive()) {
                        throw new IOException("Restate ended: " + Files.readString(folder.resolve("server.log")), e);
                    }
                    return false;
                }
            });
        }
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    String address() {
        return "restate:http://127.0.0.1:" + ingress + ",http://127.0.0.1:" + admin;
    }

    /** The fleet as a client sees it. */
    Durable engine(Duration lease) {
        return new RestateDurable(new RestateDurable.Setup(
                URI.create("http://127.0.0.1:" + ingress),
                URI.create("http://127.0.0.1:" + admin),
                lease,
                null,
                RestateServer.class::getClassLoader));
    }

    @Override
    public void close() {
        kill();
    }
}
