package dev.pawl.ai.http;

import dev.pawl.accounts.Fetcher;
import dev.pawl.ai.socket.Route;
import dev.pawl.ai.socket.SocketClient;
import dev.pawl.ai.socket.StreamedBody;
import dev.pawl.base.net.Network;
import dev.pawl.base.net.Proxies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends requests to providers, through the proxies of the settings and the environment. */
public final class Http implements Fetcher, AutoCloseable {
    private static final int LARGEST_FETCHED = 1 << 20;

    /** A response whose body is still to be read. */
    record Reply(int status, Map<String, String> headers, StreamedBody body) implements AutoCloseable {
        @Override
        public void close() {
            body.close();
        }
    }

    private final Proxies proxies;
    private final SocketClient client;

    public Http(Network network) {
        this.proxies = network.proxies();
        this.client = new SocketClient(network::tls);
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
        var proxy =
                proxies.isEmpty() ? null : proxies.select(address).getFirst().address();
        var route = new Route(
                address,
                proxy instanceof InetSocketAddress named ? named : null,
                proxy == null ? null : proxies.authorization(address));
        var response = client.send(route, headers, body, idle);
        return new Reply(response.status(), response.headers(), response.body());
    }

    @Override
    public Fetched fetch(URI address, Map<String, String> headers, @Nullable String body, Duration patience)
            throws IOException, InterruptedException {
        var bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        try (var reply = send(address, headers, bytes, patience)) {
            return new Fetched(reply.status(), reply.headers(), reply.body().text(LARGEST_FETCHED, patience));
        }
    }

    /** Sets up TLS ahead of the first request, which would wait for it. */
    public void warmTls() {
        try {
            client.warmTls();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends all requests. */
    @Override
    public void close() {
        client.close();
    }
}
