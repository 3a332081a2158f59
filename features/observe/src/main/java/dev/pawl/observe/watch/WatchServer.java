package dev.pawl.observe.watch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.page.PageParts;
import dev.pawl.observe.page.SessionPage;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.session.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Serves a page of the running sessions on loopback, to clients that have the token.
 *
 * <p>A page of another origin, also one whose host name resolves to this machine, is refused: host and origin of a request must
 * be those of this server, and every request needs the token. A request that answers a question needs it in a header that
 * other origins cannot set.
 */
public final class WatchServer implements AutoCloseable {
    private static final int TOKEN_BYTES = 32;
    private static final int LARGEST_BODY = 1 << 16;
    private static final long POLL_MILLIS = 500;
    private static final int KEEP_ALIVE_POLLS = 20;
    private static final String JSON = "application/json";

    private final LiveFolder folder;
    private final Sessions sessions;
    private final HttpServer server;
    private final String token;
    private final String script = resource("watch.js");
    private final String style = resource("watch.css");
    private volatile boolean closed;

    /**
     * Serves at once.
     *
     * @param port the port; 0 for any that is free
     */
    public WatchServer(LiveFolder folder, Sessions sessions, int port) throws IOException {
        this.folder = folder;
        this.sessions = sessions;
        var secret = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(secret);
        this.token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** The address to open, with the token. */
    public String address() {
        return "http://127.0.0.1:" + port() + "/?token=" + token;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getResponseHeaders();
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("X-Frame-Options", "DENY");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            var refusal = refusal(exchange);
            if (refusal != 0) {
                send(exchange, refusal, "text/plain", "no\n");
                return;
            }
            var path =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            switch (path) {
                case "GET /" -> send(exchange, 200, "text/html; charset=utf-8", page(exchange));
                case "GET /events" -> events(exchange);
                case "GET /session" -> session(exchange);
                case "GET /lines" -> lines(exchange);
                case "POST /answer" -> acceptAnswer(exchange);
                default -> send(exchange, 404, "text/plain", "not found\n");
            }
        }
    }

    /** The status of a request that is not answered; 0 for one that is. */
    private int refusal(HttpExchange exchange) {
        var headers = exchange.getRequestHeaders();
        var hosts = Set.of("127.0.0.1:" + port(), "localhost:" + port());
        var host = headers.getFirst("Host");
        var origin = headers.getFirst("Origin");
        var site = headers.getFirst("Sec-Fetch-Site");
        boolean foreign = host == null
                || !hosts.contains(host)
                || (origin != null && !origin.equals("http://" + host))
                || (site != null && !site.equals("same-origin") && !site.equals("none"));
        if (foreign) {
            return 403;
        }
        boolean posted = exchange.getRequestMethod().equals("POST");
        var given = posted ? headers.getFirst("X-Pawl-Token") : parameter(exchange, "token");
        boolean right = given != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
        if (!right) {
            return 401;
        }
        return posted && !JSON.equals(headers.getFirst("Content-Type")) ? 415 : 0;
    }

    private static @Nullable String parameter(HttpExchange exchange, String name) {
        var query = exchange.getRequestURI().getQuery();
        for (var part : query == null ? List.<String>of() : List.of(query.split("&", -1))) {
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1);
            }
        }
        return null;
    }

    private String page(HttpExchange exchange) {
        exchange.getResponseHeaders()
                .set(
                        "Content-Security-Policy",
                        PageParts.policy(script, style) + "; connect-src 'self'; frame-ancestors 'none'");
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\""
                + " content=\"width=device-width, initial-scale=1\">\n<title>Pawl: running sessions</title>\n<style>"
                + style + "</style>\n</head>\n<body>\n<h1>Running sessions</h1>\n<p id=\"none\">Nothing that can be"
                + " watched runs.</p>\n<main id=\"sessions\"></main>\n<script>" + script
                + "</script>\n</body>\n</html>\n";
    }

    /** Sends the sessions whenever they have changed. */
    private void events(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        var before = "";
        int unchanged = 0;
        try {
            while (!closed) {
                var now = JsonObject.of("sessions", folder.sessions()).toString();
                if (!now.equals(before)) {
                    out.write(("data: " + now + "\n\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    before = now;
                    unchanged = 0;
                } else if (++unchanged == KEEP_ALIVE_POLLS) {
                    out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    unchanged = 0;
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The file of a running session; other paths cannot be requested. Null if the request was refused. */
    private @Nullable Path file(HttpExchange exchange) throws IOException {
        var id = parameter(exchange, "id");
        for (var one : folder.sessions()) {
            var file = one.string("file", "");
            if (one.string("id", "").equals(id) && !file.isEmpty() && Files.isRegularFile(Path.of(file))) {
                return Path.of(file);
            }
        }
        send(exchange, 404, "text/plain", "that session is not running, or has no messages yet\n");
        return null;
    }

    /** The lines after the entry that the browser has received. */
    private void lines(HttpExchange exchange) throws IOException {
        var file = file(exchange);
        if (file != null) {
            var after = parameter(exchange, "after");
            try (var session = sessions.openReadOnly(file)) {
                send(
                        exchange,
                        200,
                        JSON,
                        SessionLines.after(session, after == null ? "" : after).toString());
            }
        }
    }

    /** The whole session as a page. */
    private void session(HttpExchange exchange) throws IOException {
        var file = file(exchange);
        if (file == null) {
            return;
        }
        var folderOfPage = Files.createTempDirectory("pawl-watch");
        var page = folderOfPage.resolve("session.html");
        try (var session = sessions.openReadOnly(file)) {
            SessionPage.write(session, TraceFile.read(file), page);
            send(exchange, 200, "text/html; charset=utf-8", Files.readString(page));
        } finally {
            Files.deleteIfExists(page);
            Files.deleteIfExists(folderOfPage);
        }
    }

    private void acceptAnswer(HttpExchange exchange) throws IOException {
        try {
            var body = exchange.getRequestBody().readNBytes(LARGEST_BODY);
            var given = JsonObject.parse(new String(body, StandardCharsets.UTF_8));
            var id = given.string("id", "");
            boolean asks = folder.sessions().stream()
                    .anyMatch(one -> one.string("id", "").equals(id)
                            && one.object("question").number("number", -1) == given.number("number", -2));
            if (!asks) {
                send(exchange, 409, "text/plain", "that question is no longer open\n");
                return;
            }
            folder.answer(
                    id, JsonObject.of("number", given.number("number", -1), "answer", given.string("answer", "")));
            send(exchange, 204, "text/plain", "");
        } catch (IllegalArgumentException e) {
            send(exchange, 400, "text/plain", "that is not JSON\n");
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static String resource(String name) {
        try (var in = WatchServer.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " is not part of this program", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
    }
}
