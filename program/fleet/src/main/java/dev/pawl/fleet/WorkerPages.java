package dev.pawl.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.cli.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Health, readiness and metrics of a worker, and the request to drain it.
 *
 * <p>It answers who names it as it is known, and no page of a browser: a name that was bound to this address later is refused.
 * Beyond this machine figures and the drain need a token.
 */
final class WorkerPages implements AutoCloseable {
    /** Holds the token that figures and the drain need. */
    static final String TOKEN = "PAWL_WORKER_TOKEN";

    private static final Set<String> OF_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

    private final @Nullable HttpServer server;
    private final String host;
    private final @Nullable String token;
    private volatile boolean draining;

    private WorkerPages(@Nullable HttpServer server, String host, @Nullable String token) {
        this.server = server;
        this.host = host;
        this.token = token;
    }

    /**
     * What the pages show.
     *
     * @param metrics figures in the format of Prometheus, given whether the worker drains
     * @param engine whether the engine answers
     * @param drain called when the worker is asked to take no further sessions and to end
     */
    record Shown(Metrics metrics, BooleanSupplier engine, Runnable drain) {
        /** Makes the figures. */
        @FunctionalInterface
        interface Metrics {
            String text(boolean draining);
        }
    }

    /**
     * Serves them.
     *
     * @param listen {@code PORT} of this machine, or {@code HOST:PORT}; port 0 for any that is free; null for none
     * @param token what figures and the drain need; null for nothing, which is possible on this machine only
     */
    static WorkerPages open(@Nullable String listen, @Nullable String token, Shown shown) throws IOException {
        if (listen == null) {
            return new WorkerPages(null, "", null);
        }
        int colon = listen.lastIndexOf(':');
        var host = colon < 0 ? "127.0.0.1" : listen.substring(0, colon);
        var port = listen.substring(colon + 1);
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535 || host.isEmpty()) {
            throw Refusal.ofArguments("--listen takes PORT or HOST:PORT, not \"" + listen + "\"");
        }
        boolean here = OF_MACHINE.contains(host);
        if (!here && (token == null || token.isBlank())) {
            throw Refusal.ofArguments("--listen " + listen + " is reached from other machines: set " + TOKEN
                    + ", which figures and the drain then need (Authorization: Bearer TOKEN)");
        }
        var address = new InetSocketAddress(
                here ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host), Integer.parseInt(port));
        var server = HttpServer.create(address, 0);
        var pages = new WorkerPages(server, host, token == null || token.isBlank() ? null : token);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        pages.page("/health", "GET", false, () -> new Answer(200, "ok\n"));
        pages.page("/ready", "GET", false, () -> pages.ready(shown.engine()));
        pages.page(
                "/metrics", "GET", true, () -> new Answer(200, shown.metrics().text(pages.draining)));
        pages.page("/drain", "POST", true, () -> {
            pages.draining = true;
            shown.drain().run();
            return new Answer(202, "draining\n");
        });
        server.start();
        return pages;
    }

    private record Answer(int status, String text) {}

    private Answer ready(BooleanSupplier engine) {
        if (draining) {
            return new Answer(503, "draining\n");
        }
        return engine.getAsBoolean() ? new Answer(200, "ready\n") : new Answer(503, "the engine does not answer\n");
    }

    private void page(String path, String method, boolean guarded, Supplier<Answer> content) {
        if (server != null) {
            server.createContext(path, exchange -> answer(exchange, path, method, guarded, content));
        }
    }

    private void answer(HttpExchange exchange, String path, String method, boolean guarded, Supplier<Answer> content)
            throws IOException {
        try (exchange) {
            var refused = refusal(exchange, path, method, guarded);
            var answer = refused == null ? content.get() : refused;
            var bytes = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private @Nullable Answer refusal(HttpExchange exchange, String path, String method, boolean guarded) {
        var headers = exchange.getRequestHeaders();
        if (!exchange.getRequestURI().getPath().equals(path)) {
            return new Answer(404, "no such page\n");
        }
        if (headers.containsKey("Origin") || !isKnown(headers.getFirst("Host"))) {
            return new Answer(403, "this is for programs that know the worker by its address\n");
        }
        if (!exchange.getRequestMethod().equals(method)) {
            return new Answer(405, "only " + method + "\n");
        }
        if (guarded && token != null && !isToken(headers.getFirst("Authorization"))) {
            return new Answer(401, "the header Authorization: Bearer TOKEN is missing or wrong\n");
        }
        if (method.equals("POST") && !"drain".equals(headers.getFirst("X-Pawl"))) {
            return new Answer(403, "the header X-Pawl: drain is missing\n");
        }
        return null;
    }

    /** A worker for other machines is known by addresses and names that nobody here can list; its token keeps pages out. */
    private boolean isKnown(@Nullable String named) {
        if (named == null || !OF_MACHINE.contains(host)) {
            return named != null;
        }
        var name = named.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
        return OF_MACHINE.contains(name);
    }

    private boolean isToken(@Nullable String authorization) {
        return authorization != null
                && MessageDigest.isEqual(
                        authorization.getBytes(StandardCharsets.UTF_8),
                        ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    /** Where they are, for the first line that the worker prints. */
    String shown() {
        return server == null
                ? ""
                : ", health at http://" + host + ":" + server.getAddress().getPort() + "/health";
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
        }
    }
}
