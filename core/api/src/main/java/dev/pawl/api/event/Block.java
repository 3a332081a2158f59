package dev.pawl.api.event;

/**
 * A tool call that will not happen, and the message to the model instead.
 *
 * @param terminate whether the agent may stop after it, if all other calls request it too
 */
public record Block(String reason, boolean terminate) {
    public static final String DEFAULT_REASON = "Tool execution was blocked";

    public Block(String reason) {
        this(reason, false);
    }

    /** Returns the reason, for that is what users want to read. */
    @Override
    public String toString() {
        return reason;
    }
}
