package dev.pawl.api.event;

import java.time.Instant;

/**
 * A turn starts: one request to the model and the tools it asks for.
 *
 * @param index the number of the turn in this run, from 0
 * @param timestamp when it started
 */
public record TurnStart(int index, Instant timestamp) {}
