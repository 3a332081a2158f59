package dev.pawl.ai.socket;

import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The way to a server.
 *
 * @param proxy the proxy on the way; null for none
 * @param authorization what the proxy gets in {@code Proxy-Authorization}; null for nothing
 */
public record Route(
        URI address,
        @Nullable InetSocketAddress proxy,
        @Nullable String authorization) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    boolean isEncrypted() {
        return "https".equalsIgnoreCase(address.getScheme());
    }

    String host() {
        return address.getHost();
    }

    int port() {
        return address.getPort() > 0 ? address.getPort() : isEncrypted() ? HTTPS : HTTP;
    }

    /** Host and port as in the header {@code Host}, where the usual port is left out. */
    String authority() {
        int port = address.getPort();
        return port <= 0 || port == (isEncrypted() ? HTTPS : HTTP) ? host() : host() + ":" + port;
    }

    /** Routes with the same key can share a connection. */
    String key() {
        return (isEncrypted() ? "s " : "p ") + host() + ":" + port() + " " + (proxy == null ? "" : proxy) + " "
                + (authorization == null ? "" : authorization);
    }
}
