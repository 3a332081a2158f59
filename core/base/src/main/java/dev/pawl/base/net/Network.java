package dev.pawl.base.net;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The way to the network that settings and environment describe: the proxies, and whose certificates are trusted.
 *
 * <p>Every client of the program is made here. Nothing is read before the first encrypted connection, and of files with
 * certificates nothing before a server shows one that Java does not trust.
 */
public final class Network {
    private final Proxies proxies;
    private final Map<String, Path> authorities;
    private @Nullable SSLContext tls;

    private Network(Proxies proxies, Map<String, Path> authorities) {
        this.proxies = proxies;
        this.authorities = authorities;
    }

    /** Returns the way that the environment alone describes. */
    public static Network of(Map<String, String> environment) {
        return of(null, List.of(), environment);
    }

    /**
     * Returns the way that settings and environment describe.
     *
     * @param proxy the proxy of the settings, which wins over the environment
     * @param certificates the files of the settings with certificates, which count beside those of the environment
     */
    public static Network of(@Nullable String proxy, List<Path> certificates, Map<String, String> environment) {
        var files = new LinkedHashMap<String, Path>();
        certificates.forEach(file -> files.put("the setting caCertificates (" + file + ")", file));
        for (var variable : List.of("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")) {
            var file = environment.getOrDefault(variable, "");
            if (!file.isBlank()) {
                files.put(variable + " (" + file + ")", Path.of(file));
            }
        }
        return new Network(Proxies.of(proxy, environment), files);
    }

    /** Returns a way without proxies and without certificates of its own. */
    public static Network direct() {
        return new Network(Proxies.none(), Map.of());
    }

    public Proxies proxies() {
        return proxies;
    }

    /** Returns a builder of a client that goes this way, and follows no redirects unless it is told to. */
    public HttpClient.Builder client() {
        return HttpClient.newBuilder().proxy(proxies).sslContext(tls()).followRedirects(HttpClient.Redirect.NEVER);
    }

    /** Returns a builder of a request of such a client, with what a proxy on its way wants to know of the user. */
    public HttpRequest.Builder request(URI address) {
        var request = HttpRequest.newBuilder(address);
        var authorization = proxies.authorization(address);
        return authorization == null ? request : request.setHeader("Proxy-Authorization", authorization);
    }

    /** Returns the TLS of all connections; reading Java's certificates takes longer than all the rest of a start. */
    public synchronized SSLContext tls() {
        var known = tls;
        if (known == null) {
            known = context();
            tls = known;
        }
        return known;
    }

    private SSLContext context() {
        try {
            return TrustedIssuers.context(authorities);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }
}
