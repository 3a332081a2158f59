/**
 * The terminal that the program was started in. {@link Terminal} is the interface, {@link SystemTerminal} the real
 * one, and {@link Capabilities} describes its features.
 */
package dev.pawl.tui.terminal;
