package dev.pawl.fleet.restate.inside;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs tasks one after another, in their order, on threads of another executor. */
final class InOrder implements Executor {
    private final Executor threads;
    private final Consumer<Throwable> failed;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    /** @param failed receives what a task throws; the next task is run all the same */
    InOrder(Executor threads, Consumer<Throwable> failed) {
        this.threads = threads;
        this.failed = failed;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        threads.execute(this::runAll);
    }

    private void runAll() {
        for (var task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
        }
    }

    private @Nullable Runnable next() {
        synchronized (tasks) {
            var task = tasks.poll();
            running = task != null;
            return task;
        }
    }
}
