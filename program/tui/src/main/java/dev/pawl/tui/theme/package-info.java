/**
 * Colours of the screen. {@link Themes} reads themes, and {@link LiveTheme} is the one in use, which changes under
 * the components.
 */
package dev.pawl.tui.theme;
