/**
 * Builds the screen. {@link AgentScreen} exists before the agent, {@link Layout} arranges its parts, {@link Writing}
 * is the editor, and {@link EventRelay} passes events to the thread that draws. Only that thread draws; commands
 * block on threads of {@link Background}, which Escape interrupts.
 */
package dev.pawl.screen.view;
