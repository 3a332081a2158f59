/**
 * The screen itself. {@link Tui} is the entry point: one thread, the {@code EventLoop}, draws all components;
 * {@code Keyboard} passes keys, {@code Frame} composes the lines, and {@code Painter} writes those that changed.
 */
package dev.pawl.tui.screen;
