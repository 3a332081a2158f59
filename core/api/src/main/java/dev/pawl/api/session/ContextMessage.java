package dev.pawl.api.session;

import dev.pawl.api.message.Message;
import org.jspecify.annotations.Nullable;

/** A message the model will see, with the place of its entry on the branch; null for one that has none. */
public record ContextMessage(Message message, @Nullable Integer entryIndex) {}
