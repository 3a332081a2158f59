package dev.pawl.api.tool;

import dev.pawl.api.SourceInfo;
import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A registered tool, told. */
public record ToolInfo(
        String name,
        String description,
        JsonObject parameters,
        List<String> promptGuidelines,
        Tool.Exposure exposure,
        Tool.@Nullable Namespace namespace,
        Tool.Annotations annotations,
        SourceInfo source) {}
