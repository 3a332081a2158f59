package dev.pawl.api.ui;

/** Makes a component once the screen is there. */
@FunctionalInterface
public interface ComponentFactory {
    Component create(Screen screen, Theme theme);
}
