package dev.pawl.shellhooks.ahp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.Json;
import dev.pawl.base.BoundedLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Takes messages for a backend from pipes, or over HTTP from this machine. */
public final class AhpServer implements AutoCloseable {
    /** A call may write a large file. */
    private static final int LARGEST = 32 << 20;

    private final AhpBackend backend;
    private final @Nullable String token;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * Serves HTTP.
     *
     * @param port 0 for any
     * @param token what requests must bring; null for nothing
     */
    public AhpServer(AhpBackend backend, int port, @Nullable String token) throws IOException {
        this.backend = backend;
        this.token = token;
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        http.setExecutor(threads);
        http.createContext("/", this::answer);
        http.start();
    }

    /** Answers messages line by line, until the input ends. */
    public static void serve(AhpBackend backend, InputStream in, OutputStream out)
            throws IOException, InterruptedException {
        var lines = new BoundedLines(in, LARGEST);
        for (var line = lines.next(); line != null; line = lines.next()) {
            var answer = backend.answer(line);
            if (answer != null) {
                out.write(Json.writeUtf8(answer));
                out.write('\n');
                out.flush();
            }
        }
    }

    /** Returns where messages are sent to. */
    public String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int refused = refused(exchange);
            var message = exchange.getRequestBody().readNBytes(LARGEST + 1);
            if (refused != 0 || message.length > LARGEST) {
                exchange.sendResponseHeaders(refused == 0 ? 413 : refused, -1);
                return;
            }
            var answer = backend.answer(message);
            if (answer == null) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            var bytes = Json.writeUtf8(answer);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The status with which a request is refused that is none of an agent, such as one of a page in a browser; 0 for none. */
    private int refused(HttpExchange exchange) {
        var headers = exchange.getRequestHeaders();
        var type = headers.getFirst("Content-Type");
        if (!exchange.getRequestMethod().equals("POST")) {
            return 405;
        }
        if (headers.containsKey("Origin")) {
            return 403;
        }
        if (token != null && !isToken(headers.getFirst("Authorization"))) {
            return 401;
        }
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json") ? 0 : 415;
    }

    private boolean isToken(@Nullable String given) {
        return given != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        http.stop(0);
        threads.close();
    }
}
