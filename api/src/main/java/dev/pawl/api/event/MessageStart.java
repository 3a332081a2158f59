package dev.pawl.api.event;

import dev.pawl.api.message.Message;

/** A message begins: one of the user, of the model, of a tool or of a hook. */
public record MessageStart(Message message) {}
