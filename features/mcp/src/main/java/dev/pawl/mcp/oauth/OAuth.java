package dev.pawl.mcp.oauth;

import dev.pawl.accounts.oauth.CodeRequest;
import dev.pawl.accounts.oauth.FormFields;
import dev.pawl.accounts.oauth.JsonRequests;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.mcp.wire.Authorizer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Signs in to a server with OAuth 2.1: an authorisation code with PKCE, for this resource only. */
public final class OAuth implements Authorizer {
    private static final int MOST_STEP_UPS = 2;
    private static final long EARLY_SECONDS = 30;

    private final String server;
    private final URI address;
    private final OAuthSettings settings;
    private final TokenStore store;
    private final @Nullable SignIn signIn;
    private final OAuthHttp http;
    private final ReentrantLock lock = new ReentrantLock();
    private int stepUps;
    private @Nullable String steppedFor;

    /** Without a proxy. */
    public OAuth(String server, URI address, OAuthSettings settings, TokenStore store, @Nullable SignIn signIn) {
        this(server, address, settings, store, signIn, Network.direct());
    }

    /**
     * @param server the name under which tokens are kept
     * @param signIn leads the user to the page; null refreshes tokens only
     */
    public OAuth(
            String server,
            URI address,
            OAuthSettings settings,
            TokenStore store,
            @Nullable SignIn signIn,
            Network network) {
        this.http = new OAuthHttp(network);
        this.server = server;
        this.address = address;
        this.settings = settings;
        this.store = store;
        this.signIn = signIn;
    }

    @Override
    public @Nullable String token() throws IOException, InterruptedException {
        var kept = store.tokens(server, address.toString());
        long expires = kept.number("expires_at", Long.MAX_VALUE);
        if (expires - EARLY_SECONDS < Instant.now().getEpochSecond() && kept.has("refresh_token")) {
            lock.lockInterruptibly();
            try {
                refresh(kept);
            } finally {
                lock.unlock();
            }
            kept = store.tokens(server, address.toString());
        }
        return kept.string("access_token");
    }

