package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Draws a tool's row on the screen. A null keeps the ordinary drawing of that part. */
public interface ToolRenderer {
    default @Nullable Component call(JsonObject arguments, Theme theme, Row row) {
        return null;
    }

    default @Nullable Component result(ToolOutput output, Theme theme, Row row) {
        return null;
    }

    /** Returns whether the renderer draws the frame of the row, too. */
    default boolean drawsShell() {
        return false;
    }

    /** The row that is being drawn. {@code state} lives as long as the row does. */
    interface Row {
        String toolCallId();

        JsonObject arguments();

        Map<String, Object> state();

        @Nullable
        Component lastComponent();

        void invalidate();

        Path cwd();

        boolean executionStarted();

        boolean argumentsComplete();

        boolean partial();

        boolean expanded();

        boolean showImages();

        boolean isError();

        @Nullable
        Long durationMs();

        int outputPad();

        String keyText(String keyId);

        String keyHint(String keyId, String description);
    }

    /** Finds the renderer for a tool's name; {@code next} asks the resolvers behind this one and then the tool. */
    @FunctionalInterface
    interface Resolver {
        @Nullable
        ToolRenderer resolve(String toolName, Next next);

        @FunctionalInterface
        interface Next {
            @Nullable
            ToolRenderer resolve();
        }
    }
}
