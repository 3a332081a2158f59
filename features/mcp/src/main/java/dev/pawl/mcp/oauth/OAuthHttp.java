package dev.pawl.mcp.oauth;

import dev.pawl.ai.http.Proxies;
import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.config.ServerCheck;
import dev.pawl.mcp.wire.HttpConnections;
import dev.pawl.mcp.wire.Messages;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Requests to authorisation servers: small JSON documents, over TLS or on this machine only. */
final class OAuthHttp {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int LONGEST = 1 << 20;

    /** An answer; the JSON is empty if the body is not JSON. */
    record Answer(int status, JsonObject json) {}

    private final Proxies proxies;
    private final HttpConnections http;

    OAuthHttp(Proxies proxies) {
        this.proxies = proxies;
        this.http = new HttpConnections(proxies);
    }

    /** The document at an address; null if there is none. */
    @Nullable
    JsonObject get(String address) throws IOException, InterruptedException {
        var answer = send(request(address)
                .header("Accept", "application/json")
                .header("MCP-Protocol-Version", "2025-11-25")
                .GET());
        return answer.status() == 200 && !answer.json().isEmpty() ? answer.json() : null;
    }

    Answer post(String address, JsonObject body) throws IOException, InterruptedException {
        return send(request(address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(body.toString())));
    }

    Answer post(String address, Map<String, String> form, @Nullable String authorization)
            throws IOException, InterruptedException {
        var request = request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(encoded(form)));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return send(request);
    }

    static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** An address of an authorisation server, if it is one that a request or a browser may be sent to. */
    static URI safe(String address) throws IOException {
        try {
            var uri = URI.create(address);
            if (!ServerCheck.isSafe(uri)) {
                throw new IOException("the authorisation server's address " + uri.getScheme() + "://" + uri.getHost()
                        + " is neither https nor on this machine, so nothing is sent there");
            }
            return uri;
        } catch (IllegalArgumentException e) {
            throw new IOException("the authorisation server names an address that is not valid", e);
        }
    }

    private HttpRequest.Builder request(String address) throws IOException {
        try {
            var uri = safe(address);
            var request = HttpRequest.newBuilder(uri).timeout(LIMIT);
            var proxy = proxies.authorization(uri);
            return proxy == null ? request : request.header("Proxy-Authorization", proxy);
        } catch (IllegalArgumentException e) {
            throw new IOException("the authorisation server names an address that cannot be reached", e);
        }
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(request.build());
        try (var in = response.body()) {
            var json = Messages.parse(in.readNBytes(LONGEST));
            return new Answer(response.statusCode(), json == null ? JsonObject.empty() : json);
        }
    }
}
