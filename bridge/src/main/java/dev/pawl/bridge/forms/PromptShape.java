package dev.pawl.bridge.forms;

import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.bridge.protocol.Fields;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a system prompt with all that extensions know of them: skills and rules of tools are looked up. */
public final class PromptShape {
    private static final String SKILL = "skill:";

    private PromptShape() {}

    public static JsonObject of(SystemPromptOptions options, HookContext ctx) {
        var skills = skills(ctx);
        return WireJson.prompt(options)
                .with("toolGuidelines", guidelines(options, ctx))
                .with("hiddenTools", List.of())
                .with(
                        "skills",
                        options.skills().stream()
                                .map(name -> skill(name, skills.get(name)))
                                .toList())
                .with("cwd", ctx.cwd().toString());
    }

    private static Map<String, List<String>> guidelines(SystemPromptOptions options, HookContext ctx) {
        var guidelines = new LinkedHashMap<String, List<String>>();
        for (var tool : ctx.allTools()) {
            if (options.selectedTools().contains(tool.name())
                    && !tool.promptGuidelines().isEmpty()) {
                guidelines.put(tool.name(), tool.promptGuidelines());
            }
        }
        return guidelines;
    }

    private static Map<String, CommandInfo> skills(HookContext ctx) {
        var skills = new HashMap<String, CommandInfo>();
        for (var command : ctx.commands()) {
            if (command.kind() == CommandInfo.Kind.SKILL) {
                var name = command.name();
                skills.put(name.startsWith(SKILL) ? name.substring(SKILL.length()) : name, command);
            }
        }
        return skills;
    }

    private static JsonObject skill(String name, @Nullable CommandInfo known) {
        if (known == null) {
            return JsonObject.of("name", name);
        }
        var parent = Path.of(known.source().path()).getParent();
        return Fields.of("name", name)
                .put("description", known.description() == null ? "" : known.description())
                .put("filePath", known.source().path())
                .put("baseDir", parent == null ? "" : parent.toString())
                .put("sourceInfo", WireJson.source(known.source()))
                .put("disableModelInvocation", false)
                .json();
    }
}
