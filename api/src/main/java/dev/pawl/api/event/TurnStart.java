package dev.pawl.api.event;

import java.time.Instant;

/** A turn starts: one request to the model and the tools it asks for. */
public record TurnStart(int index, Instant timestamp) {}
