/**
 * Connects tool servers and offers their tools, resources and prompts to the model. {@link McpHook} is the hook,
 * {@code SessionServers} are the servers of one session, and {@code Approvals} asks the user about tools that
 * changed. The tools of servers are tools of a hook, so they pass the same gates as all others.
 */
package dev.pawl.mcp;
