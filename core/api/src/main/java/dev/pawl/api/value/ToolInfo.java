package dev.pawl.api.value;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a hook is shown of a registered tool. */
public record ToolInfo(
        String name,
        String description,
        JsonObject parameters,
        List<String> promptGuidelines,
        ToolTraits.Exposure exposure,
        ToolTraits.@Nullable Namespace namespace,
        ToolTraits.Annotations annotations,
        SourceInfo source) {}
