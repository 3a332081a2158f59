package dev.pawl.bridge.forms;

import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.hooks.form.SourceForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The parts of a system prompt with all that extensions know of them: skills and rules of tools are looked up. */
public final class PromptShape {
    private static final String SKILL = "skill:";

    private PromptShape() {}

    public static JsonObject of(SystemPromptOptions options, HookContext ctx) {
        return WireJson.prompt(options)
                .with("toolGuidelines", guidelines(options, ctx))
                .with("hiddenTools", List.of())
                .with("skills", skills(options, ctx))
                .with("cwd", ctx.project().cwd().toString());
    }

    private static Map<String, List<String>> guidelines(SystemPromptOptions options, HookContext ctx) {
        var guidelines = new LinkedHashMap<String, List<String>>();
        for (var tool : ctx.tools().all()) {
            if (options.selectedTools().contains(tool.name())
                    && !tool.traits().promptGuidelines().isEmpty()) {
                guidelines.put(tool.name(), tool.traits().promptGuidelines());
            }
        }
        return guidelines;
    }

    /** All there are; those that are not in the prompt can be asked for by the user only. */
    private static List<JsonObject> skills(SystemPromptOptions options, HookContext ctx) {
        var prompted = new LinkedHashSet<>(options.skills());
        var skills = new ArrayList<JsonObject>();
        for (var command : ctx.tools().commands()) {
            if (command.kind() == CommandInfo.Kind.SKILL) {
                var name = command.name();
                var plain = name.startsWith(SKILL) ? name.substring(SKILL.length()) : name;
                skills.add(skill(plain, command, !prompted.remove(plain)));
            }
        }
        prompted.forEach(name -> skills.add(JsonObject.of("name", name)));
        return skills;
    }

    private static JsonObject skill(String name, CommandInfo known, boolean manualOnly) {
        var parent = Path.of(known.source().path()).getParent();
        return Fields.of("name", name)
                .put("description", known.description() == null ? "" : known.description())
                .put("filePath", known.source().path())
                .put("baseDir", parent == null ? "" : parent.toString())
                .put("sourceInfo", SourceForm.json(known.source()))
                .put("disableModelInvocation", manualOnly)
                .json();
    }
}
