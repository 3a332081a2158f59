package dev.pawl.mcp;

import dev.pawl.mcp.config.ConfigValues;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.oauth.OAuthSettings;
import java.io.IOException;

/** The part of a server's entry about signing in. */
final class OAuthConfig {
    private OAuthConfig() {}

    static OAuthSettings of(ServerEntry entry, ConfigValues values) throws IOException, InterruptedException {
        var oauth = entry.config().object("oauth");
        var secret = oauth.string("clientSecret");
        return new OAuthSettings(
                oauth.string("clientId"),
                secret == null
                        ? null
                        : values.resolve(secret, "MCP server \"" + entry.name() + "\" oauth.clientSecret"),
                oauth.string("scope"),
                oauth.string("clientName", "Pawl"),
                oauth.string("clientMetadataUrl"),
                oauth.string("clientRegistration", "auto"),
                oauth.string("authServerMetadataUrl"));
    }
}
