package dev.pawl.api.context;

/**
 * The answer of a tool that a hook called.
 *
 * @param toolCallId by which hooks knew the call
 * @param text the text of the answer, or why there is none
 */
public record CalledTool(String toolCallId, String text, boolean isError) {}
