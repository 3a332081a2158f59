package dev.pawl.tui.screen;

import dev.pawl.api.value.Subscription;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The one thread that draws and that components live on: does what it is given, in order, and sleeps otherwise. */
final class EventLoop {
    /** What takes longer was asked to end long before, and did not. */
    private static final long STUCK = 5_000_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Timed> timers = new PriorityQueue<>();
    private final Thread thread;
    private volatile boolean started;
    private volatile boolean working;
    private volatile long since;
    private boolean closed;

    EventLoop(String name) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        started = true;
        thread.start();
    }

    /** Returns whether this is the thread; until there is one, every thread is. */
    boolean isCurrent() {
        return !started || Lent.worksFor(thread);
    }

    boolean isStarted() {
        return started;
    }

    /** Returns whether it will be done: not any more, once the loop was closed. */
    boolean post(Runnable task) {
        lock.lock();
        try {
            if (!closed) {
                tasks.add(task);
                changed.signal();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Does something on the thread and waits for it. */
    <T extends @Nullable Object> T call(Callable<T> task) throws InterruptedException {
        var future = new FutureTask<T>(task);
        if (!given(future)) {
            throw new IllegalStateException("the screen is closed");
        }
        return done(future);
    }

    /** Does something on the thread and waits for it; nothing is done once the loop was closed. */
    void await(Runnable task) throws InterruptedException {
        var future = new FutureTask<@Nullable Void>(task, null);
        if (given(future)) {
            done(future);
        }
    }

    private boolean given(FutureTask<?> task) {
        if (isCurrent()) {
            task.run();
            return true;
        }
        return post(task);
    }

    private static <T extends @Nullable Object> T done(FutureTask<T> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("on the screen's thread: " + e.getCause(), e.getCause());
        }
    }

    /** Does something at a time of {@link System#nanoTime()}. */
    Timed at(long nanos, Runnable task) {
        var timed = new Timed(nanos, task);
        lock.lock();
        try {
            if (!closed) {
                timers.add(timed);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        return timed;
    }

    void cancel(Timed timed) {
        lock.lock();
        try {
            timers.remove(timed);
        } finally {
            lock.unlock();
        }
    }

    /** Does what is there already, then ends. */
    void close() {
        lock.lock();
        try {
            closed = true;
            timers.clear();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for its end behind the last task; returns false if a task never ends. */
    boolean join(CountDownLatch last) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (last.await(200, TimeUnit.MILLISECONDS)) {
                        thread.join();
                        return true;
                    }
                    if (isStuck()) {
                        return false;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        for (var task = next(); task != null; task = next()) {
            since = System.nanoTime();
            working = true;
            Guard.run(task);
            working = false;
        }
    }

    /** Returns whether the present task has been at it for so long that it will hardly ever end. Any thread. */
    boolean isStuck() {
        long begun = since;
        return working && System.nanoTime() - begun > STUCK;
    }

    /** The position of the present task: the innermost line that is neither Pawl's nor Java's, if any. Any thread. */
    String where() {
        for (var line : thread.getStackTrace()) {
            var module = String.valueOf(line.getModuleName());
            boolean ofJava = module.startsWith("java.") || module.startsWith("jdk.");
            if (!ofJava && !line.getClassName().startsWith("dev.pawl.")) {
                return line.getFileName() + ":" + line.getLineNumber();
            }
        }
        return "something";
    }

    @SuppressWarnings("WaitNotInLoop") // the loop is around all of it
    private @Nullable Runnable next() {
        lock.lock();
        try {
            while (true) {
                var task = tasks.poll();
                if (task != null) {
                    return task;
                }
                if (closed) {
                    return null;
                }
                var timer = timers.peek();
                if (timer == null) {
                    changed.awaitUninterruptibly();
                    continue;
                }
                long wait = timer.at - System.nanoTime();
                if (wait <= 0) {
                    timers.remove();
                    return timer.task;
                }
                try {
                    changed.awaitNanos(wait);
                } catch (InterruptedException e) {
                    // Meant for a component that took too long; here, between two tasks, it comes too late.
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Something to be done at a time. */
    static final class Timed implements Comparable<Timed> {
        private final long at;
        private final Runnable task;

        private Timed(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        @Override
        public int compareTo(Timed other) {
            return Long.compare(at - other.at, 0);
        }
    }

    /** Does something at every interval until it is closed. */
    final class Repeating implements Subscription {
        private final long interval;
        private final Runnable task;
        private volatile boolean over;

        Repeating(long interval, Runnable task) {
            this.interval = Math.max(1_000_000, interval);
            this.task = task;
            at(System.nanoTime() + this.interval, this::step);
        }

        private void step() {
            if (!over) {
                Guard.run(task);
                at(System.nanoTime() + interval, this::step);
            }
        }

        @Override
        public void close() {
            over = true;
        }
    }
}
