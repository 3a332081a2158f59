/**
 * The style and the keys that all parts of the screen share. {@link Look} holds colours and texts, and
 * {@link KeyTable} lists all key actions, which are enums such as {@link AppAction}.
 */
package dev.pawl.screen.look;
