package dev.pawl.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.fleet.durable.Durable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Health, readiness and metrics of a worker, on loopback, and the request to drain it. */
final class WorkerPages implements AutoCloseable {
    private final @Nullable HttpServer server;
    private volatile boolean draining;

    private WorkerPages(@Nullable HttpServer server) {
        this.server = server;
    }

    /**
     * Serves them.
     *
     * @param port the port; 0 for any that is free, -1 for none
     * @param drain called when the worker is asked to take no further sessions and to end
     */
    static WorkerPages open(int port, Durable.Serving serving, WorkerFigures figures, Runnable drain)
            throws IOException {
        if (port < 0) {
            return new WorkerPages(null);
        }
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        var pages = new WorkerPages(server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/health", exchange -> answer(exchange, "GET", 200, "ok\n"));
        server.createContext(
                "/ready",
                exchange ->
                        answer(exchange, "GET", pages.draining ? 503 : 200, pages.draining ? "draining\n" : "ready\n"));
        server.createContext(
                "/metrics", exchange -> answer(exchange, "GET", 200, figures.text(serving.busy(), pages.draining)));
        server.createContext("/drain", exchange -> {
            // A page in a browser can send no such header without being asked first.
            boolean asked = "drain".equals(exchange.getRequestHeaders().getFirst("X-Pawl"));
            answer(exchange, "POST", asked ? 202 : 403, asked ? "draining\n" : "the header X-Pawl: drain is missing\n");
            if (asked && exchange.getRequestMethod().equals("POST")) {
                pages.draining = true;
                drain.run();
            }
        });
        server.start();
        return pages;
    }

    private static void answer(HttpExchange exchange, String method, int status, String text) throws IOException {
        try (exchange) {
            boolean right = exchange.getRequestMethod().equals(method);
            var bytes = (right ? text : "only " + method + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(right ? status : 405, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Where they are, for the first line that the worker prints. */
    String shown() {
        return server == null
                ? ""
                : ", health at http://127.0.0.1:" + server.getAddress().getPort() + "/health";
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
        }
    }
}
