package dev.pawl.ai.http;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Sends requests to providers over one client, which is made when the first request is. */
public final class Http implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(30);
    private static final int LARGEST_FETCHED = 1 << 20;

    /** A response whose body is still to be read. */
    record Reply(int status, Map<String, String> headers, StreamedBody body) implements AutoCloseable {
        @Override
        public void close() {
            body.close();
        }
    }

    private final Proxies proxies;
    private @Nullable HttpClient client;

    public Http(Proxies proxies) {
        this.proxies = proxies;
    }

    /**
     * Posts JSON and waits for status and headers; interruption ends the request and closes its connection.
     *
     * @param idle how long nothing may come; zero for as long as it takes
     */
    Reply post(URI address, Map<String, String> headers, byte[] body, Duration idle)
            throws IOException, InterruptedException {
        return send(address, headers, body, idle);
    }

    private Reply send(URI address, Map<String, String> headers, byte @Nullable [] body, Duration idle)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address);
        if (body != null) {
            request.POST(BodyPublishers.ofByteArray(body));
        }
        headers.forEach(request::header);
        var authorization = proxies.authorization(address);
        if (authorization != null) {
            request.header("Proxy-Authorization", authorization);
        }
        if (!idle.isZero()) {
            request.timeout(idle);
        }
        var answer = new StreamedBody();
        HttpResponse<StreamedBody> response;
        try {
            response = client().send(request.build(), _ -> answer);
        } catch (IOException | InterruptedException e) {
            // The headers may have come just then; nobody is going to read what follows them.
            answer.close();
            throw e;
        }
        var named = new TreeMap<String, String>();
        response.headers()
                .map()
                .forEach((name, values) -> named.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        return new Reply(response.statusCode(), named, response.body());
    }

    /** A response that is read whole, at most a megabyte of it. */
    public record Fetched(int status, Map<String, String> headers, String body) {
        public boolean isGood() {
            return status >= 200 && status < 300;
        }

        /** Bodies of sign-ins hold tokens. */
        @Override
        public String toString() {
            return "Fetched[" + status + "]";
        }
    }

    /**
     * Sends a small request and reads the response whole.
     *
     * @param body null for a GET request
     * @param patience how long nothing may come
     */
    public Fetched fetch(URI address, Map<String, String> headers, @Nullable String body, Duration patience)
            throws IOException, InterruptedException {
        var bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        try (var reply = send(address, headers, bytes, patience)) {
            return new Fetched(reply.status(), reply.headers(), reply.body().text(LARGEST_FETCHED, patience));
        }
    }

    /** Fields as the body of a form, or as the query of an address. */
    public static String form(Map<String, String> fields) {
        var form = new StringBuilder();
        fields.forEach((name, value) -> form.append(form.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return form.toString();
    }

    /** Sets up TLS ahead of the first request, which would wait for it. */
    public void warmTls() {
        client().sslContext().createSSLEngine();
    }

    private synchronized HttpClient client() {
        if (client == null) {
            var builder = HttpClient.newBuilder()
                    // One connection a stream: closing it is what ends an answer that nobody wants any more.
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(CONNECT)
                    .sslContext(new LazySslContext())
                    .sslParameters(LazySslContext.parameters())
                    .executor(Executors.newVirtualThreadPerTaskExecutor())
                    .proxy(proxies.isEmpty() ? HttpClient.Builder.NO_PROXY : proxies);
            client = builder.build();
        }
        return client;
    }

    /** Ends all requests; the program would otherwise wait for the client's threads when it leaves. */
    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
            try {
                client.awaitTermination(Duration.ofMillis(200));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
