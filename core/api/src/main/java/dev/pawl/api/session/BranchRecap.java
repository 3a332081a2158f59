package dev.pawl.api.session;

import dev.pawl.api.json.Json;
import dev.pawl.api.message.Usage;
import org.jspecify.annotations.Nullable;

/** A summary that a hook wrote of the branch being left. */
public record BranchRecap(
        String summary, @Nullable Object details, @Nullable Usage usage) {
    public BranchRecap {
        details = Json.freeze(details);
    }
}
