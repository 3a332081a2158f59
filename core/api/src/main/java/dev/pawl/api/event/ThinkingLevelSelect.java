package dev.pawl.api.event;

import dev.pawl.api.model.ThinkingLevel;

/**
 * The model may think longer, or less.
 *
 * @param level how much the model is asked to think now
 * @param previousLevel how much it was asked to think before
 */
public record ThinkingLevelSelect(ThinkingLevel level, ThinkingLevel previousLevel) {}
