package dev.pawl.api;

import dev.pawl.api.json.JsonObject;

/** A server of tools that a hook brings. */
public record McpServer(String name, JsonObject config) {}
