package dev.pawl.bridge.register;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.bridge.forms.WireJson;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.bridge.screen.NodeToolRenderer;
import dev.pawl.bridge.screen.Screens;
import dev.pawl.hooks.remote.RemoteTool;
import java.util.List;
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
                .with(tool -> {
                    tool.label(json.string("label", json.string("name", "")));
                    tool.promptGuidelines(json.strings("promptGuidelines").toArray(String[]::new));
                    tool.exposure(exposure(json.string("exposure", "direct")));
                    if (json.get("promptSnippet") instanceof String snippet) {
                        tool.promptSnippet(snippet);
                    }
                    if (what.get("prepare") instanceof Number prepare) {
                        tool.prepareArguments(raw -> prepared(screens, prepare.longValue(), raw));
                    }
                    if (json.get("outputSchema") instanceof JsonObject schema) {
                        tool.outputSchema(schema);
                    }
                    if (json.bool("sequential", false)) {
                        tool.sequential();
                    }
                    if (json.get("defaultActive") instanceof Boolean active) {
                        tool.activeByDefault(active);
                    }
                    if (json.get("namespace") instanceof JsonObject namespace) {
                        tool.namespace(new Tool.Namespace(
                                namespace.string("name", ""),
                                namespace.strings("aliases"),
                                namespace.string("description"),
                                namespace.string("instructions")));
                    }
                    if (json.get("annotations") instanceof JsonObject hints) {
                        tool.annotations(new Tool.Annotations(
                                hints.bool("readOnlyHint", false),
                                hints.bool("destructiveHint", false),
                                hints.bool("idempotentHint", false),
                                hints.bool("openWorldHint", false)));
                    }
                    if (json.get("constrainedSampling") instanceof JsonObject sampling) {
                        tool.constrainedSampling(sampling);
                    }
                    var renderer = NodeToolRenderer.of(screens, what);
                    if (renderer != null) {
                        tool.renderer(renderer);
                    }
                });
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

    private static Tool.Exposure exposure(@Nullable String word) {
        for (var exposure : Tool.Exposure.values()) {
            if (WireJson.exposure(exposure).equals(word)) {
                return exposure;
            }
        }
        return Tool.Exposure.DIRECT;
    }
}
