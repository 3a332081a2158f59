package dev.pawl.mcp.wire;

import dev.pawl.base.net.Network;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The connections to servers over HTTP, which are kept open between requests. Redirects are not followed. */
public final class HttpConnections {
    private static final Duration CONNECT = Duration.ofSeconds(30);

    private final Network network;
    private @Nullable HttpClient http;
    private boolean closed;

    public HttpConnections(Network network) {
        this.network = network;
    }

    private HttpClient client() {
        return network.client()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    public HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException {
        return current().send(request, BodyHandlers.ofInputStream());
    }

    private synchronized HttpClient current() throws IOException {
        if (closed) {
            throw new IOException("the connections are closed");
        }
        if (http == null) {
            http = client();
        }
        return http;
    }

    /**
     * Uses none of the open connections for later requests; what still runs over them goes on. To be called after a long
     * pause: a server closes a connection that nothing was sent over, and a request that is sent in the same moment is lost.
     */
    synchronized void renew() {
        if (http != null) {
            http.shutdown();
            http = null;
        }
    }

    synchronized void close() {
        closed = true;
        if (http != null) {
            http.shutdownNow();
        }
    }
}
