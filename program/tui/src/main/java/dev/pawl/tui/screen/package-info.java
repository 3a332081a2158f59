/**
 * The screen itself. {@link Tui} is the entry point: one thread, the {@code EventLoop}, draws all components;
 * {@code Keyboard} passes keys, {@code Frame} composes the lines, and {@code Painter} writes those that changed.
 * Nothing is written to lines of the shell above the screen.
 */
package dev.pawl.tui.screen;
