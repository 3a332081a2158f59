/**
 * Carries messages to tool servers. {@link Transport} is the interface; {@link StdioTransport} and
 * {@link StreamableHttp} implement it.
 */
package dev.pawl.mcp.wire;
