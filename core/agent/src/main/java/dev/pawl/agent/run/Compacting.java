package dev.pawl.agent.run;

import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.session.CompactionResult;
import org.jspecify.annotations.Nullable;

/** Sums a conversation up when a hook or the user asks for it. */
public interface Compacting {
    /** Ends what is running, compacts and waits for it. */
    CompactionResult compact(@Nullable String instructions) throws InterruptedException;

    /** Starts a compaction and does not wait for it. */
    void compact(CompactOptions options);
}
