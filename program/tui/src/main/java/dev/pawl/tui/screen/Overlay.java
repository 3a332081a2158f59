package dev.pawl.tui.screen;

import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.api.ui.ShownComponent;

/** A component that floats above the rest. */
public interface Overlay extends ShownComponent, OverlayHandle {}
