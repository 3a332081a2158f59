/**
 * Asks the user questions. {@link Dialogs} opens dialogs, {@link Questions} has the plain ones, and {@link Picker}
 * lets the user search a list.
 */
package dev.pawl.screen.dialog;
