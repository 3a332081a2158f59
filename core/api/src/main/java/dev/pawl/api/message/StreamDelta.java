package dev.pawl.api.message;

import org.jspecify.annotations.Nullable;

/** One step of an answer while it streams: {@code assistantMessageEvent} on the wire. */
public record StreamDelta(Kind kind, int contentIndex, String delta, Content.@Nullable ToolUse toolCall) {
    /** The kind of a step; {@code wire} is its type in the protocols. */
    public enum Kind {
        TEXT_START("text_start"),
        TEXT_DELTA("text_delta"),
        TEXT_END("text_end"),
        THINKING_START("thinking_start"),
        THINKING_DELTA("thinking_delta"),
        THINKING_END("thinking_end"),
        TOOLCALL_START("toolcall_start"),
        TOOLCALL_DELTA("toolcall_delta"),
        TOOLCALL_END("toolcall_end");

        private final String wire;

        Kind(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }
}
