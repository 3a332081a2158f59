package dev.pawl.testkit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.Component;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of the screen for a tool's drawing: a call that is over, folded by default. */
public record FakeRow(JsonObject arguments, boolean expanded, boolean isError, Map<String, Object> state)
        implements ToolRenderer.Row {
    public static FakeRow of(JsonObject arguments) {
        return new FakeRow(arguments, false, false, new HashMap<>());
    }

    /** The user unfolded it. */
    public FakeRow unfolded() {
        return new FakeRow(arguments, true, isError, state);
    }

    /** The tool failed. */
    public FakeRow failed() {
        return new FakeRow(arguments, expanded, true, state);
    }

    @Override
    public String toolCallId() {
        return "call_1";
    }

    @Override
    public @Nullable Component lastComponent() {
        return null;
    }

    @Override
    public void invalidate() {}

    @Override
    public Path cwd() {
        return Path.of("").toAbsolutePath();
    }

    @Override
    public boolean executionStarted() {
        return true;
    }

    @Override
    public boolean argumentsComplete() {
        return true;
    }

    @Override
    public boolean partial() {
        return false;
    }

    @Override
    public boolean showImages() {
        return false;
    }

    @Override
    public @Nullable Long durationMs() {
        return null;
    }

    @Override
    public int outputPad() {
        return 0;
    }

    @Override
    public String keyText(String keyId) {
        return keyId;
    }

    @Override
    public String keyHint(String keyId, String description) {
        return keyId + " " + description;
    }
}
