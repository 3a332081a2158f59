package dev.pawl.hooks;

import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Where events go that nobody waits for: one after another, on a thread that is started when it is first needed. */
final class Lane implements AutoCloseable {
    interface Task {
        void run() throws InterruptedException;
    }

    private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;
    private boolean closed;

    synchronized void run(Task task) {
        if (closed) {
            return;
        }
        tasks.add(task);
        if (thread == null) {
            thread = Thread.ofVirtual().name("hooks lane").start(this::work);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void work() {
        try {
            while (true) {
                tasks.take().run();
            }
        } catch (InterruptedException e) {
            // The lane is closed; what is left in it was for a session that is gone.
        }
    }
}
