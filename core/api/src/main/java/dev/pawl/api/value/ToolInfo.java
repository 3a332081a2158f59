package dev.pawl.api.value;

import dev.pawl.api.json.JsonObject;

/** The description of a registered tool for hooks. */
public record ToolInfo(String name, String description, JsonObject parameters, ToolTraits traits, SourceInfo source) {}
