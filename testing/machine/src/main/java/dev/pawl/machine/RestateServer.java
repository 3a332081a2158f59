package dev.pawl.machine;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Restate server of the test's own, from the program that {@code build/deep-needs} installs. */
public final class RestateServer implements AutoCloseable {
    private final Path folder;
    private final String program;
    private final int ingress;
    private final int admin;
    private final int node;
    private @Nullable Process process;

    private RestateServer(Path folder, String program) {
        this.folder = folder;
        this.program = program;
        this.ingress = FreePort.find();
        this.admin = FreePort.find();
        this.node = FreePort.find();
    }

    /** The program that {@code build/deep-needs} fetched from npm, for whichever platform this is. */
    private static @Nullable String installed() throws IOException {
        var packages = Checkout.file("build", "target", "restate", "node_modules", "@restatedev");
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

    /** Starts it with its data below a folder. */
    public static RestateServer start(Path below) throws Exception {
        var program = installed();
        Needed.that(program != null, "npm's @restatedev/restate-server is not installed; build/deep-needs installs it");
        if (program == null) {
            throw new IllegalStateException("the test has failed already");
        }
        var server = new RestateServer(Files.createDirectory(below.resolve("restate")), program);
        server.restart();
        return server;
    }

    /** Starts it again, with the data that it has. */
    public void restart() throws Exception {
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
        var started = builder.start();
        process = started;
        try (var client = HttpClient.newHttpClient()) {
            var health = HttpRequest.newBuilder(ingress().resolve("/restate/health"))
                    .timeout(Duration.ofSeconds(2))
                    .build();
            Await.until("Restate answers", () -> {
                try {
                    return client.send(health, HttpResponse.BodyHandlers.discarding())
                                    .statusCode()
                            == 200;
                } catch (IOException e) {
                    if (!started.isAlive()) {
                        throw new IOException("Restate ended: " + Files.readString(folder.resolve("server.log")), e);
                    }
                    return false;
                }
            });
        }
    }

    public void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    /** The address, as workers are told it. */
    public String address() {
        return "restate:" + ingress() + "," + admin();
    }

    /** Where handlers are called. */
    public URI ingress() {
        return URI.create("http://127.0.0.1:" + ingress);
    }

    /** Where deployments are registered. */
    public URI admin() {
        return URI.create("http://127.0.0.1:" + admin);
    }

    @Override
    public void close() {
        kill();
    }
}
