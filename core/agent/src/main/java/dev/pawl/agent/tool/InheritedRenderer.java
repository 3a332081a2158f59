package dev.pawl.agent.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import org.jspecify.annotations.Nullable;

/** Draws a tool that took a built-in one's place: what it does not draw itself is drawn as the built-in one is. */
record InheritedRenderer(ToolRenderer own, ToolRenderer usual) implements ToolRenderer {
    @Override
    public @Nullable Component call(JsonObject arguments, Theme theme, Row row) {
        var drawn = own.call(arguments, theme, row);
        return drawn == null ? usual.call(arguments, theme, row) : drawn;
    }

    @Override
    public @Nullable Component result(ToolOutput output, Theme theme, Row row) {
        var drawn = own.result(output, theme, row);
        return drawn == null ? usual.result(output, theme, row) : drawn;
    }

    @Override
    public boolean drawsShell() {
        return own.drawsShell() || usual.drawsShell();
    }
}
