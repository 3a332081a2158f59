package dev.pawl.tools.search;

import dev.pawl.base.Threads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a tree of files with several threads and hands over what they find in the order of paths.
 *
 * <p>The threads take up work in that order too, so a caller that needs only a few results has not searched much more
 * than those.
 */
final class OrderedWalk<R> {
    /** What is done with all that is met. Each thread has one of its own. */
    interface Visitor<R> {
        /** Whether to go into a directory, or to look into a file. */
        boolean enters(Found found);

        /** The result for something that need not be looked into; null for none. */
        @Nullable
        R met(Found found);

        /** What is found in a file; null for nothing. */
        @Nullable
        R lookInto(Found file) throws IOException, InterruptedException;
    }

    /** Takes results in order; false for enough. */
    interface Taker<R> {
        boolean take(R result);
    }

    private static final Comparator<Found> BY_NAME =
            (one, other) -> PathOrder.compare(one.text(), one.name(), other.text(), other.name());

    private static final int BATCH = 8;
    private static final long LOOK_NANOS = 1_000_000;

    private final FileTree tree;
    private final Ignores ignores;
    private final Filter filter;
    private final Found root;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workOrEnd = lock.newCondition();
    private final Condition finished = lock.newCondition();
    private final Deque<Item<R>> work = new ArrayDeque<>();
    private int unfinished;
    private volatile boolean stopped;
    private @Nullable Throwable failure;
    private long begun;
    private long most;
    private boolean late;

    OrderedWalk(FileTree tree, Ignores ignores, Filter filter, Found root) {
        this.tree = tree;
        this.ignores = ignores;
        this.filter = filter;
        this.root = root;
    }

    void run(Supplier<? extends Visitor<R>> visitors, Taker<R> taker) throws InterruptedException {
        run(visitors, taker, Long.MAX_VALUE);
    }

    /** As above, for so long at most; false if it was not finished then. */
    boolean run(Supplier<? extends Visitor<R>> visitors, Taker<R> taker, long nanos) throws InterruptedException {
        begun = System.nanoTime();
        most = nanos;
        var top = new Item<R>(root, ignores.above(root.path()));
        push(List.of(top));
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < tree.threads(); i++) {
            var visitor = visitors.get();
            // Platform threads: opening and reading files would keep the carriers of virtual ones busy.
            threads.add(Thread.ofPlatform().daemon().name("search").start(() -> work(visitor)));
        }
        try {
            deliver(top, taker);
        } finally {
            stop();
            threads.forEach(Thread::interrupt);
            Threads.joinAll(threads);
        }
        if (failure != null) {
            throw new IllegalStateException("the search failed: " + failure, failure);
        }
        return !late;
    }

    private boolean deliver(Item<R> item, Taker<R> taker) throws InterruptedException {
        if (!await(item)) {
            return false;
        }
        if (item.result != null && !taker.take(item.result)) {
            return false;
        }
        for (var child : item.children) {
            if (!deliver(child, taker)) {
                return false;
            }
        }
        item.children = List.of();
        return true;
    }

    private boolean await(Item<R> item) throws InterruptedException {
        if (item.done) {
            return true;
        }
        // Being woken for every file would cost more than searching it does, so this looks from time to time.
        lock.lockInterruptibly();
        try {
            while (!item.done && failure == null && !late) {
                finished.awaitNanos(LOOK_NANOS);
                late = !item.done && System.nanoTime() - begun > most;
            }
            return failure == null && !late;
        } finally {
            lock.unlock();
        }
    }

    private void work(Visitor<R> visitor) {
        try {
            var batch = new ArrayList<Item<R>>();
            while (next(batch)) {
                for (var item : batch) {
                    try {
                        process(item, visitor);
                    } catch (IOException e) {
                        // What cannot be read holds nothing that could be found.
                    }
                    item.done = true;
                }
                finish(batch);
            }
        } catch (InterruptedException e) {
            if (!stopped) {
                fail(e); // Thrown by the provider of the files, not here.
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void process(Item<R> item, Visitor<R> visitor) throws IOException, InterruptedException {
        if (!item.found.isFolder()) {
            item.result = visitor.lookInto(item.found);
            return;
        }
        var entries = tree.list(item.found);
        entries.sort(BY_NAME);
        var scope = ignores.in(item.scope, item.found, entries);
        var children = new ArrayList<Item<R>>();
        var open = new ArrayList<Item<R>>();
        for (var entry : entries) {
            if (passesOver(entry, scope)) {
                continue;
            }
            var child = new Item<R>(entry, scope);
            child.result = visitor.met(entry);
            if (visitor.enters(entry)) {
                open.add(child);
                children.add(child);
            } else if (child.result != null) {
                child.done = true;
                children.add(child);
            }
        }
        item.children = children;
        push(open);
    }

    private boolean passesOver(Found entry, @Nullable IgnoreScope scope) {
        if (entry.text().endsWith("/.git")) {
            return true;
        }
        boolean folder = entry.isFolder();
        return switch (filter.of(entry.text(), root.prefix(), entry.name(), folder)) {
            case KEEP -> false;
            case IGNORE -> true;
            case NONE -> scope != null && scope.ignores(entry.text(), entry.name(), folder);
        };
    }

    private void push(List<Item<R>> items) {
        if (items.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            if (stopped) {
                return;
            }
            for (int i = items.size() - 1; i >= 0; i--) {
                work.push(items.get(i));
            }
            unfinished += items.size();
            workOrEnd.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a directory, or some files; false if there is nothing more to do. */
    private boolean next(List<Item<R>> batch) throws InterruptedException {
        batch.clear();
        lock.lockInterruptibly();
        try {
            while (work.isEmpty() && unfinished > 0 && !stopped) {
                workOrEnd.await();
            }
            while (!stopped && !work.isEmpty() && batch.size() < BATCH) {
                boolean folder = work.peek().found.isFolder();
                if (folder && !batch.isEmpty()) {
                    break;
                }
                batch.add(work.pop());
                if (folder) {
                    break;
                }
            }
            return !batch.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void finish(List<Item<R>> batch) {
        lock.lock();
        try {
            unfinished -= batch.size();
            if (unfinished == 0) {
                workOrEnd.signalAll();
                finished.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable problem) {
        lock.lock();
        try {
            failure = problem;
            finished.signal();
        } finally {
            lock.unlock();
        }
    }

    private void stop() {
        lock.lock();
        try {
            stopped = true;
            work.clear();
            workOrEnd.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static final class Item<R> {
        final Found found;
        final @Nullable IgnoreScope scope;

        @Nullable
        R result;

        List<Item<R>> children = List.of();
        volatile boolean done;

        Item(Found found, @Nullable IgnoreScope scope) {
            this.found = found;
            this.scope = scope;
        }
    }
}
