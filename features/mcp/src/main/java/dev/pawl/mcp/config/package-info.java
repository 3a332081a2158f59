/**
 * Reads the files that configure tool servers. {@link McpConfig} is the entry point, and {@link ServerEntry} is one
 * server whose entry was checked.
 */
package dev.pawl.mcp.config;
