package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/** The agent wanted to stop with things undone and was reminded. */
public record TodoReminder(List<JsonObject> todos, int attempt, int maxAttempts) {}
