package dev.pawl.api.event;

import dev.pawl.api.model.ThinkingLevel;

/** The model may think longer, or less. */
public record ThinkingLevelSelect(ThinkingLevel level, ThinkingLevel previousLevel) {}
