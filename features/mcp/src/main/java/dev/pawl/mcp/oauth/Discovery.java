package dev.pawl.mcp.oauth;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the authorisation server of a server: reads the server's metadata, then that of its authorisation server. */
final class Discovery {
    private final OAuthHttp http;
    private final URI server;
    private final OAuthSettings settings;

    Discovery(OAuthHttp http, URI server, OAuthSettings settings) {
        this.http = http;
        this.server = server;
        this.settings = settings;
    }

    /**
     * What was found.
     *
     * @param resource what tokens are asked for
     * @param scopes the scopes that the server names; empty if it names none
     * @param metadata how the authorisation server describes itself
     */
    record Found(String resource, List<String> scopes, String issuer, JsonObject metadata) {}

    Found find(Challenge challenge) throws IOException, InterruptedException {
        var resource = resource(challenge.resourceMetadata());
        var named = resource == null ? null : resource.string("resource");
        if (named != null && !covers(named)) {
            throw new IOException(
                    "the server's metadata is about another resource (" + named + "), so no token is requested");
        }
        var scopes = resource == null ? List.<String>of() : resource.strings("scopes_supported");
        var wanted = named == null ? canonical() : named;
        var configured = settings.metadata();
        if (configured != null) {
            var metadata = http.get(configured);
            if (metadata == null) {
                throw new IOException("oauth.authServerMetadataUrl has no metadata: " + configured);
            }
            return new Found(wanted, scopes, metadata.string("issuer", configured), metadata);
        }
        var issuers = resource == null ? List.<String>of() : resource.strings("authorization_servers");
        var issuer = issuers.isEmpty() ? origin() : issuers.getFirst();
        return new Found(wanted, scopes, issuer, authorizationServer(issuer));
    }

    private @Nullable JsonObject resource(@Nullable String named) throws IOException, InterruptedException {
        if (named != null) {
            return http.get(named);
        }
        var path = path(server);
        var found = path.isEmpty() ? null : http.get(origin() + "/.well-known/oauth-protected-resource" + path);
        return found == null ? http.get(origin() + "/.well-known/oauth-protected-resource") : found;
    }

    private JsonObject authorizationServer(String issuer) throws IOException, InterruptedException {
        URI uri;
        try {
            uri = URI.create(issuer);
        } catch (IllegalArgumentException e) {
            throw new IOException("the address of the authorisation server that the server names is not valid", e);
        }
        var origin = uri.getScheme() + "://" + uri.getRawAuthority();
        var path = path(uri);
        var places = new ArrayList<String>();
        places.add(origin + "/.well-known/oauth-authorization-server" + path);
        places.add(origin + "/.well-known/openid-configuration" + path);
        if (!path.isEmpty()) {
            places.add(origin + path + "/.well-known/openid-configuration");
        }
        for (var place : places) {
            var metadata = http.get(place);
            if (metadata == null) {
                continue;
            }
            if (!issuer.equals(metadata.get("issuer")) && !isSameButSlash(issuer, metadata.string("issuer"))) {
                throw new IOException("the metadata of the authorisation server " + issuer + " names another issuer ("
                        + metadata.string("issuer", "none") + "), so it is not trusted");
            }
            return metadata;
        }
        throw new IOException("the authorisation server " + issuer + " has no metadata");
    }

    /** An address without a path may be written with a slash. */
    private static boolean isSameButSlash(String issuer, @Nullable String named) {
        return named != null
                && path(URI.create(issuer)).isEmpty()
                && (issuer.equals(named + "/") || named.equals(issuer + "/"));
    }

    /** Returns whether the metadata is about this server: the same origin, and a path that leads to it. */
    private boolean covers(String resource) {
        try {
            var named = URI.create(resource);
            var path = path(named);
            var own = path(server);
            return (named.getScheme() + "://" + named.getRawAuthority())
                            .toLowerCase(Locale.ROOT)
                            .equals(origin().toLowerCase(Locale.ROOT))
                    && (own.equals(path) || own.startsWith(path + "/"));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private String canonical() {
        return origin() + path(server);
    }

    private String origin() {
        return server.getScheme() + "://" + server.getRawAuthority();
    }

    /** The path without a slash at its end. */
    private static String path(URI uri) {
        var path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
