package dev.pawl.ai.wire;

/** How the bytes of an answer are cut into events. */
public enum Framing {
    /** Lines of text, {@code text/event-stream}. */
    SERVER_SENT,
    /** Frames with a length and a checksum, {@code application/vnd.amazon.eventstream}. */
    AMAZON
}
