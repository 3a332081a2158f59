package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/**
 * The agent wanted to stop with things undone and was reminded.
 *
 * @param todos what is still open, as the todo tool describes it
 * @param attempt the number of this reminder, from 1
 * @param maxAttempts how many reminders there are at most
 */
public record TodoReminder(List<JsonObject> todos, int attempt, int maxAttempts) {}
