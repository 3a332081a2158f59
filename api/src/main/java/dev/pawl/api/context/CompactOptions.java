package dev.pawl.api.context;

import dev.pawl.api.session.CompactionResult;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A compaction that a hook asks for, and whom to tell how it went. */
public record CompactOptions(
        @Nullable String customInstructions, Consumer<CompactionResult> onComplete, Consumer<String> onError) {
    public static final CompactOptions DEFAULT = new CompactOptions(null, _ -> {}, _ -> {});
}
