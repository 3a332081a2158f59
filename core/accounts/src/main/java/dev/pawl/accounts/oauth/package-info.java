/**
 * The parts of OAuth that sign-ins to providers and to tool servers share. {@link CodeRequest} asks for an
 * authorization code with {@link Pkce} and exchanges it for tokens; {@link LoopbackPage} receives the browser at the
 * end.
 */
package dev.pawl.accounts.oauth;
