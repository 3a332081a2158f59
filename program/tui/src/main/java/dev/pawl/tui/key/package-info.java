/**
 * Names of keys and the actions that they are bound to. {@link Keymap} holds the bindings, and {@link TuiActions}
 * lists the actions of editor and lists.
 */
package dev.pawl.tui.key;