    @Override
    public boolean refused(int status, String header, @Nullable String used) throws IOException, InterruptedException {
        var challenge = Challenge.of(header);
        boolean more = status == 403 && "insufficient_scope".equals(challenge.error());
        if (status == 403 && !more) {
            return false;
        }
        lock.lockInterruptibly();
        try {
            var kept = store.tokens(server, address.toString());
            var now = kept.string("access_token");
            if (now != null && !now.equals(used) && !more) {
                return true; // Another request has refreshed it.
            }
            if (more && !Objects.equals(challenge.scope(), steppedFor)) {
                steppedFor = challenge.scope();
                stepUps = 0;
            }
            if (more && ++stepUps > MOST_STEP_UPS) {
                return false;
            }
            if (signIn == null) {
                return !more && kept.has("refresh_token") && refresh(kept);
            }
            authorize(challenge, more ? kept : JsonObject.empty(), kept, more);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Signs in without having been refused first. */
    public void login() throws IOException, InterruptedException {
        authorize(new Challenge(null, null, null), JsonObject.empty(), JsonObject.empty(), false);
    }

    private void authorize(Challenge challenge, JsonObject before, JsonObject kept, boolean more)
            throws IOException, InterruptedException {
        var found = new Discovery(http, address, settings).find(challenge);
        if (!more && kept.has("refresh_token") && found.issuer().equals(kept.get("issuer")) && refresh(kept)) {
            return;
        }
        var page = signIn;
        if (page == null) {
            throw new IOException("the server requires a sign-in");
        }
        var metadata = found.metadata();
        if (!metadata.strings("code_challenge_methods_supported").contains("S256")) {
            throw new IOException("the authorisation server " + found.issuer()
                    + " does not state that it supports PKCE (S256), so no code is requested");
        }
        var redirect = page.redirectUri();
        var client = new Registration(http, settings, store, server).client(found, redirect);
        var scope = scope(challenge, found, before);
        var request = CodeRequest.of(client.id(), redirect);
        var query = request.query();
        query.put("resource", found.resource());
        if (scope != null) {
            query.put("scope", scope);
            if (Scopes.of(scope).contains("offline_access")) {
                query.put("prompt", "consent");
            }
        }
        var endpoint = metadata.string("authorization_endpoint", "");
        var back =
                page.visit(OAuthHttp.safe(endpoint + (endpoint.contains("?") ? "&" : "?") + FormFields.encode(query)));
        var code = code(back, request.state(), found);
        var form = request.exchange(code);
        form.put("resource", found.resource());
        keep(exchange(metadata, client, form), found, client, scope);
    }

    /** The challenge takes precedence, then the file, then what the server lists; scopes granted before are kept. */
    private @Nullable String scope(Challenge challenge, Discovery.Found found, JsonObject before) {
        var scopes = Scopes.of(before.string("scope"));
        if (challenge.scope() != null) {
            scopes.addAll(Scopes.of(challenge.scope()));
        } else if (settings.scope() == null && scopes.isEmpty()) {
            scopes.addAll(Scopes.of(found.scopes()));
        }
        scopes.addAll(Scopes.of(settings.scope()));
        if (found.metadata().strings("scopes_supported").contains("offline_access")) {
            scopes.add("offline_access");
        }
        return Scopes.written(scopes);
    }

    /** The code in the address that the user was redirected to, if it answers this request. */
    private static String code(String back, String state, Discovery.Found found) throws IOException {
        var answer = query(back);
        var issuer = answer.get("iss");
        boolean announced = found.metadata().bool("authorization_response_iss_parameter_supported", false);
        if (issuer == null ? announced : !issuer.equals(found.metadata().string("issuer", found.issuer()))) {
            throw new IOException("the answer of the sign-in does not come from " + found.issuer()
                    + " (parameter iss), so it is not used");
        }
        if (!state.equals(answer.get("state"))) {
            throw new IOException("the answer of the sign-in belongs to another request (parameter state)");
        }
        var error = answer.get("error");
        var code = answer.get("code");
        if (error != null || code == null) {
            throw new IOException("the sign-in was refused: " + (error == null ? "there is no code" : error));
        }
        return code;
    }

    private static Map<String, String> query(String address) throws IOException {
        try {
            var query = URI.create(address.strip()).getRawQuery();
            return FormFields.decode(query == null ? "" : query);
        } catch (IllegalArgumentException e) {
            throw new IOException("the address that the sign-in led to cannot be read", e);
        }
    }

    /** Returns false if the refresh token is no longer valid. */
    private boolean refresh(JsonObject kept) throws IOException, InterruptedException {
        var current = store.tokens(server, address.toString());
        if (!current.string("access_token", "").equals(kept.string("access_token", ""))) {
            return true; // Another process has refreshed it meanwhile.
        }
        var form = CodeRequest.refresh(kept.string("refresh_token", ""));
        form.put("resource", kept.string("resource", ""));
        var client = new Registration.Client(
                kept.string("client_id", ""), kept.string("client_secret"), kept.string("client_method", "none"));
        var answer = post(kept.string("token_endpoint", ""), client, form);
        if (answer.status() != 200 || answer.json().string("access_token") == null) {
            store.keepTokens(server, address.toString(), kept.without("refresh_token", "access_token"));
            return false;
        }
        store.keepTokens(server, address.toString(), merged(kept, answer.json()));
        return true;
    }

    private JsonObject exchange(JsonObject metadata, Registration.Client client, Map<String, String> form)
            throws IOException, InterruptedException {
        var answer = post(metadata.string("token_endpoint", ""), client, form);
        if (answer.status() != 200 || answer.json().string("access_token") == null) {
            throw new IOException("the authorisation server gave no token (HTTP " + answer.status() + ", "
                    + answer.json().string("error", "no reason") + ")");
        }
        return answer.json().with("token_endpoint", metadata.get("token_endpoint"));
    }

    private JsonRequests.Answer post(String endpoint, Registration.Client client, Map<String, String> form)
            throws IOException, InterruptedException {
        var sent = new LinkedHashMap<>(form);
        var secret = client.secret();
        @Nullable String authorization = null;
        if (secret != null && client.method().equals("client_secret_basic")) {
            var pair = FormFields.encode(client.id()) + ":" + FormFields.encode(secret);
            authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        } else {
            sent.put("client_id", client.id());
            if (secret != null && client.method().equals("client_secret_post")) {
                sent.put("client_secret", secret);
            }
        }
        return http.post(endpoint, sent, authorization);
    }

    private void keep(JsonObject tokens, Discovery.Found found, Registration.Client client, @Nullable String scope)
            throws IOException, InterruptedException {
        var kept = JsonObject.of("issuer", found.issuer(), "resource", found.resource())
                .with("token_endpoint", tokens.get("token_endpoint"))
                .with("client_id", client.id())
                .with("client_method", client.method());
        kept = kept.given("client_secret", client.secret());
        kept = kept.given("scope", scope);
        store.keepTokens(server, address.toString(), merged(kept, tokens));
    }

    /** A new refresh token replaces the old one; without one the old one stays valid. */
    private static JsonObject merged(JsonObject kept, JsonObject tokens) {
        var merged = kept.without("expires_at").with("access_token", tokens.get("access_token"));
        if (tokens.string("refresh_token") != null) {
            merged = merged.with("refresh_token", tokens.get("refresh_token"));
        }
        long seconds = tokens.number("expires_in", 0);
        return seconds > 0 ? merged.with("expires_at", Instant.now().getEpochSecond() + seconds) : merged;
    }
}
