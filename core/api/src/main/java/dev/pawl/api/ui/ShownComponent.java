package dev.pawl.api.ui;

/** A component that a hook put on the screen. */
public interface ShownComponent {
    void close();

    void requestRender();
}
