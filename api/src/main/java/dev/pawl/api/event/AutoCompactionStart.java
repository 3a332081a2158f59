package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;

/** The conversation became too long and is being compacted. */
public record AutoCompactionStart(CompactionReason reason) {}
