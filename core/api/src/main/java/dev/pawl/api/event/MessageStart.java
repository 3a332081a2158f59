package dev.pawl.api.event;

import dev.pawl.api.message.Message;

/**
 * A message begins: one of the user, of the model, of a tool or of a hook.
 *
 * @param message the message as far as it is known; an answer of the model is still empty
 */
public record MessageStart(Message message) {}
