package dev.pawl.api.model;

import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StreamDelta;

/** An event of a model's stream: pieces, and at the end exactly one whole answer. Failures are answers, too. */
public sealed interface ModelEvent {
    record Started(PartialAnswer partial) implements ModelEvent {}

    record Piece(PartialAnswer partial, StreamDelta delta) implements ModelEvent {}

    record Finished(Message.Assistant answer) implements ModelEvent {}
}
