package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;

/**
 * The conversation became too long and is being compacted.
 *
 * @param reason whether the conversation is near the limit, or the provider refused it as too long
 */
public record AutoCompactionStart(CompactionReason reason) {}
