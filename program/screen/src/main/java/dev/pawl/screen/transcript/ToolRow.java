package dev.pawl.screen.transcript;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.Component;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Slot;
import dev.pawl.screen.look.Styled;
import dev.pawl.tui.component.Box;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.screen.Clickable;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.screen.Growing;
import dev.pawl.tui.screen.Row;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One call of a tool, from the first word of its arguments to its result. */
public final class ToolRow implements Growing, Clickable {
    private final Look look;
    private final HookDrawings drawings;
    private final Path cwd;
    private final String callId;
    private final String tool;
    private final ToolDrawing usual;
    private final Map<String, Object> state = new HashMap<>();
    private JsonObject arguments = JsonObject.empty();
    private boolean complete;
    private boolean started;
    private boolean ended;
    private boolean failed;
    private @Nullable Long durationMs;
    private @Nullable ToolOutput output;
    private @Nullable Component lastCall;
    private @Nullable Component lastResult;
    private @Nullable Component drawn;
    private @Nullable Row row;
    private @Nullable String stopper;
    private @Nullable Boolean unfolded;
    private long startedAt;
    private long shownSeconds;

    ToolRow(Look look, HookDrawings drawings, Path cwd, String callId, String tool) {
        this.look = look;
        this.drawings = drawings;
        this.cwd = cwd;
        this.callId = callId;
        this.tool = tool;
        this.usual = new ToolDrawing(look, tool);
    }

    void standsIn(Row row) {
        this.row = row;
    }

    /** More of the arguments came: what can be read of them so far. */
    void writing(JsonObject soFar) {
        if (!complete) {
            arguments = soFar;
            changed();
        }
    }

    void arguments(JsonObject arguments) {
        this.arguments = arguments;
        complete = true;
        changed();
    }

    public void started(JsonObject arguments) {
        started = true;
        startedAt = System.nanoTime();
        arguments(arguments);
    }

    public void showed(ToolOutput partial) {
        output = partial;
        changed();
    }

    public void ended(ToolOutput result, boolean isError, @Nullable Long took) {
        output = result;
        failed = isError;
        ended = true;
        durationMs = took;
        changed();
        if (row != null) {
            row.finish();
        }
    }

    /** A hook kept it from running. */
    public void stoppedBy(@Nullable String hook) {
        stopper = hook;
        changed();
    }

    boolean isOver() {
        return ended;
    }

    /** What was drawn is no longer true: it came further, or is to be folded or unfolded. */
    void changed() {
        drawn = null;
        if (row != null) {
            row.changed();
        }
    }

    @Override
    public List<String> render(int width) {
        var now = drawn;
        long seconds = runningFor();
        if (now == null || seconds != shownSeconds) {
            shownSeconds = seconds;
            now = build();
            drawn = now;
        }
        return now.render(width);
    }

    /** Unfolds or folds this row alone. */
    @Override
    public boolean click(int line, int column) {
        unfolded = !isUnfolded();
        changed();
        return true;
    }

    private boolean isUnfolded() {
        return unfolded == null ? look.toolsExpanded : unfolded;
    }

    /** Is folded as all others are. */
    void refold() {
        unfolded = null;
    }

    /** For how many seconds a command has been running, if it takes so long that one wonders; else 0. */
    private long runningFor() {
        long seconds = started && !ended ? (System.nanoTime() - startedAt) / 1_000_000_000 : 0;
        return seconds < ToolDrawing.LONG ? 0 : seconds;
    }

    @Override
    public void invalidate() {
        drawn = null;
    }

    private Component build() {
        var own = drawings.tool(tool);
        var call = call(own);
        lastCall = call;
        var result = result(own);
        lastResult = result;
        if (own != null && Boolean.TRUE.equals(drawings.guarded("the frame of " + tool, own::drawsShell))) {
            return new Container(new Spacer(1), call, result);
        }
        var background = !ended ? "toolPendingBg" : failed ? "toolErrorBg" : "toolSuccessBg";
        return new Container(new Spacer(1), new Box(look.outputPad, 1, look.background(background), call, result));
    }

    private Component call(@Nullable ToolRenderer own) {
        var view = new View(lastCall);
        var drawing = own == null
                ? null
                : drawings.guarded("drawing a call of " + tool, () -> own.call(arguments, look.theme, view));
        return drawing == null ? usual.call(arguments, look.theme, view) : drawing;
    }

    private Component result(@Nullable ToolRenderer own) {
        var shown = output;
        if (shown == null) {
            return shownSeconds == 0 ? Slot.NOTHING : usual.running(shownSeconds);
        }
        var view = new View(lastResult);
        var drawing = own == null
                ? null
                : drawings.guarded("drawing a result of " + tool, () -> own.result(shown, look.theme, view));
        if (drawing != null) {
            return drawing;
        }
        var written = usual.result(shown, look.theme, view);
        if (stopper != null) {
            var hook = look.path(stopper);
            return new Container(written, Styled.plain(() -> look.muted("stopped by " + hook + "; /why shows more")));
        }
        return shownSeconds == 0 ? written : new Container(written, usual.running(shownSeconds));
    }

    /** Nothing is known of its lines; but what of a hook in it takes too long is looked at by itself. */
    @Override
    public int unchangedLines() {
        return 0;
    }

    @Override
    public void dispose() {
        for (var part : new @Nullable Component[] {lastCall, lastResult}) {
            if (part != null) {
                part.dispose();
            }
        }
    }

    /** The row as renderers see it. */
    private final class View extends RenderOptions implements ToolRenderer.Row {
        private final @Nullable Component last;

        View(@Nullable Component last) {
            super(look);
            this.last = last;
        }

        @Override
        public boolean expanded() {
            return isUnfolded();
        }

        @Override
        public String toolCallId() {
            return callId;
        }

        @Override
        public JsonObject arguments() {
            return arguments;
        }

        @Override
        public Map<String, Object> state() {
            return state;
        }

        @Override
        public @Nullable Component lastComponent() {
            return last;
        }

        @Override
        public void invalidate() {
            look.tui.run(ToolRow.this::changed);
        }

        @Override
        public Path cwd() {
            return cwd;
        }

        @Override
        public boolean executionStarted() {
            return started;
        }

        @Override
        public boolean argumentsComplete() {
            return complete;
        }

        @Override
        public boolean partial() {
            return !ended;
        }

        @Override
        public boolean showImages() {
            return look.showImages;
        }

        @Override
        public boolean isError() {
            return failed;
        }

        @Override
        public @Nullable Long durationMs() {
            return durationMs;
        }
    }
}
