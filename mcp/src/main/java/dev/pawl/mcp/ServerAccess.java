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

/** Servers outside of a session: connected to be looked at, signed in to and out of. */
public final class ServerAccess {
    private final McpSetup setup;
    private final ConfigValues values;
    private final ProviderKeys keys;

    public ServerAccess(McpSetup setup, ProviderKeys keys) {
        this.setup = setup;
        this.keys = keys;
        this.values = new ConfigValues(setup.environment());
    }

    /** A connection that is not open; it is connected when it is asked for its client. */
    public Connection connection(ServerEntry entry) {
        return new Connection(
                entry,
                new TransportOpener(setup.folders(), values, setup.proxies(), keys),
                new ClientSetup(setup.version(), entry.timeout(), ClientSetup.Start.BOTH, ServerRequests.NONE, _ -> {}),
                new Connection.Listener() {});
    }

    /** Signs in to a server over HTTP, and keeps the tokens. */
    public void login(ServerEntry entry, SignIn signIn) throws IOException, InterruptedException {
        if (!entry.usesOAuth()) {
            throw new IOException("MCP server \"" + entry.name() + "\" needs no sign-in: "
                    + (entry.isHttp() ? "its entry brings what authorises" : "it is a program on this machine"));
        }
        new OAuth(
                        entry.name(),
                        URI.create(entry.url()),
                        OAuthConfig.of(entry, values),
                        TokenStore.in(setup.folders().agentDir()),
                        signIn,
                        setup.proxies())
                .login();
    }

    /** Where a sign-in comes back to: what its entry names, else the port of the client that is registered. */
    public Callback callback(ServerEntry entry) throws IOException {
        return Callback.of(entry.config().object("oauth"))
                .preferring(TokenStore.in(setup.folders().agentDir())
                        .registeredPort(entry.name(), URI.create(entry.url()).toString()));
    }

    /** Forgets the tokens of a server; false if there were none. */
    public boolean logout(ServerEntry entry) throws IOException, InterruptedException {
        return entry.isHttp()
                && TokenStore.in(setup.folders().agentDir())
                        .forget(entry.name(), URI.create(entry.url()).toString());
    }
}
