package dev.pawl.shellhooks;

import dev.pawl.api.ui.Ui;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shows the messages of running hooks beside the working indicator: the latest; when it ends, the one before; at last
 * what was there before all of them.
 */
final class StatusLine {
    private final List<Shown> shown = new ArrayList<>();
    private @Nullable String before;

    /** One text, until it is closed. */
    final class Shown implements AutoCloseable {
        private final @Nullable String text;
        private final Ui ui;

        private Shown(@Nullable String text, Ui ui) {
            this.text = text;
            this.ui = ui;
        }

        @Override
        public void close() {
            if (text != null) {
                remove(this);
            }
        }
    }

    /** Shows a text; null for none. */
    synchronized Shown show(@Nullable String text, Ui ui) {
        var one = new Shown(text, ui);
        if (text != null) {
            before = shown.isEmpty() ? ui.workingMessage() : before;
            shown.add(one);
            ui.setWorkingMessage(text);
        }
        return one;
    }

    private synchronized void remove(Shown one) {
        boolean latest = shown.getLast() == one;
        shown.remove(one);
        // What another hook has set meanwhile stays.
        if (latest && Objects.equals(one.ui.workingMessage(), one.text)) {
            one.ui.setWorkingMessage(shown.isEmpty() ? before : shown.getLast().text);
        }
    }
}
