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
            }
            // Of several that take keys the one on top has them.
            if (all.remove(this)) {
                all.add(this);
            }
            tui.requestRender();
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

    /** Where on the screen an overlay stands, and what it shows there. */
    private record OverlayPlace(int row, int column, int width, List<String> lines, boolean tooSlow) {
        static OverlayPlace of(OverlayOptions options, Component component, int columns, int rows) {
            var margin = options.margin();
            var across = Room.within(columns, margin.left(), margin.right());
            var down = Room.within(rows, margin.top(), margin.bottom());
            int wanted = size(options.width(), columns, Math.min(80, across.size()));
            int width = Math.clamp(Math.max(wanted, options.minWidth()), 1, across.size());
            var drawn = Drawing.draw(component, width);
            var lines = drawn.lines();
            int height = Math.min(Math.clamp(size(options.height(), rows, lines.size()), 1, down.size()), lines.size());
            var anchor = options.anchor();
            return new OverlayPlace(
                    down.place(options.row(), vertical(anchor), height, options.offsetY()),
                    across.place(options.column(), horizontal(anchor), width, options.offsetX()),
                    width,
                    lines.subList(0, height),
                    drawn.tooSlow() && Lent.isOfHook(component));
        }

        private static int size(@Nullable String wanted, int whole, int otherwise) {
            var size = wanted == null ? null : Size.of(wanted);
            return size == null ? otherwise : size.of(whole);
        }

        private static int horizontal(OverlayOptions.Anchor anchor) {
            return switch (anchor) {
                case TOP_LEFT, LEFT_CENTER, BOTTOM_LEFT -> 0;
                case CENTER, TOP_CENTER, BOTTOM_CENTER -> 1;
                case TOP_RIGHT, RIGHT_CENTER, BOTTOM_RIGHT -> 2;
            };
        }

        private static int vertical(OverlayOptions.Anchor anchor) {
            return switch (anchor) {
                case TOP_LEFT, TOP_CENTER, TOP_RIGHT -> 0;
                case CENTER, LEFT_CENTER, RIGHT_CENTER -> 1;
                case BOTTOM_LEFT, BOTTOM_CENTER, BOTTOM_RIGHT -> 2;
            };
        }
    }

    /** The rows or columns of the screen that an overlay may take. */
    private record Room(int from, int size) {
        /** At least one of them is left, however wide the margins are. */
        static Room within(int whole, int before, int behind) {
            int from = Math.clamp(before, 0, whole - 1);
            return new Room(from, Math.max(1, whole - from - Math.max(0, behind)));
        }

        /**
         * Where something begins.
         *
         * @param wanted a place, or per cent of the room that is left; null for that of the anchor
         * @param halves the halves of the room that is left which are before it: none, one or both
         */
        int place(@Nullable String wanted, int halves, int length, int offset) {
            int left = Math.max(0, size - length);
            var place = wanted == null ? null : Size.of(wanted);
            int begin;
            if (place == null) {
                begin = from + left * (wanted == null ? halves : 1) / 2;
            } else {
                begin = place.relative() ? from + place.of(left) : place.of(left);
            }
            return Math.clamp((long) begin + offset, from, from + left);
        }
    }

    /** A number, or per cent of something. */
    private record Size(double number, boolean relative) {
        /** Returns what is written; null if it is no size. */
        static @Nullable Size of(String written) {
            var text = written.strip();
            boolean relative = text.endsWith("%");
            try {
                return new Size(Double.parseDouble(relative ? text.substring(0, text.length() - 1) : text), relative);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        int of(int whole) {
            return (int) (relative ? whole * number / 100 : number);
        }
    }
}
