/**
 * Serves other agents by the Model Context Protocol. {@link McpServeRun} is one run, {@code ToolServer} has the
 * requests, and each {@code ServedSession} is an agent.
 */
package dev.pawl.serve.mcp;
