package dev.pawl.bridge.screen;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.hooks.form.JsonForm;
import org.jspecify.annotations.Nullable;

/** Draws a tool's row with what an extension draws. */
public final class NodeToolRenderer implements ToolRenderer {
    /** Has one part of the row drawn. */
    @FunctionalInterface
    private interface Part {
        @Nullable
        Component draw(JsonObject what, JsonObject row);
    }

    private final @Nullable Part call;
    private final @Nullable Part result;
    private final boolean shell;

    private NodeToolRenderer(@Nullable Part call, @Nullable Part result, boolean shell) {
        this.call = call;
        this.result = result;
        this.shell = shell;
    }

    /** The renderer that a tool brings; null if it brings none. */
    public static @Nullable ToolRenderer of(Screens screens, JsonObject what) {
        var call = part(screens, what.get("renderCall"));
        var result = part(screens, what.get("renderResult"));
        return call == null && result == null
                ? null
                : new NodeToolRenderer(call, result, what.bool("renderShell", false));
    }

    /** The renderer that an extension has for another's tool. */
    public static @Nullable ToolRenderer resolve(Screens screens, long function, String name, Resolver.Next next) {
        if (!(screens.quickly(function, "resolve", name) instanceof JsonObject found)) {
            return next.resolve();
        }
        return new NodeToolRenderer(
                found.bool("call", false) ? (what, row) -> screens.drawing(function, "call", name, what, row) : null,
                found.bool("result", false)
                        ? (what, row) -> screens.drawing(function, "result", name, what, row)
                        : null,
                found.bool("shell", false));
    }

    private static @Nullable Part part(Screens screens, @Nullable Object function) {
        return function instanceof Number number ? (what, row) -> screens.drawing(number.longValue(), what, row) : null;
    }

    @Override
    public @Nullable Component call(JsonObject arguments, Theme theme, Row row) {
        return call == null ? null : call.draw(arguments, row(row));
    }

    @Override
    public @Nullable Component result(ToolOutput output, Theme theme, Row row) {
        return result == null ? null : result.draw(JsonForm.output(output), row(row));
    }

    @Override
    public boolean drawsShell() {
        return shell;
    }

    private static JsonObject row(Row row) {
        return Fields.of("toolCallId", row.toolCallId())
                .put("args", row.arguments())
                .put("cwd", row.cwd().toString())
                .put("executionStarted", row.executionStarted())
                .put("argsComplete", row.argumentsComplete())
                .put("isPartial", row.partial())
                .put("expanded", row.expanded())
                .put("showImages", row.showImages())
                .put("isError", row.isError())
                .given("durationMs", row.durationMs())
                .put("outputPad", row.outputPad())
                .json();
    }
}
