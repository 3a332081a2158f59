package dev.pawl.acceptance.fleet;

import dev.pawl.base.net.Network;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.postgres.PostgresStore;
import dev.pawl.fleet.restate.RestateDurable;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.machine.FreePort;
import dev.pawl.machine.PostgresServer;
import dev.pawl.machine.RestateServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * An engine of the test's own with what two workers are told of it.
 *
 * @param address the engine, as workers are told it
 * @param workers the options of each worker
 * @param places where sessions can be run, a worker at least for each
 */
record TestEngine(Durable engine, String address, List<List<String>> workers, List<String> places, Server server)
        implements AutoCloseable {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final List<String> HERE = List.of("--place", "here");

    /** Over files, a database or a Restate server; skips the test where what it needs is not installed. */
    static TestEngine over(String kind, Path dir) throws Exception {
        return switch (kind) {
            case "file" -> {
                var folder = dir.resolve("engine");
                yield stored(
                        new StoredDurable(new FileStore(folder, InstantSource.system()), LEASE),
                        "file:" + folder,
                        () -> {});
            }
            case "postgresql" -> {
                var server = PostgresServer.start(dir);
                var store = new PostgresStore(new org.postgresql.Driver(), "jdbc:" + server.address());
                yield stored(new StoredDurable(store, LEASE), server.address(), server::close);
            }
            case "restate" -> {
                var server = RestateServer.start(dir);
                yield new TestEngine(
                        restate(server, LEASE),
                        server.address(),
                        List.of(called("here"), called("there")),
                        List.of("here", "there"),
                        server::close);
            }
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** The fleet in a Restate server, as a client sees it. */
    static Durable restate(RestateServer server, Duration lease) {
        return new RestateDurable(new RestateDurable.Setup(
                server.ingress(), server.admin(), lease, null, Network.direct(), TestEngine.class::getClassLoader));
    }

    /** What runs beside the engine. */
    @FunctionalInterface
    private interface Server {
        void end() throws Exception;
    }

    private static TestEngine stored(Durable engine, String address, Server server) {
        return new TestEngine(engine, address, List.of(HERE, HERE), List.of("here"), server);
    }

    private static List<String> called(String place) {
        return List.of("--place", place, "--advertise", "http://127.0.0.1:" + FreePort.find());
    }

    /** The place of the n-th session. */
    String place(int session) {
        return places.get(session % places.size());
    }

    @Override
    public void close() throws IOException {
        engine.close();
        try {
            server.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
