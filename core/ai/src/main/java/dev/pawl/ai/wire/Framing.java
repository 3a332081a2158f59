package dev.pawl.ai.wire;

/** The framing by which the bytes of an answer are split into events. */
public enum Framing {
    /** Lines of text, {@code text/event-stream}. */
    SERVER_SENT,
    /** Frames with a length and a checksum, {@code application/vnd.amazon.eventstream}. */
    AMAZON
}
