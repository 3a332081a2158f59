package dev.pawl.mcp.oauth;

import dev.pawl.api.json.JsonObject;
import java.net.URI;

/**
 * The address on this machine to which an authorisation server redirects the browser.
 *
 * @param written the address as the file has it, without a query
 * @param port the port to listen on; zero for any
 * @param required whether no other port may be used
 */
public record Callback(URI written, int port, boolean required) {
    private static final String USUAL = "http://127.0.0.1/callback";

    /** Returns what {@code callbackUrl} and {@code callbackPort} of an entry's {@code oauth} name. */
    public static Callback of(JsonObject oauth) {
        var written = URI.create(oauth.string("callbackUrl", USUAL));
        int port = written.getPort() > 0 ? written.getPort() : oauth.integer("callbackPort", 0);
        return new Callback(written, port, port > 0);
    }

    /** Prefers the port of the registered client, unless the file specifies one. */
    public Callback preferring(int registered) {
        return required ? this : new Callback(written, registered, false);
    }

    /** The address to listen on. A browser that is sent to {@code localhost} tries this one, too. */
    String host() {
        return written.getHost().equals("localhost") ? "127.0.0.1" : written.getHost();
    }

    String path() {
        return written.getRawPath().isEmpty() ? "/" : written.getRawPath();
    }

    /** The address to send: exactly as it is written where it has a port, since servers compare it as text. */
    String redirect(int listening) {
        return written.getPort() > 0 ? written.toString() : "http://" + written.getHost() + ":" + listening + path();
    }
}
