package dev.pawl.screen.view;

import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.tui.screen.Overlay;
import dev.pawl.tui.screen.Tui;
import org.jspecify.annotations.Nullable;

/** An overlay as threads other than the screen's may use it. */
record DistantOverlay(Tui tui, Overlay overlay) implements OverlayHandle {
    @Override
    public void setHidden(boolean hidden) {
        tui.run(() -> overlay.setHidden(hidden));
    }

    @Override
    public boolean isHidden() {
        return overlay.isHidden();
    }

    @Override
    public void focus() {
        tui.run(overlay::focus);
    }

    @Override
    public void unfocus() {
        tui.run(overlay::unfocus);
    }

    @Override
    public boolean isFocused() {
        return overlay.isFocused();
    }

    @Override
    public @Nullable Bounds bounds() {
        return overlay.bounds();
    }
}
