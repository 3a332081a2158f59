/**
 * The parts of the screen around the conversation: {@link Header}, {@link Footer}, {@link Working}, {@link Widgets}
 * and {@link PendingMessages}.
 */
package dev.pawl.screen.status;
