package dev.pawl.mcp.oauth;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a file about signing in to a server.
 *
 * @param clientDocument the address of Pawl's Client ID Metadata Document; null if there is none
 * @param registration {@code auto}, {@code dcr} or {@code cimd}
 * @param metadata the address of the authorisation server's metadata, where discovery would find the wrong one
 */
public record OAuthSettings(
        @Nullable String clientId,
        @Nullable String clientSecret,
        @Nullable String scope,
        String clientName,
        @Nullable String clientDocument,
        String registration,
        @Nullable String metadata) {}
