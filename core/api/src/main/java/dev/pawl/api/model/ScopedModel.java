package dev.pawl.api.model;

import org.jspecify.annotations.Nullable;

/** A model the user put on the short list, perhaps with a thinking level. */
public record ScopedModel(Model model, @Nullable ThinkingLevel thinkingLevel) {}
