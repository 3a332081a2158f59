/**
 * Converts events, answers and other values to the JSON that extensions know, and back. {@link Wire} is the table of
 * all hook points; {@link ContextSnapshot} is the state that accompanies every call.
 */
package dev.pawl.bridge.forms;
