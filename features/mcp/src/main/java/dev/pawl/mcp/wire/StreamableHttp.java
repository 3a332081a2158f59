package dev.pawl.mcp.wire;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server over HTTP: each message is a request of its own, the answer is JSON or a stream of events. */
public final class StreamableHttp implements Transport {
    private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);
    private static final Duration NOTIFICATION_LIMIT = Duration.ofSeconds(5);
    private static final int MOST_SIGN_INS = 4;
    private static final int MOST_RESUMES = 20;
    private static final int LONGEST_ERROR = 64 * 1024;
    private static final long PAUSE_MILLIS = 1_000;
    private static final String STATELESS = "2026-07-28";
    private static final Pattern SESSION = Pattern.compile("[\\x21-\\x7e]{1,1024}");

    private final URI address;
    private final Map<String, String> headers;
    private final Authorizer authorizer;
    private final Duration notificationLimit;
    private final Network network;
    private final HttpConnections http;
    private final Map<Object, Thread> running = new ConcurrentHashMap<>();
    private final EndingStreams ending = new EndingStreams();
    private final Set<Thread> streams = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean listening = new AtomicBoolean();
    private volatile @Nullable Listener listener;
    private volatile String version = "";
    private volatile @Nullable String session;
    private volatile boolean closed;

    /** Without a proxy. */
    public StreamableHttp(URI address, Map<String, String> headers, Authorizer authorizer) {
        this(address, headers, authorizer, Network.direct(), NOTIFICATION_LIMIT);
    }

    /** @param headers what the file configures to be sent with every request */
    public StreamableHttp(URI address, Map<String, String> headers, Authorizer authorizer, Network network) {
        this(address, headers, authorizer, network, NOTIFICATION_LIMIT);
    }

    /**
     * @param headers what the file configures to be sent with every request
     * @param notificationLimit how long a server may take to accept a notification
     */
    public StreamableHttp(
            URI address,
            Map<String, String> headers,
            Authorizer authorizer,
            Network network,
            Duration notificationLimit) {
        this.network = network;
        this.address = address;
        this.headers = Map.copyOf(headers);
        this.authorizer = authorizer;
        this.notificationLimit = notificationLimit;
        this.http = new HttpConnections(network);
    }

    @Override
    public void open(Listener receiver) {
        listener = receiver;
    }

    @Override
    public boolean hasHeaders() {
        return true;
    }

    @Override
    public void agreed(String agreed) {
        version = agreed;
    }

    private boolean isStateless() {
        return version.equals(STATELESS);
    }

    /** A request is sent on a thread of its own, which reads the answer; a message without an answer is sent at once. */
    @Override
    public void send(JsonObject message, Map<String, String> mirrored) throws IOException, InterruptedException {
        if (closed) {
            throw new Closed("the connection is closed");
        }
        var id = message.get("id");
        if (id == null || message.string("method") == null) {
            sendNotification(message, mirrored);
            if ("notifications/initialized".equals(message.get("method"))) {
                listen();
            }
            return;
        }
        var thread = Thread.ofVirtual().name("mcp request").unstarted(() -> {
            try {
                exchange(message, mirrored, id);
            } catch (IOException e) {
                reportFailure(id, e);
            } catch (InterruptedException e) {
                reportFailure(id, new Closed("the request was cancelled"));
            } catch (RuntimeException e) {
                reportFailure(id, new IOException(e));
            } finally {
                running.remove(id);
            }
        });
        running.put(id, thread);
        thread.start();
    }

    /** Does not wait for a server that accepts a notification too slowly: the next request shows its state. */
    private void sendNotification(JsonObject message, Map<String, String> mirrored)
            throws IOException, InterruptedException {
        try {
            exchange(message, mirrored, null);
        } catch (IOException e) {
            if (!(e.getCause() instanceof HttpTimeoutException)) {
                throw e;
            }
        }
    }

    private void reportFailure(Object id, IOException why) {
        var receiver = listener;
        if (receiver != null) {
            receiver.failed(id, why);
        }
    }

    /** Closing the stream is the cancellation in the newer protocol. */
    @Override
    public boolean forget(Object id) {
        var thread = running.remove(id);
        if (thread != null) {
            thread.interrupt();
        }
        return isStateless();
    }

    private void exchange(JsonObject message, Map<String, String> mirrored, @Nullable Object id)
            throws IOException, InterruptedException {
        var body = Json.writeUtf8(message);
        for (int attempt = 0; ; attempt++) {
            var token = authorizer.token();
            var request =
                    request(token).POST(BodyPublishers.ofByteArray(body)).header("Content-Type", "application/json");
            if (id == null) {
                request.timeout(notificationLimit);
            }
            if (isStateless()) {
                headers(message).forEach(request::header);
                mirrored.forEach(request::header);
            }
            var response = sent(request.build());
            try (var in = response.body()) {
                var challenge =
                        response.headers().firstValue("www-authenticate").orElse("");
                boolean refused = response.statusCode() == 401 || response.statusCode() == 403;
                if (refused && attempt < MOST_SIGN_INS && authorizer.refused(response.statusCode(), challenge, token)) {
                    http.renew();
                    continue;
                }
                answered(message, id, response, in);
                return;
            }
        }
    }

    private HttpResponse<InputStream> sent(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request);
        } catch (IOException e) {
            if (closed) {
                throw new Closed("the connection is closed");
            }
            var reason = e.getMessage();
            throw new IOException(
                    "no answer from " + address.getHost()
                            + (reason == null ? " (it cannot be reached)" : ": " + reason),
                    e);
        }
    }

    private HttpRequest.Builder request(@Nullable String token) throws IOException {
        var request = network.request(address).header("Accept", "application/json, text/event-stream");
        try {
            headers.forEach(request::setHeader);
        } catch (IllegalArgumentException e) {
            throw new IOException("a configured header cannot be sent: " + e.getMessage(), e);
        }
        if (token != null) {
            request.setHeader("Authorization", "Bearer " + token);
        }
        if (!version.isEmpty()) {
            request.setHeader("MCP-Protocol-Version", version);
        }
        var known = session;
        if (known != null && !isStateless()) {
            request.setHeader("Mcp-Session-Id", known);
        }
        return request;
    }

    private void answered(JsonObject message, @Nullable Object id, HttpResponse<InputStream> response, InputStream in)
            throws IOException, InterruptedException {
        int status = response.statusCode();
        if (status >= 300) {
            throw failure(status, in, response.headers().firstValue("location").orElse(""));
        }
        if ("initialize".equals(message.get("method"))) {
            var given = response.headers().firstValue("mcp-session-id").orElse("");
            session = SESSION.matcher(given).matches() ? given : null;
        }
        if (id == null) {
            return;
        }
        var type = response.headers().firstValue("content-type").orElse("");
        if (type.startsWith("text/event-stream")) {
            readStream(id, new SseReader(in));
            return;
        }
        if (!read(in, Messages.LONGEST, id)) {
            throw new IOException("the answer (HTTP " + status + ", " + (type.isEmpty() ? "no type" : type)
                    + ") contains no message");
        }
    }

    private boolean read(InputStream in, int limit, Object id) throws IOException {
        var bytes = in.readNBytes(limit + 1);
        if (bytes.length > limit) {
            throw new IOException("it sent a message of more than " + (limit >> 20) + " MB");
        }
        boolean found = false;
        for (var one : Messages.parseAll(bytes)) {
            found |= id.equals(one.get("id"));
            deliver(one);
        }
        return found;
    }

    private void deliver(JsonObject message) {
        var receiver = listener;
        if (receiver != null) {
            receiver.message(message);
        }
    }

    /** The failure of a request, as an error of the protocol or of HTTP. */
    private IOException failure(int status, InputStream in, String location) throws IOException {
        var body = in.readNBytes(LONGEST_ERROR);
        var message = Messages.parse(body);
        boolean goneSession = status == 404 && session != null && !isStateless();
        if (message != null && message.get("error") instanceof JsonObject error && status != 401 && !goneSession) {
            return RpcError.of(error);
        }
        return HttpFailure.of(status, location);
    }

    /** Reads a stream up to the answer; a stream that ends before it is requested again if the protocol allows that. */
    private void readStream(Object id, SseReader first) throws IOException, InterruptedException {
        if (deliverUntilAnswer(id, first)) {
            return;
        }
        var last = first.lastId();
        long pause = first.retryMillis();
        for (int n = 0; n < MOST_RESUMES && !isStateless() && last != null && !closed; n++) {
            Thread.sleep(pause < 0 ? PAUSE_MILLIS : pause);
            var response = sent(request(authorizer.token())
                    .header("Last-Event-ID", last)
                    .GET()
                    .build());
            try (var in = response.body()) {
                if (response.statusCode() != 200) {
                    throw failure(response.statusCode(), in, "");
                }
                var next = new SseReader(in);
                if (deliverUntilAnswer(id, next)) {
                    return;
                }
                last = next.lastId() == null ? last : next.lastId();
                pause = next.retryMillis() < 0 ? pause : next.retryMillis();
            }
        }
        throw new Closed("the stream ended before the answer; whether the server executed the request is not known");
    }

    /** Delivers the messages of a stream; returns whether the answer was among them. */
    private boolean deliverUntilAnswer(Object id, SseReader reader) throws IOException {
        boolean found = false;
        try {
            for (var data = reader.next(); data != null; data = reader.next()) {
                for (var one : Messages.parseAll(data)) {
                    found |= id.equals(one.get("id")) && one.string("method") == null;
                    deliver(one);
                }
                if (found) {
                    ending.readRest(reader);
                    return true;
                }
            }
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted() || reader.lastId() == null) {
                throw e;
            }
        }
        return found;
    }

    /** A server of an older protocol sends its own messages on a stream that the client requests. */
    private void listen() {
        if (isStateless() || !listening.compareAndSet(false, true)) {
            return;
        }
        var thread = Thread.ofVirtual().name("mcp listen").unstarted(() -> {
            try {
                receiveNotifications();
            } catch (IOException e) {
                // A server may have no such stream.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        streams.add(thread);
        thread.start();
    }

    private void receiveNotifications() throws IOException, InterruptedException {
        @Nullable String last = null;
        long pause = PAUSE_MILLIS;
        for (int silent = 0; silent < MOST_RESUMES && !closed; silent++) {
            var request = request(authorizer.token()).GET();
            if (last != null) {
                request.header("Last-Event-ID", last);
            }
            var response = sent(request.build());
            try (var in = response.body()) {
                if (response.statusCode() != 200) {
                    return;
                }
                var reader = new SseReader(in);
                for (var data = reader.next(); data != null; data = reader.next()) {
                    silent = 0;
                    Messages.parseAll(data).forEach(this::deliver);
                }
                last = reader.lastId() == null ? last : reader.lastId();
                pause = reader.retryMillis() < 0 ? pause : reader.retryMillis();
            } catch (IOException e) {
                if (closed) {
                    throw e;
                }
            }
            Thread.sleep(pause);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        var known = session;
        if (known != null && !isStateless()) {
            endSession();
        }
        var threads = new HashSet<>(running.values());
        threads.addAll(streams);
        threads.forEach(Thread::interrupt);
        http.close();
    }

    private void endSession() {
        boolean interrupted = Thread.interrupted();
        try {
            http.send(request(authorizer.token()).DELETE().timeout(CLOSE_LIMIT).build())
                    .body()
                    .close();
        } catch (IOException e) {
            // The server ends the session after some time.
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the headers of a request without a session, which repeat its method and the name or URI it concerns. */
    private static Map<String, String> headers(JsonObject message) {
        var method = message.string("method", "");
        var params = message.object("params");
        var name = switch (method) {
            case "tools/call", "prompts/get" -> params.string("name");
            case "resources/read" -> params.string("uri");
            default -> null;
        };
        return name == null
                ? Map.of("Mcp-Method", method)
                : Map.of("Mcp-Method", method, "Mcp-Name", HeaderText.of(name));
    }
}
