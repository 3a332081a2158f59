package dev.pawl.mcp.oauth;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The client identity for an authorisation server: configured, by a document, or registered with it. */
final class Registration {
    private final OAuthHttp http;
    private final OAuthSettings settings;
    private final TokenStore store;
    private final String server;

    Registration(OAuthHttp http, OAuthSettings settings, TokenStore store, String server) {
        this.http = http;
        this.settings = settings;
        this.store = store;
        this.server = server;
    }

    /** A client of an authorisation server, and how it proves who it is at the token endpoint. */
    record Client(String id, @Nullable String secret, String method) {}

    Client client(Discovery.Found found, String redirectUri) throws IOException, InterruptedException {
        var metadata = found.metadata();
        var configured = settings.clientId();
        if (configured != null) {
            return client(metadata, configured, settings.clientSecret(), null);
        }
        var document = settings.clientDocument();
        boolean documents = metadata.bool("client_id_metadata_document_supported", false);
        if (document != null && documents && !settings.registration().equals("dcr")) {
            return new Client(document, null, "none");
        }
        if (settings.registration().equals("cimd")) {
            throw new IOException("oauth.clientRegistration is \"cimd\", but "
                    + (documents
                            ? "there is no oauth.clientMetadataUrl"
                            : "the authorisation server does not support client documents"));
        }
        var known = store.client(server, found.issuer());
        if (!known.isEmpty() && known.strings("redirect_uris").contains(redirectUri)) {
            return client(
                    metadata,
                    known.string("client_id", ""),
                    known.string("client_secret"),
                    known.string("token_endpoint_auth_method"));
        }
        return register(found, redirectUri);
    }

    private Client register(Discovery.Found found, String redirectUri) throws IOException, InterruptedException {
        var endpoint = found.metadata().string("registration_endpoint");
        if (endpoint == null) {
            throw new IOException("the authorisation server " + found.issuer()
                    + " does not register clients automatically. Register one there and set oauth.clientId.");
        }
        var methods = found.metadata().strings("token_endpoint_auth_methods_supported");
        var method = methods.isEmpty() || methods.contains("none")
                ? "none"
                : methods.contains("client_secret_post") ? "client_secret_post" : "client_secret_basic";
        if (methods.contains("client_secret_basic")
                && !methods.contains("none")
                && !methods.contains("client_secret_post")) {
            method = "client_secret_basic";
        }
        var asked = JsonObject.of("client_name", settings.clientName(), "redirect_uris", List.of(redirectUri))
                .with("grant_types", List.of("authorization_code", "refresh_token"))
                .with("response_types", List.of("code"))
                .with("token_endpoint_auth_method", method)
                .with("application_type", "native");
        var answer = http.post(endpoint, asked);
        var id = answer.json().string("client_id");
        if (answer.status() >= 300 || id == null) {
            throw new IOException("the authorisation server " + found.issuer() + " did not register a client (HTTP "
                    + answer.status() + "). Register one there and set oauth.clientId.");
        }
        var kept = JsonObject.of("client_id", id, "redirect_uris", List.of(redirectUri))
                .with("token_endpoint_auth_method", answer.json().string("token_endpoint_auth_method", method));
        var secret = answer.json().string("client_secret");
        store.keepClient(server, found.issuer(), kept.given("client_secret", secret));
        return client(found.metadata(), id, secret, answer.json().string("token_endpoint_auth_method"));
    }

    /** Uses the authentication method that was registered, else one that both sides support. */
    private static Client client(JsonObject metadata, String id, @Nullable String secret, @Nullable String registered) {
        if (secret == null) {
            return new Client(id, null, "none");
        }
        var methods = metadata.strings("token_endpoint_auth_methods_supported");
        if (registered != null && !registered.equals("none")) {
            return new Client(id, secret, registered);
        }
        if (methods.isEmpty() || methods.contains("client_secret_basic")) {
            return new Client(id, secret, "client_secret_basic");
        }
        return new Client(id, secret, methods.contains("client_secret_post") ? "client_secret_post" : "none");
    }
}
