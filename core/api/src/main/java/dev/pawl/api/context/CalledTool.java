package dev.pawl.api.context;

/**
 * What a tool answered that a hook called.
 *
 * @param toolCallId by which hooks knew the call
 * @param text the text of the answer, or why there is none
 */
public record CalledTool(String toolCallId, String text, boolean isError) {}
