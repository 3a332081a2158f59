package dev.pawl.api.ui;

/** The terminal as a component sees it. */
public interface Screen {
    int columns();

    int rows();

    /** Asks for a new drawing soon; several requests become one. */
    void requestRender();
}
