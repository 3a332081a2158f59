package dev.pawl.mcp;

import dev.pawl.mcp.client.ClientSetup;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.ServerRequests;
import dev.pawl.mcp.config.ConfigValues;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.oauth.Callback;
import dev.pawl.mcp.oauth.OAuth;
import dev.pawl.mcp.oauth.SignIn;
import dev.pawl.mcp.oauth.TokenStore;
import java.io.IOException;
import java.net.URI;

/** Access to servers outside of a session: to list what they offer, to sign in and to sign out. */
public final class ServerAccess {
    private final McpSetup setup;
    private final ConfigValues values;
    private final ProviderKeys keys;

    public ServerAccess(McpSetup setup, ProviderKeys keys) {
        this.setup = setup;
        this.keys = keys;
        this.values = new ConfigValues(setup.environment());
    }

    /** A connection that opens when its client is first used. */
    public Connection connection(ServerEntry entry) {
        return new Connection(
                entry,
                new TransportOpener(setup.folders(), values, setup.network(), keys, setup.changed(), setup.given()),
                new ClientSetup(setup.version(), entry.timeout(), ClientSetup.Start.BOTH, ServerRequests.NONE, _ -> {}),
                new Connection.Listener() {});
    }

    /** Signs in to a server over HTTP, and stores the tokens. */
    public void login(ServerEntry entry, SignIn signIn) throws IOException, InterruptedException {
        if (!entry.usesOAuth()) {
            throw new IOException("MCP server \"" + entry.name() + "\" needs no sign-in: "
                    + (entry.isHttp() ? "its entry contains the authorization" : "it is a program on this machine"));
        }
        new OAuth(
                        entry.name(),
                        URI.create(entry.url()),
                        OAuthConfig.of(entry, values),
                        TokenStore.in(setup.folders().agentDir()),
                        signIn,
                        setup.network())
                .login();
    }

    /** The address to which a sign-in returns: the one in the entry, else one with the port of the registered client. */
    public Callback callback(ServerEntry entry) throws IOException {
        return Callback.of(entry.config().object("oauth"))
                .preferring(TokenStore.in(setup.folders().agentDir())
                        .registeredPort(entry.name(), URI.create(entry.url()).toString()));
    }

    /** Deletes the tokens of a server; returns false if there were none. */
    public boolean logout(ServerEntry entry) throws IOException, InterruptedException {
        return entry.isHttp()
                && TokenStore.in(setup.folders().agentDir())
                        .forget(entry.name(), URI.create(entry.url()).toString());
    }
}
