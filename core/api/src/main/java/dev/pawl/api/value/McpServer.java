package dev.pawl.api.value;

import dev.pawl.api.json.JsonObject;

/** A server of tools that a hook brings. */
public record McpServer(String name, JsonObject config) {}
