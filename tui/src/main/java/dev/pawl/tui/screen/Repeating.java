package dev.pawl.tui.screen;

import dev.pawl.api.value.Subscription;

/** Does something at every interval until it is taken back. */
final class Repeating implements Subscription {
    private final EventLoop loop;
    private final long interval;
    private final Runnable task;
    private volatile boolean closed;

    Repeating(EventLoop loop, long interval, Runnable task) {
        this.loop = loop;
        this.interval = Math.max(1_000_000, interval);
        this.task = task;
        loop.at(System.nanoTime() + this.interval, this::step);
    }

    private void step() {
        if (!closed) {
            Guard.run(task);
            loop.at(System.nanoTime() + interval, this::step);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
