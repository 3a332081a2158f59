package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import dev.pawl.api.message.StreamDelta;

/** The model's answer grew by a piece. */
public record MessageUpdate(Message.Assistant message, StreamDelta delta) {}
