package dev.pawl.api.event;

import dev.pawl.api.value.McpServer;
import java.util.List;

/**
 * A hook added or removed a tool server; this is the whole list after the change.
 *
 * @param servers all servers that hooks brought, after the change
 */
public record McpServersChange(List<McpServer> servers) {}
