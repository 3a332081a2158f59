package dev.pawl.shellhooks.run;

import dev.pawl.base.net.Network;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends requests to web addresses that hooks name. Redirects are not followed, and the time and the answer are bounded. */
public final class WebPosts implements AutoCloseable {
    private final Supplier<Network> network;
    private @Nullable HttpClient client;

    /** @param network the way to the addresses, which is asked for with the first request */
    public WebPosts(Supplier<Network> network) {
        this.network = network;
    }

    /** Returns a builder of a request that can be sent. */
    public HttpRequest.Builder request(URI address) {
        return network.get().request(address);
    }

    /**
     * Sends a request and waits for the answer.
     *
     * @param most the largest answer in bytes; a larger one is an {@link IOException}
     */
    public HttpResponse<byte[]> send(HttpRequest request, Duration limit, int most)
            throws IOException, TimeoutException, InterruptedException {
        var sent = client().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), most));
        try {
            return sent.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
        } finally {
            sent.cancel(true);
        }
    }

    private synchronized HttpClient client() {
        var there = client;
        if (there == null) {
            there = network.get()
                    .client()
                    .connectTimeout(Duration.ofSeconds(30))
                    .build();
            client = there;
        }
        return there;
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
        }
    }
}
