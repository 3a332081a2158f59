/** Lists, tests and changes tool servers: {@code pawl mcp}. Begin with {@link McpCommands}. */
package dev.pawl.commands.mcp;
