package dev.pawl.bridge.register;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.bridge.forms.WireJson;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.bridge.screen.NodeToolRenderer;
import dev.pawl.bridge.screen.Screens;
import dev.pawl.hooks.remote.RemoteTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tool whose work is done by an extension. */
final class NodeTool {
    private NodeTool() {}

    static Tool of(ExtensionCalls hook, Screens screens, JsonObject what) {
        var json = what.object("tool");
        long function = what.number("function", 0);
        var parameters = json.object("parameters");
        return Tool.of(
                        json.string("name", ""),
                        json.string("description", ""),
                        // A schema without a type is one of an object.
                        parameters.has("type")
                                ? parameters
                                : JsonObject.of("type", "object").with(parameters),
                        new Work(hook, function))
                .with(traits -> traits(traits, hook, screens, what))
                .withRenderer(NodeToolRenderer.of(screens, what));
    }

    private static ToolTraits traits(ToolTraits base, ExtensionCalls hook, Screens screens, JsonObject what) {
        var json = what.object("tool");
        var traits = base.label(json.string("label"))
                .promptSnippet(json.string("promptSnippet"))
                .promptGuidelines(json.strings("promptGuidelines"))
                .exposure(exposure(json.string("exposure", "direct")));
        if (what.get("prepare") instanceof Number prepare) {
            traits = traits.prepareArguments(raw -> prepared(screens, prepare.longValue(), raw));
        }
        if (what.get("loadout") instanceof Number loadout) {
            traits = traits.loadout((declared, _) -> described(hook, loadout.longValue(), declared));
        }
        if (json.get("outputSchema") instanceof JsonObject schema) {
            traits = traits.outputSchema(schema);
        }
        if (json.bool("sequential", false)) {
            traits = traits.sequential();
        }
        if (json.get("defaultActive") instanceof Boolean active) {
            traits = traits.activeByDefault(active);
        }
        if (json.get("namespace") instanceof JsonObject namespace) {
            traits = traits.namespace(new ToolTraits.Namespace(
                    namespace.string("name", ""),
                    namespace.strings("aliases"),
                    namespace.string("description"),
                    namespace.string("instructions")));
        }
        if (json.get("annotations") instanceof JsonObject hints) {
            traits = traits.annotations(new ToolTraits.Annotations(
                    hints.bool("readOnlyHint", false),
                    hints.bool("destructiveHint", false),
                    hints.bool("idempotentHint", false),
                    hints.bool("openWorldHint", false)));
        }
        if (json.get("constrainedSampling") instanceof JsonObject sampling) {
            traits = traits.constrainedSampling(sampling);
        }
        return traits;
    }

    /** Calls the extension. Its tools were written for a host that does not check what handlers changed. */
    private record Work(ExtensionCalls hook, long function) implements RemoteTool {
        @Override
        public ToolOutput execute(JsonObject arguments, ToolContext ctx) throws InterruptedException {
            var returned = hook.call(
                    function,
                    Scope.of(ctx).whenSent(() -> RemoteTool.sent(ctx)),
                    piece -> {
                        if (piece instanceof JsonObject partial) {
                            ctx.update(WireJson.output(partial));
                        }
                    },
                    List.of(ctx.toolCallId(), arguments));
            return returned instanceof JsonObject json ? WireJson.output(json) : ToolOutput.text("");
        }

        @Override
        public boolean takesUnfit() {
            return true;
        }
    }

    private static JsonObject prepared(Screens screens, long function, JsonObject raw) {
        Object prepared = screens.quickly(function, raw);
        return prepared instanceof JsonObject json ? json : raw;
    }

    private static Map<String, @Nullable String> described(
            ExtensionCalls hook, long function, List<ToolInfo> declared) {
        var changes = new LinkedHashMap<String, @Nullable String>();
        try {
            var infos = declared.stream().map(WireJson::tool).toList();
            if (hook.draw(function, List.of(infos)) instanceof JsonObject json) {
                var descriptions = json.object("descriptions");
                descriptions.names().forEach(name -> changes.put(name, descriptions.string(name, "")));
                json.strings("hidden").forEach(name -> changes.put(name, null));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return changes;
    }

    private static ToolTraits.Exposure exposure(@Nullable String word) {
        for (var exposure : ToolTraits.Exposure.values()) {
            if (WireJson.exposure(exposure).equals(word)) {
                return exposure;
            }
        }
        return ToolTraits.Exposure.DIRECT;
    }
}
