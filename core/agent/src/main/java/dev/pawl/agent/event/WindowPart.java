package dev.pawl.agent.event;

/**
 * A part of what the model reads, and about how many tokens it is.
 *
 * @param name the section of the prompt, the file, the tool, or the kind of a hook's message; empty where the kind says all
 */
public record WindowPart(Kind kind, String name, long tokens) {
    /** The kind of a part. */
    public enum Kind {
        /** A section of the system prompt. */
        PROMPT,
        /** A section that a hook added to the system prompt. */
        HOOK_PROMPT,
        /** A context file, or the list of skills. */
        FILE,
        /** The declaration of a tool. */
        TOOL,
        /** Messages that hooks put into the conversation. */
        HOOK_MESSAGE,
        /** What the user said. */
        USER,
        /** Answers of the model, with their calls. */
        ANSWER,
        /** Results of a tool, and output of commands. */
        RESULT,
        /** Summaries of what was compacted or left. */
        SUMMARY
    }
}
