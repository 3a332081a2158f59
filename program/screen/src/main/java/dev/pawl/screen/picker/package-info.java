/** Menus that open before or beside a conversation: {@link Menus}, and {@link SessionPicker} to choose a session. */
package dev.pawl.screen.picker;
