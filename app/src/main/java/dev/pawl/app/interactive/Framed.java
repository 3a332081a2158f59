package dev.pawl.app.interactive;

import dev.pawl.api.Subscription;
import dev.pawl.api.ui.Component;
import dev.pawl.tui.Drawing;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dialog between two lines: a title, perhaps a text, the component that answers, and the keys to answer with. */
final class Framed implements Component {
    private final Look look;
    private final String title;
    private final String text;
    private final Component inner;
    private final String hints;
    private boolean list;
    private long secondsLeft = -1;
    private @Nullable Subscription ticking;

    Framed(Look look, String title, String text, Component inner, String hints) {
        this.look = look;
        this.title = Untrusted.text(title);
        this.text = Untrusted.text(text);
        this.inner = inner;
        this.hints = hints;
    }

    /** The component is a list that has no margin of its own. */
    Framed list() {
        list = true;
        return this;
    }

    /** Counts down in the title, and does something at the end. */
    Framed within(@Nullable Duration timeout, Runnable expired) {
        if (timeout != null) {
            long end = System.nanoTime() + timeout.toNanos();
            secondsLeft = (timeout.toMillis() + 999) / 1_000;
            ticking = look.tui.every(Duration.ofMillis(250), () -> {
                long left = end - System.nanoTime();
                long seconds = (left + 999_999_999) / 1_000_000_000;
                if (left <= 0) {
                    dispose();
                    expired.run();
                } else if (seconds != secondsLeft) {
                    secondsLeft = seconds;
                    look.tui.requestRender();
                }
            });
        }
        return this;
    }

    @Override
    public List<String> render(int width) {
        var border = look.fg("borderAccent", "─".repeat(Math.max(0, width)));
        var lines = new ArrayList<String>();
        lines.add(border);
        var head = title + (secondsLeft < 0 ? "" : " (" + secondsLeft + "s)");
        if (!head.isEmpty()) {
            for (var line : Lines.wrap(head, width - 2)) {
                lines.add(" " + look.accent(look.bold(line)));
            }
        }
        if (!text.isEmpty()) {
            for (var line : Lines.wrap(text, width - 2)) {
                lines.add(" " + line);
            }
        }
        if (list && !text.isEmpty()) {
            lines.add("");
        }
        for (var line : Drawing.lines(inner, list ? Math.max(1, width - 1) : width)) {
            lines.add(list ? " " + line : line);
        }
        if (!hints.isEmpty()) {
            for (var line : Hints.lines(hints, width - 2)) {
                lines.add(" " + look.dim(line));
            }
        }
        lines.add(border);
        return lines;
    }

    @Override
    public void handleInput(String data) {
        inner.handleInput(data);
    }

    @Override
    public void invalidate() {
        inner.invalidate();
    }

    @Override
    public void dispose() {
        if (ticking != null) {
            ticking.close();
            ticking = null;
        }
        inner.dispose();
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean focused) {
        inner.focused(focused);
    }
}
