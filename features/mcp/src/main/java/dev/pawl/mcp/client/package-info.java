/**
 * Talks to tool servers by the Model Context Protocol. {@link Connection} keeps one configured server connected, and
 * {@link McpClient} sends requests and answers those of the server.
 */
package dev.pawl.mcp.client;
