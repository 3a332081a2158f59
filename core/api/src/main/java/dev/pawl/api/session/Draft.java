package dev.pawl.api.session;

import dev.pawl.api.json.Json;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Usage;
import org.jspecify.annotations.Nullable;

/** An entry that a hook proposes at the end of a turn or run. */
public sealed interface Draft {
    record Custom(String customType, @Nullable Object data) implements Draft {
        public Custom {
            data = Json.freeze(data);
        }
    }

    record CustomMessage(
            String customType,
            Body content,
            boolean display,
            @Nullable Object details) implements Draft {
        public CustomMessage {
            details = Json.freeze(details);
        }
    }

    /** Hides an entry from the model (null) or shows it another content. */
    record ContextEdit(String targetId, @Nullable Body replacement) implements Draft {}

    /** Replaces what came before with a summary; no first kept entry means that nothing is kept. */
    record Compaction(
            String summary,
            @Nullable String firstKeptEntryId,
            @Nullable Object details,
            @Nullable Usage usage) implements Draft {
        public Compaction {
            details = Json.freeze(details);
        }
    }
}
