package dev.pawl.api.value;

import dev.pawl.api.json.JsonObject;

/** What a hook is shown of a registered tool. */
public record ToolInfo(String name, String description, JsonObject parameters, ToolTraits traits, SourceInfo source) {}
