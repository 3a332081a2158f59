package dev.pawl.mcp.oauth;

import dev.pawl.accounts.oauth.JsonRequests;
import dev.pawl.accounts.oauth.JsonRequests.Answer;
import dev.pawl.ai.http.Http;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.mcp.config.ServerCheck;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends requests to authorisation servers, over TLS or on this machine only. */
final class OAuthHttp {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final JsonRequests requests;

    OAuthHttp(Network network) {
        this.requests = new JsonRequests(
                (address, headers, body, patience) -> {
                    try (var http = new Http(network)) {
                        return http.fetch(address, headers, body, patience);
                    }
                },
                LIMIT);
    }

    /** Returns the document at an address; null if there is none. */
    @Nullable
    JsonObject get(String address) throws IOException, InterruptedException {
        var answer = requests.get(safe(address), Map.of("MCP-Protocol-Version", "2025-11-25"));
        return answer.status() == 200 && !answer.json().isEmpty() ? answer.json() : null;
    }

    Answer post(String address, JsonObject body) throws IOException, InterruptedException {
        return requests.json(safe(address), Map.of(), body);
    }

    Answer post(String address, Map<String, String> form, @Nullable String authorization)
            throws IOException, InterruptedException {
        return requests.form(
                safe(address), authorization == null ? Map.of() : Map.of("authorization", authorization), form);
    }

    /** Returns the address of an authorisation server, if it is one that a request or a browser may be sent to. */
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
}
