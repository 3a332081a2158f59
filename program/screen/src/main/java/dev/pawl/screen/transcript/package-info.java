/**
 * Draws the conversation. {@link Transcript} is the list of its rows; {@link Answer} draws an answer of the model,
 * {@link ToolRow} a tool call, and {@link HookDrawings} finds the drawings of hooks.
 */
package dev.pawl.screen.transcript;
