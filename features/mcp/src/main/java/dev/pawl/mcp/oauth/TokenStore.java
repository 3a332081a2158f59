package dev.pawl.mcp.oauth;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.config.text.JsonStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Tokens and client registrations, in a file for its owner only, by server, issuer and resource. */
public final class TokenStore {
    private static final String TOKENS = "tokens";
    private static final String CLIENTS = "clients";

    private final JsonStore store;

    private TokenStore(JsonStore store) {
        this.store = store;
    }

    public static TokenStore in(Path agentDir) {
        return new TokenStore(JsonFile.secret(agentDir.resolve("mcp-auth.json")));
    }

    /** A store in memory, which ends with the program. */
    public static TokenStore inMemory() {
        return new TokenStore(JsonStore.inMemory(JsonObject.empty()));
    }

    private JsonObject part(String part) throws IOException {
        var content = store.read();
        return content == null ? JsonObject.empty() : content.object(part);
    }

    /**
     * Returns what is stored for a server at an address: tokens, their issuer and the requested scope. Empty if nothing
     * is.
     */
    JsonObject tokens(String server, String resource) throws IOException {
        return part(TOKENS).object(key(server, resource));
    }

    void keepTokens(String server, String resource, JsonObject tokens) throws IOException, InterruptedException {
        store.edit(JsonEdit.nothing().with(List.of(TOKENS, key(server, resource)), tokens));
    }

    /** The client that was registered with an issuer; empty if none was. */
    JsonObject client(String server, String issuer) throws IOException {
        return part(CLIENTS).object(key(server, issuer));
    }

    /** The redirect port with which the client of a server is registered; zero if none is. */
    public int registeredPort(String server, String resource) throws IOException {
        var issuer = tokens(server, resource).string("issuer", "");
        return client(server, issuer).strings("redirect_uris").stream()
                .mapToInt(redirect -> Math.max(0, URI.create(redirect).getPort()))
                .findFirst()
                .orElse(0);
    }

    void keepClient(String server, String issuer, JsonObject client) throws IOException, InterruptedException {
        store.edit(JsonEdit.nothing().with(List.of(CLIENTS, key(server, issuer)), client));
    }

    /** Deletes all data of a server at an address; returns false if there was none. */
    public boolean forget(String server, String resource) throws IOException, InterruptedException {
        var tokens = tokens(server, resource);
        if (tokens.isEmpty()) {
            return false;
        }
        store.edit(JsonEdit.nothing()
                .without(List.of(TOKENS, key(server, resource)))
                .without(List.of(CLIENTS, key(server, tokens.string("issuer", "")))));
        return true;
    }

    private static String key(String server, String address) {
        return server + " " + address;
    }
}
