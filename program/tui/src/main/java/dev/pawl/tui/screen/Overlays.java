package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.SafeLine;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The components that float above the rest, the newest on top. */
final class Overlays {
    private final Tui tui;
    private final List<Shown> all = new CopyOnWriteArrayList<>();

    Overlays(Tui tui) {
        this.tui = tui;
    }

    Overlay show(Component component, OverlayOptions options) {
        var shown = new Shown(component, options);
        all.add(shown);
        if (component.focusable()) {
            shown.focus();
        }
        tui.requestRender();
        return shown;
    }

    /** The overlay component that has the keyboard. */
    @Nullable
    Component focused() {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).focused && !all.get(i).hidden) {
                return all.get(i).component;
            }
        }
        return null;
    }

    void invalidate() {
        for (var shown : all) {
            Drawing.invalidate(shown.component);
        }
    }

    /** Lays the overlays over the lines of the screen; the cursor, if one of them has it. */
    @Nullable
    Place compose(List<String> window, int columns, int rows) {
        Place cursor = null;
        for (var shown : all) {
            if (!shown.hidden) {
                while (window.size() < rows) {
                    window.add("");
                }
                var place = lay(shown, window, columns, rows);
                cursor = place == null ? cursor : place;
            }
        }
        return cursor;
    }

    private static @Nullable Place lay(Shown shown, List<String> window, int columns, int rows) {
        var bounds = OverlayPlace.of(shown.options, shown.drawn, columns, rows);
        if (bounds.tooSlow()) {
            shown.drawn = Drawing.instead(shown.component);
        }
        shown.bounds = new OverlayHandle.Bounds(
                bounds.row(), bounds.column(), bounds.width(), bounds.lines().size());
        Place cursor = null;
        for (int i = 0; i < bounds.lines().size() && bounds.row() + i < rows; i++) {
            var line = SafeLine.of(bounds.lines().get(i), bounds.width());
            if (line.cursor() >= 0 && shown.focused) {
                cursor = new Place(bounds.row() + i, bounds.column() + line.cursor());
            }
            var under = window.get(bounds.row() + i);
            window.set(
                    bounds.row() + i,
                    Lines.pad(Lines.slice(under, 0, bounds.column()), bounds.column())
                            + Lines.pad(line.text(), bounds.width())
                            + Lines.slice(under, bounds.column() + bounds.width(), columns));
        }
        return cursor;
    }

    /** A place on the screen. */
    record Place(int row, int column) {}

    private final class Shown implements Overlay {
        private final Component component;
        private final OverlayOptions options;
        private volatile Component drawn;
        private volatile boolean focused;
        private volatile boolean hidden;
        private volatile @Nullable Bounds bounds;

        Shown(Component component, OverlayOptions options) {
            this.component = component;
            this.drawn = component;
            this.options = options;
        }

        @Override
        public void focus() {
            if (!focused) {
                focused = true;
                Drawing.focus(component, true);
                all.remove(this);
                all.add(this);
                tui.requestRender();
            }
        }

        @Override
        public void unfocus() {
            if (focused) {
                focused = false;
                Drawing.focus(component, false);
                tui.requestRender();
            }
        }

        @Override
        public @Nullable Bounds bounds() {
            return bounds;
        }

        @Override
        public boolean isFocused() {
            return focused() == component;
        }

        @Override
        public void setHidden(boolean hide) {
            hidden = hide;
            tui.requestRender();
        }

        @Override
        public boolean isHidden() {
            return hidden;
        }

        @Override
        public void close() {
            if (all.remove(this)) {
                Drawing.focus(component, false);
                Drawing.dispose(component);
                tui.requestRender();
            }
        }

        @Override
        public void requestRender() {
            tui.requestRender();
        }
    }
}
