package dev.pawl.ai.socket;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests in HTTP 1.1 over sockets that block, and keeps connections for the next request.
 *
 * <p>One connection carries one answer at a time: closing it is what ends an answer that is not wanted any more.
 */
public final class SocketClient implements AutoCloseable {
    private static final Duration REST = Duration.ofSeconds(25);
    private static final int MOST_RESTING = 8;

    /** A body that is larger may not fit into what the system takes without the server. */
    private static final int LARGE = 64 * 1024;

    /** Headers that determine where the request ends; only the client can set them. */
    private static final Set<String> OWN =
            Set.of("content-length", "transfer-encoding", "connection", "expect", "upgrade", "te", "trailer");

    private final Map<String, Deque<Connection>> resting = new HashMap<>();
    private final Set<Connection> busy = new HashSet<>();
    private final Supplier<SSLContext> tls;
    private final BlockingCalls calls = new BlockingCalls();
    private boolean closed;

    /** @param tls asked for when the first connection needs it */
    public SocketClient(Supplier<SSLContext> tls) {
        this.tls = tls;
    }

    /** A response whose body is still to be read. Names of headers are in lower case. */
    public record Response(int status, Map<String, String> headers, StreamedBody body) {}

    /**
     * Sends a request and waits for status and headers; interruption ends it and closes its connection.
     *
     * @param body null for a GET request, else what is posted
     * @param idle how long nothing may come; zero for as long as it takes
     */
    public Response send(Route route, Map<String, String> headers, byte @Nullable [] body, Duration idle)
            throws IOException, InterruptedException {
        var head = head(route, headers, body);
        var attempt = new Attempt();
        return calls.run(() -> send(route, head, body, idle, attempt), attempt::cancel);
    }

    private Response send(Route route, byte[] head, byte @Nullable [] body, Duration idle, Attempt attempt)
            throws IOException, InterruptedException {
        var kept = take(route);
        if (kept != null) {
            attempt.uses(kept);
            try {
                return exchange(kept, route, head, body, idle);
            } catch (IOException e) {
                // The server may have closed it just then, without having read anything; a new connection shows.
                if (attempt.isCancelled() || kept.isAnswered() || e instanceof HttpTimeoutException) {
                    throw e;
                }
            }
        }
        Connection connection;
        try {
            connection = Connection.open(route, idle, tls);
        } catch (IOException e) {
            throw Interrupts.of(e);
        }
        begin(connection);
        attempt.uses(connection);
        return exchange(connection, route, head, body, idle);
    }

    /** One request, which can be cancelled by another thread at any time. */
    private static final class Attempt {
        private @Nullable Connection connection;
        private boolean cancelled;

        synchronized void uses(Connection one) {
            connection = one;
            if (cancelled) {
                one.close();
            }
        }

        synchronized void cancel() {
            cancelled = true;
            if (connection != null) {
                connection.close();
            }
        }

        synchronized boolean isCancelled() {
            return cancelled;
        }
    }

    private Response exchange(Connection connection, Route route, byte[] head, byte @Nullable [] body, Duration idle)
            throws IOException, InterruptedException {
        boolean ready = false;
        try {
            connection.limit(idle);
            var problem = write(connection, head, body, idle);
            var answer = read(connection, problem);
            boolean keeps = problem == null && answer.keepsConnection();
            var streamed = new StreamedBody(
                    connection,
                    BodyEnd.of(answer),
                    calls,
                    (taken, whole) -> end(taken, whole && keeps ? route.key() : null));
            ready = true;
            return new Response(answer.status(), answer.headers(), streamed);
        } catch (SocketTimeoutException e) {
            throw Connection.timeout("nothing came", idle);
        } catch (IOException e) {
            throw Interrupts.of(e);
        } finally {
            if (!ready) {
                end(connection, null);
            }
        }
    }

    /** A server that refuses a request may answer and close before it has read all. */
    private static ResponseHead read(Connection connection, @Nullable IOException problem) throws IOException {
        try {
            return ResponseHead.read(connection);
        } catch (IOException e) {
            throw problem == null ? e : problem;
        }
    }

    private static @Nullable IOException write(
            Connection connection, byte[] head, byte @Nullable [] body, Duration idle) {
        var together = body != null && body.length <= LARGE ? joined(head, body) : head;
        var watch = body == null || together != head || idle.isZero() ? null : watch(connection, idle);
        try {
            connection.write(together, together.length);
            if (body != null && together == head) {
                connection.write(body, body.length);
            }
            return null;
        } catch (IOException e) {
            return e;
        } finally {
            if (watch != null) {
                watch.interrupt();
            }
        }
    }

    /** A server that does not read would hold a large request for ever. */
    private static Thread watch(Connection connection, Duration idle) {
        return Thread.ofVirtual().name("large request").start(() -> {
            try {
                Thread.sleep(idle);
                connection.close();
            } catch (InterruptedException e) {
                // It was sent.
            }
        });
    }

    private static byte[] joined(byte[] head, byte[] body) {
        var all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    private static byte[] head(Route route, Map<String, String> headers, byte @Nullable [] body) {
        var address = route.address();
        var path = address.getRawPath() == null || address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        var target = address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
        boolean toProxy = route.proxy() != null && !route.isEncrypted();
        var text = new StringBuilder(512)
                .append(body == null ? "GET " : "POST ")
                .append(toProxy ? "http://" + route.authority() + target : target)
                .append(" HTTP/1.1\r\n");
        boolean hosted = false;
        for (var header : headers.entrySet()) {
            var name = header.getKey();
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                line(text, name, header.getValue());
                hosted |= name.equalsIgnoreCase("host");
            }
        }
        if (!hosted) {
            line(text, "host", route.authority());
        }
        var authorization = route.authorization();
        if (toProxy && authorization != null) {
            line(text, "proxy-authorization", authorization);
        }
        if (body != null) {
            line(text, "content-length", Integer.toString(body.length));
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append("\r\n");
    }

    private synchronized @Nullable Connection take(Route route) {
        var kept = resting.get(route.key());
        while (kept != null && !kept.isEmpty()) {
            var connection = kept.pollLast();
            if (connection.isFresh(REST)) {
                busy.add(connection);
                return connection;
            }
            connection.close();
        }
        return null;
    }

    private synchronized void begin(Connection connection) throws IOException {
        if (closed) {
            connection.close();
            throw new IOException("the program ends");
        }
        busy.add(connection);
    }

    /** @param key where it rests for the next request; null if it cannot take one */
    private synchronized void end(Connection connection, @Nullable String key) {
        busy.remove(connection);
        var kept = key == null || closed ? null : resting.computeIfAbsent(key, _ -> new ArrayDeque<>());
        if (kept == null || kept.size() >= MOST_RESTING) {
            connection.close();
        } else {
            connection.rest();
            kept.addLast(connection);
        }
    }

    /** Sets up TLS ahead of the first request, which would wait for it. */
    public void warmTls() throws IOException {
        tls.get().getSocketFactory().createSocket().close();
    }

    /** Ends all requests. */
    @Override
    public synchronized void close() {
        closed = true;
        resting.values().forEach(kept -> kept.forEach(Connection::close));
        resting.clear();
        busy.forEach(Connection::close);
        busy.clear();
        calls.close();
    }
}
