package dev.pawl.agent.run;

import dev.pawl.agent.compaction.Compactor;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.base.FailureText;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Compacts when a hook or the user asks for it, in the place of whatever is under way. */
public final class ManualCompaction implements Compacting {
    public static final String NAME = "compaction";

    private final SessionRuns runs;
    private final Compactor compactor;

    public ManualCompaction(SessionRuns runs, Compactor compactor) {
        this.runs = runs;
        this.compactor = compactor;
    }

    @Override
    public CompactionResult compact(@Nullable String instructions) throws InterruptedException {
        runs.abort();
        return runs.alone(NAME, () -> compactor.manual(instructions));
    }

    @Override
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
