package dev.pawl.agent.run;

import dev.pawl.agent.compaction.Compactor;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.base.FailureText;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Compacts when a hook or the user asks for it, in the place of whatever is under way. */
public final class ManualCompaction {
    public static final String NAME = "compaction";

    private final RunQueue queue;
    private final SessionRuns runs;
    private final Compactor compactor;

    public ManualCompaction(RunQueue queue, SessionRuns runs, Compactor compactor) {
        this.queue = queue;
        this.runs = runs;
        this.compactor = compactor;
    }

    /** Aborts what is running, compacts the conversation and waits for it. */
    public CompactionResult compact(@Nullable String instructions) throws InterruptedException {
        queue.abort();
        return runs.alone(NAME, () -> compactor.manual(instructions));
    }

    /** Starts a compaction and does not wait for it. */
    public void compact(CompactOptions options) {
        Thread.ofVirtual().name("compaction").start(() -> {
            try {
                options.onComplete().accept(compact(options.customInstructions()));
            } catch (CancellationException | InterruptedException e) {
                options.onError().accept("The compaction was called off.");
            } catch (RuntimeException | Error e) {
                options.onError().accept(FailureText.of(e));
            }
        });
    }
}
