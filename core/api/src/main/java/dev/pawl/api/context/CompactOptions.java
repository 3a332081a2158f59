package dev.pawl.api.context;

import dev.pawl.api.session.CompactionResult;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A compaction that a hook requests, and the callbacks for its result. */
public record CompactOptions(
        @Nullable String customInstructions, Consumer<CompactionResult> onComplete, Consumer<String> onError) {
    public static final CompactOptions DEFAULT = new CompactOptions(null, _ -> {}, _ -> {});
}
