package dev.pawl.mcp.wire;

import dev.pawl.ai.http.Proxies;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
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
    private static final Duration GOODBYE = Duration.ofSeconds(2);
    private static final Duration NOTICE = Duration.ofSeconds(5);
    private static final int MOST_SIGN_INS = 4;
    private static final int MOST_RESUMES = 20;
    private static final int LONGEST_ERROR = 64 * 1024;
    private static final long PAUSE_MILLIS = 1_000;
    private static final String STATELESS = "2026-07-28";
    private static final Pattern SESSION = Pattern.compile("[\\x21-\\x7e]{1,1024}");

    private final URI address;
    private final Map<String, String> headers;
    private final Authorizer authorizer;
    private final Proxies proxies;
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
        this(address, headers, authorizer, Proxies.none());
    }

    /** @param headers what the file configures to be sent with every request */
    public StreamableHttp(URI address, Map<String, String> headers, Authorizer authorizer, Proxies proxies) {
        this.proxies = proxies;
        this.address = address;
        this.headers = Map.copyOf(headers);
        this.authorizer = authorizer;
        this.http = new HttpConnections(proxies);
    }

    @Override
    public void open(Listener heard) {
        listener = heard;
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

    /** A request is sent on a thread of its own, which reads the answer; what has no answer is sent at once. */
    @Override
    public void send(JsonObject message, Map<String, String> mirrored) throws IOException, InterruptedException {
        if (closed) {
            throw new Closed("the connection is closed");
        }
        var id = message.get("id");
        if (id == null || message.string("method") == null) {
            notice(message, mirrored);
            if ("notifications/initialized".equals(message.get("method"))) {
                listen();
            }
            return;
        }
        var thread = Thread.ofVirtual().name("mcp request").unstarted(() -> {
            try {
                exchange(message, mirrored, id);
            } catch (IOException e) {
                tellFailed(id, e);
            } catch (InterruptedException e) {
                tellFailed(id, new Closed("the request was given up"));
            } catch (RuntimeException e) {
                tellFailed(id, new IOException(e));
            } finally {
                running.remove(id);
            }
        });
        running.put(id, thread);
        thread.start();
    }

    /** A server that does not take a notice in time is not waited for: the next request shows how it is. */
    private void notice(JsonObject message, Map<String, String> mirrored) throws IOException, InterruptedException {
        try {
            exchange(message, mirrored, null);
        } catch (IOException e) {
            if (!(e.getCause() instanceof HttpTimeoutException)) {
                throw e;
            }
        }
    }

    private void tellFailed(Object id, IOException why) {
        var heard = listener;
        if (heard != null) {
            heard.failed(id, why);
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
                request.timeout(NOTICE);
            }
            if (isStateless()) {
                RequestHeaders.of(message).forEach(request::header);
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
            var words = e.getMessage();
            throw new IOException(
                    "no answer from " + address.getHost() + (words == null ? " (it cannot be reached)" : ": " + words),
                    e);
        }
    }

    private HttpRequest.Builder request(@Nullable String token) throws IOException {
        var request = HttpRequest.newBuilder(address).header("Accept", "application/json, text/event-stream");
        try {
            headers.forEach(request::setHeader);
        } catch (IllegalArgumentException e) {
            throw new IOException("a configured header cannot be sent: " + e.getMessage(), e);
        }
        var proxy = proxies.authorization(address);
        if (proxy != null) {
            request.setHeader("Proxy-Authorization", proxy);
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
            followed(id, new SseReader(in));
            return;
        }
        if (!read(in, Messages.LONGEST, id)) {
            throw new IOException(
                    "the answer (HTTP " + status + ", " + (type.isEmpty() ? "no type" : type) + ") holds no message");
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
            tell(one);
        }
        return found;
    }

    private void tell(JsonObject message) {
        var heard = listener;
        if (heard != null) {
            heard.message(message);
        }
    }

    /** A refusal, as the protocol has it or as HTTP has it. */
    private IOException failure(int status, InputStream in, String location) throws IOException {
        var body = in.readNBytes(LONGEST_ERROR);
        var message = Messages.parse(body);
        boolean goneSession = status == 404 && session != null && !isStateless();
        if (message != null && message.get("error") instanceof JsonObject error && status != 401 && !goneSession) {
            return RpcError.of(error);
        }
        return HttpFailure.of(status, location);
    }

    /** Reads a stream to the answer; one that breaks off before is asked for again where the protocol has that. */
    private void followed(Object id, SseReader first) throws IOException, InterruptedException {
        if (passed(id, first)) {
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
                if (passed(id, next)) {
                    return;
                }
                last = next.lastId() == null ? last : next.lastId();
                pause = next.retryMillis() < 0 ? pause : next.retryMillis();
            }
        }
        throw new Closed("the stream of the answer broke off; whether the server did it is not known");
    }

    /** Whether the answer came. */
    private boolean passed(Object id, SseReader reader) throws IOException {
        boolean found = false;
        try {
            for (var data = reader.next(); data != null; data = reader.next()) {
                for (var one : Messages.parseAll(data)) {
                    found |= id.equals(one.get("id")) && one.string("method") == null;
                    tell(one);
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

    /** What the server of an older protocol sends by itself comes on a stream that is asked for. */
    private void listen() {
        if (isStateless() || !listening.compareAndSet(false, true)) {
            return;
        }
        var thread = Thread.ofVirtual().name("mcp listen").unstarted(() -> {
            try {
                heardAll();
            } catch (IOException e) {
                // A server need not have such a stream.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        streams.add(thread);
        thread.start();
    }

    private void heardAll() throws IOException, InterruptedException {
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
                    Messages.parseAll(data).forEach(this::tell);
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
            goodbye();
        }
        var threads = new HashSet<>(running.values());
        threads.addAll(streams);
        threads.forEach(Thread::interrupt);
        http.close();
    }

    private void goodbye() {
        boolean interrupted = Thread.interrupted();
        try {
            http.send(request(authorizer.token()).DELETE().timeout(GOODBYE).build())
                    .body()
                    .close();
        } catch (IOException e) {
            // The server forgets the session by itself.
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
