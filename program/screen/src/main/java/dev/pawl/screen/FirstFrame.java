package dev.pawl.screen;

import dev.pawl.tui.screen.Tui;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Keeps what is not urgent until the screen has shown the session; from then on it is run at once. */
final class FirstFrame implements Executor {
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean shown;

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            if (!shown) {
                waiting.add(task);
                return;
            }
        }
        task.run();
    }

    /** Runs what was kept when all that was drawn so far is on the screen. The caller goes on at once. */
    void await(Tui tui) {
        Thread.ofVirtual().name("first frame").start(() -> {
            try {
                tui.flush();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            release().forEach(Runnable::run);
        });
    }

    private synchronized List<Runnable> release() {
        shown = true;
        var kept = List.copyOf(waiting);
        waiting.clear();
        return kept;
    }
}
