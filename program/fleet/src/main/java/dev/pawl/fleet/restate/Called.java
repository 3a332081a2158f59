package dev.pawl.fleet.restate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.InsideLoader;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.fleet.store.Advancing;
import dev.pawl.fleet.store.HeldClaim;
import dev.pawl.fleet.store.Operation;
import dev.pawl.fleet.store.Slots;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A worker that a Restate server calls. */
final class Called implements Durable.Serving {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

    /** After a restart the server calls for all sessions at once; the default of 50 would turn connections away. */
    private static final int BACKLOG = 1_024;

    /** A call that comes too early would find the session asleep once more. */
    private static final long AGAIN_MILLIS = 250;

    private final IngressStore store;
    private final Worker worker;
    private final Duration lease;
    private final Slots slots;
    private final Advancing advancing;
    private final HttpServer server;
    private volatile boolean draining;

    Called(IngressStore store, Worker worker, int atOnce, RestateDurable.Setup setup) throws IOException {
        this.store = store;
        this.worker = worker;
        this.lease = setup.lease();
        this.slots = new Slots(atOnce);
        var places = new ArrayList<String>();
        for (var place : worker.places()) {
            places.add(Names.place(place));
        }
        var host = SdkLoader.host(setup.sdk().load(), places, this::advance);
        var advertise = setup.advertise();
        this.server = HttpServer.create(address(advertise), BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> answer(host, exchange));
        server.start();
        this.advancing = new Advancing(worker, lease);
        try {
            store.register(
                    advertise == null
                            ? "http://127.0.0.1:" + server.getAddress().getPort()
                            : advertise.toString());
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Only this machine reaches it, unless its address is another one. */
    private static InetSocketAddress address(@Nullable URI advertise) {
        if (advertise == null || LOOPBACK.contains(advertise.getHost())) {
            return new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), advertise == null ? 0 : Math.max(0, advertise.getPort()));
        }
        return new InetSocketAddress(Math.max(0, advertise.getPort()));
    }

    private static void answer(HandlerHost host, HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            var answer = host.answer(
                    exchange.getRequestURI().getPath(),
                    headers,
                    exchange.getRequestBody().readAllBytes());
            if (!answer.contentType().isEmpty()) {
                exchange.getResponseHeaders().set("Content-Type", answer.contentType());
            }
            exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the worker ends", e);
        }
    }

    /** One step, on a thread of the server's call. */
    private JsonObject advance(String session) throws IOException, InterruptedException {
        long later = slots.enter(session);
        if (later > 0) {
            return Steps.later(later);
        }
        try {
            if (draining) {
                throw new IOException("worker " + worker.name() + " takes no further sessions");
            }
            var document = store.apply(session, Operation.claimAnew(worker.name(), lease.toMillis()));
            if (!"running".equals(document.string("phase"))) {
                return asleep(document);
            }
            var claim = new HeldClaim(store, document, lease);
            var next = Operation.release(claim.token(), advancing.advance(claim));
            return next.with("now", store.now());
        } catch (StaleWriter e) {
            return JsonObject.empty(); // It is another worker's now.
        } catch (Refused e) {
            return asleep(store.document(session));
        } finally {
            slots.leave();
        }
    }

    /** A session that sleeps because of what it did to workers is called for when it wakes; any other has nothing to do. */
    private JsonObject asleep(@Nullable JsonObject document) throws IOException {
        if (document == null || !"asleep".equals(document.string("phase"))) {
            return JsonObject.empty();
        }
        return Steps.later(Math.max(0, document.number("wakesAt", 0) - store.now()) + AGAIN_MILLIS);
    }

    @Override
    public void drain() {
        draining = true;
    }

    @Override
    public int busy() {
        return slots.taken();
    }

    /** The server notices that the endpoint does not answer any more, and asks again. */
    @Override
    public void abandon() {
        draining = true;
    }

    @Override
    public void close() {
        draining = true;
        advancing.interrupt();
        boolean interrupted = Thread.interrupted();
        try {
            var _ = slots.awaitEmpty(lease.toMillis());
        } catch (InterruptedException _) {
            interrupted = true;
        }
        advancing.close();
        server.stop(1);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Loads Pawl's classes that are compiled against the SDK beside it, for it is on no class path. */
    private static final class SdkLoader extends InsideLoader {
        private SdkLoader(ClassLoader sdk) {
            super("restate-inside", SdkLoader.class, new URL[0], sdk);
        }

        /** @param sdk has the SDK and what it needs */
        static HandlerHost host(ClassLoader sdk, List<String> places, Steps steps) throws IOException {
            // The SDK logs; that there is no logging is nothing to report.
            System.setProperty("log4j2.statusLoggerLevel", "OFF");
            try {
                // It stays open as long as the program runs: classes are loaded from it until then.
                return (HandlerHost) new SdkLoader(sdk)
                        .loadInside("SdkHost")
                        .getConstructor(List.class, Steps.class)
                        .newInstance(places, steps);
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new IOException("the SDK of Restate cannot be used: " + e, e);
            }
        }
    }
}
