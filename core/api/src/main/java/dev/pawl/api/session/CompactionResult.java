package dev.pawl.api.session;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Usage;
import org.jspecify.annotations.Nullable;

/** A finished summary and where the kept part begins. */
public record CompactionResult(
        String summary,
        String firstKeptEntryId,
        long tokensBefore,
        @Nullable Usage usage,
        @Nullable Object details,
        @Nullable JsonObject preserveData) {
    public CompactionResult {
        details = Json.freeze(details);
    }

    public static CompactionResult of(String summary, String firstKeptEntryId, long tokensBefore) {
        return new CompactionResult(summary, firstKeptEntryId, tokensBefore, null, null, null);
    }
}
