package dev.pawl.trial;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolInfo;
import java.util.List;

/** What a trial reports about tools. */
public final class TrialTools {
    /** The built-in tools by name; they can be seen and chosen, but not called. */
    public static final List<ToolInfo> BUILTIN = List.of(
            builtin("read", true),
            builtin("bash", false),
            builtin("edit", false),
            builtin("write", false),
            builtin("grep", true),
            builtin("find", true),
            builtin("ls", true));

    private TrialTools() {}

    /** How a tool of a hook is listed. */
    public static ToolInfo info(Tool tool) {
        return tool.info(new SourceInfo(tool.name(), SourceInfo.Scope.TEMPORARY, false, null));
    }

    private static ToolInfo builtin(String name, boolean readOnly) {
        return info(Tool.of(name, name, JsonObject.of("type", "object"), (_, _) -> ToolOutput.text(""))
                .with(tool -> tool.annotations(new Tool.Annotations(readOnly, false, false, false))));
    }
}
