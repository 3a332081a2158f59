package dev.pawl.base.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which proxy a request goes through: the setting's, or the environment's HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
public final class Proxies extends ProxySelector {
    private final @Nullable String http;
    private final @Nullable String https;
    private final List<String> direct;

    private Proxies(@Nullable String http, @Nullable String https, List<String> direct) {
        this.http = http;
        this.https = https;
        this.direct = direct;
    }

    /**
     * Returns the proxies of the settings and the environment.
     *
     * @param setting the proxy of the settings, which wins over the environment
     */
    public static Proxies of(@Nullable String setting, Map<String, String> environment) {
        var all = either(environment, "ALL_PROXY");
        var http = either(environment, "HTTP_PROXY");
        var https = either(environment, "HTTPS_PROXY");
        var exceptions = either(environment, "NO_PROXY");
        return new Proxies(
                setting != null ? setting : http != null ? http : all,
                setting != null ? setting : https != null ? https : all,
                exceptions == null
                        ? List.of()
                        : List.of(exceptions.toLowerCase(Locale.ROOT).split("[,\\s]+")));
    }

    /** No proxy at all. */
    public static Proxies none() {
        return new Proxies(null, null, List.of());
    }

    /** Returns what the proxy of an address wants in the header {@code Proxy-Authorization}; null if it wants nothing. */
    public @Nullable String authorization(URI uri) {
        var user = isEmpty() ? null : user(uri);
        return user == null
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whether no request goes through a proxy. */
    public boolean isEmpty() {
        return http == null && https == null;
    }

    @Override
    public List<Proxy> select(URI uri) {
        var proxy = "https".equals(uri.getScheme()) ? https : http;
        if (proxy == null || isDirect(uri)) {
            return List.of(Proxy.NO_PROXY);
        }
        var address = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
        if (address.getHost() == null) {
            throw new IllegalArgumentException("the proxy \"" + withoutUser(proxy) + "\" is no address of the form"
                    + " http://host:port (setting httpProxy, or HTTP_PROXY and HTTPS_PROXY)");
        }
        int port = address.getPort() > 0 ? address.getPort() : 80;
        return List.of(new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(address.getHost(), port)));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException problem) {
        // The request itself fails with the same words.
    }

    /** Name and password of the proxy of an address, as {@code name:password}; null if it asks for none. */
    private @Nullable String user(URI uri) {
        var proxy = "https".equals(uri.getScheme()) ? https : http;
        if (proxy == null || isDirect(uri)) {
            return null;
        }
        return URI.create(proxy.contains("://") ? proxy : "http://" + proxy).getUserInfo();
    }

    private boolean isDirect(URI uri) {
        var host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        // What runs on this machine is never behind a proxy.
        if (host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]")) {
            return true;
        }
        for (var exception : direct) {
            var name = exception.startsWith("*") ? exception.substring(1) : exception;
            if (exception.equals("*")
                    || host.equals(name)
                    || (!name.isEmpty() && host.endsWith(name.startsWith(".") ? name : "." + name))) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String either(Map<String, String> environment, String name) {
        var value = environment.get(name.toLowerCase(Locale.ROOT));
        value = value == null ? environment.get(name) : value;
        return value == null || value.isBlank() ? null : value;
    }

    private static String withoutUser(String proxy) {
        int at = proxy.lastIndexOf('@');
        return at < 0 ? proxy : proxy.substring(at + 1);
    }
}
