package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StreamDelta;

/**
 * The model's answer grew by a piece. The answer so far is put together when it is asked for.
 *
 * @param partial the answer so far
 * @param delta the piece that came last
 */
public record MessageUpdate(PartialAnswer partial, StreamDelta delta) {
    /** Returns the answer so far, as a message. */
    public Message.Assistant message() {
        return partial.message();
    }
}
