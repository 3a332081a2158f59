package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StreamDelta;

/** The model's answer grew by a piece. The answer so far is put together when it is asked for. */
public record MessageUpdate(PartialAnswer partial, StreamDelta delta) {
    public Message.Assistant message() {
        return partial.message();
    }
}
