package dev.pawl.mcp.config;

import dev.pawl.api.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks one entry of {@code mcpServers}, as a file or a hook specifies it. */
public final class ServerCheck {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String EXPOSURES = "\"codemode\", \"deferred\", \"direct\" or \"hidden\"";

    private ServerCheck() {}

    /** Returns what is wrong with an entry, as a sentence that names the server; null if nothing is. */
    public static @Nullable String flaw(String name, @Nullable Object raw) {
        if (!NAME.matcher(name).matches()) {
            return "the server name \"" + name + "\" is not valid (use letters, digits, \"_\" and \"-\")";
        }
        if (!(raw instanceof JsonObject entry)) {
            return "server \"" + name + "\" must be an object";
        }
        var flaw = common(entry);
        if (flaw == null) {
            flaw = transport(entry);
        }
        return flaw == null ? null : "server \"" + name + "\": " + flaw;
    }

    private static @Nullable String common(JsonObject entry) {
        var exposure = entry.get("exposure");
        if (entry.has("exposure") && (exposure == null || Exposure.of(exposure) == null)) {
            return "exposure must be " + EXPOSURES;
        }
        if (entry.has("toolExposure")) {
            if (!(entry.get("toolExposure") instanceof JsonObject single)) {
                return "toolExposure must map names of tools to exposures";
            }
            for (var tool : single.names()) {
                var value = single.get(tool);
                if (value == null || Exposure.of(value) == null) {
                    return "toolExposure \"" + tool + "\" must be " + EXPOSURES;
                }
            }
        }
        if (entry.has("enabled") && !(entry.get("enabled") instanceof Boolean)) {
            return "enabled must be true or false";
        }
        if (entry.has("description") && entry.string("description") == null) {
            return "description must be a string";
        }
        if (entry.has("timeout") && !(entry.decimal("timeout", 0) > 0)) {
            return "timeout must be a positive number of seconds";
        }
        return null;
    }

    private static @Nullable String transport(JsonObject entry) {
        var type = entry.get("type");
        if ("sse".equals(type) || "ws".equals(type)) {
            return "the transport \"" + type + "\" is not supported; use the address of the streamable HTTP endpoint";
        }
        boolean http = type == null || "http".equals(type) || "streamable-http".equals(type);
        boolean stdio = type == null || "stdio".equals(type);
        if (entry.string("url") != null && http) {
            return http(entry);
        }
        if (entry.string("command") != null && stdio) {
            return stdio(entry);
        }
        return "it needs \"command\" (stdio) or \"url\" (streamable HTTP)";
    }

    private static @Nullable String stdio(JsonObject entry) {
        if (entry.has("args")
                && !(entry.get("args") instanceof List<?> args && args.stream().allMatch(String.class::isInstance))) {
            return "args must be an array of strings";
        }
        if (isNotStringMap(entry, "env")) {
            return "env must map names to strings";
        }
        return entry.has("cwd") && entry.string("cwd") == null ? "cwd must be a string" : null;
    }

    private static @Nullable String http(JsonObject entry) {
        var url = url(entry.string("url", ""));
        if (url == null || url.getHost() == null || !isHttp(url)) {
            return "url must be an http or https address";
        }
        if (isNotStringMap(entry, "headers")) {
            return "headers must map names to strings";
        }
        if (entry.has("auth")) {
            if (entry.object("auth").string("provider", "").isEmpty()) {
                return "auth.provider must be the name of a provider";
            }
            if (!isSafe(url)) {
                return "auth needs an https address, or http on localhost, 127.0.0.1 or [::1]";
            }
        }
        return entry.has("oauth") ? oauth(entry.get("oauth")) : null;
    }

    private static @Nullable String oauth(@Nullable Object raw) {
        if (!(raw instanceof JsonObject oauth)) {
            return "oauth must be an object";
        }
        for (var name : List.of("clientId", "clientSecret", "scope", "clientName")) {
            if (oauth.has(name) && oauth.string(name) == null) {
                return "oauth." + name + " must be a string";
            }
        }
        if (oauth.has("callbackPort")) {
            long port = oauth.number("callbackPort", 0);
            if (port < 1 || port > 65_535 || !Long.valueOf(port).equals(oauth.get("callbackPort"))) {
                return "oauth.callbackPort must be a port number";
            }
        }
        if (oauth.has("callbackUrl")) {
            var callback = url(oauth.string("callbackUrl", ""));
            if (callback == null
                    || !isLoopback(callback)
                    || callback.getQuery() != null
                    || callback.getFragment() != null) {
                return "oauth.callbackUrl must be an http address on localhost, 127.0.0.1 or [::1] without a query"
                        + " and a fragment";
            }
            if (callback.getPort() > 0
                    && oauth.has("callbackPort")
                    && callback.getPort() != oauth.number("callbackPort", 0)) {
                return "oauth.callbackUrl and oauth.callbackPort name different ports";
            }
        }
        var registration = oauth.get("clientRegistration");
        if (registration != null && !Set.of("auto", "dcr", "cimd").contains(registration)) {
            return "oauth.clientRegistration must be \"auto\", \"dcr\" or \"cimd\"";
        }
        if ("cimd".equals(registration) && (oauth.has("clientId") || oauth.has("clientName"))) {
            return "oauth.clientRegistration \"cimd\" cannot be combined with oauth.clientId or oauth.clientName";
        }
        if ("cimd".equals(registration) && oauth.has("callbackUrl") && !isUsualCallback(oauth)) {
            return "oauth.clientRegistration \"cimd\" needs an oauth.callbackUrl on localhost or 127.0.0.1 with the"
                    + " path /callback";
        }
        var metadata = url(oauth.string("authServerMetadataUrl", "https://localhost"));
        if (metadata == null || !isSafe(metadata)) {
            return "oauth.authServerMetadataUrl must be an https address, or http on localhost, 127.0.0.1 or [::1]";
        }
        return null;
    }

    /** Returns whether client documents list the address: they name {@code /callback} with any port. */
    private static boolean isUsualCallback(JsonObject oauth) {
        var callback = url(oauth.string("callbackUrl", ""));
        return callback != null && "/callback".equals(callback.getPath()) && !"[::1]".equals(callback.getHost());
    }

    /** Returns whether credentials may be sent to an address: over TLS, or to this machine. */
    public static boolean isSafe(URI url) {
        return "https".equalsIgnoreCase(url.getScheme()) || isLoopback(url);
    }

    private static boolean isLoopback(URI url) {
        return "http".equalsIgnoreCase(url.getScheme()) && url.getHost() != null && LOOPBACK.contains(url.getHost());
    }

    private static boolean isHttp(URI url) {
        return "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
    }

    private static boolean isNotStringMap(JsonObject entry, String name) {
        return entry.has(name)
                && !(entry.get(name) instanceof JsonObject map
                        && map.asMap().values().stream().allMatch(String.class::isInstance));
    }

    private static @Nullable URI url(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
