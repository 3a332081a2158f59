/**
 * Signs in to tool servers with OAuth 2.1. {@link OAuth} carries out the protocol, {@link SignIn} leads the user to a
 * page and back, and {@link TokenStore} keeps the tokens.
 */
package dev.pawl.mcp.oauth;
