/**
 * Writes events, tools and transcripts in the form of another agent. {@link Facts} holds the data of one call, and
 * {@link ToolTranslation} converts tool calls in both directions.
 */
package dev.pawl.shellhooks.form;
