package dev.pawl.agent.tool;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.hooks.remote.RemoteTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of one answer: authorised one after another, run side by side, reported in the order of the answer.
 *
 * <p>When the run is aborted, the calls that had begun are interrupted and waited for, so that whatever they leave
 * behind is finished; those that had not begun get no result.
 */
public final class ToolBatch {
    /**
     * How long an aborted tool may take to end: a shell's children get five seconds to leave before they are killed.
     */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** The number of calls that run side by side. More wait, because each may be a process with children of its own. */
    private static final int MOST = 64;

    private final ToolRunner runner;
    private final @Nullable String parentId;
    private final Consumer<Message.ToolResult> record;
    private final Duration grace;
    private final List<CallResult> results = new ArrayList<>();

    /** @param record takes the messages, in order */
    public ToolBatch(ToolRunner runner, Consumer<Message.ToolResult> record) {
        this(runner, null, record);
    }

    /** @param parentId the tool call that these belong to; null for calls of the session's own model */
    public ToolBatch(ToolRunner runner, @Nullable String parentId, Consumer<Message.ToolResult> record) {
        this(runner, parentId, record, GRACE);
    }

    /** @param grace how long an aborted tool is waited for */
    public ToolBatch(
            ToolRunner runner, @Nullable String parentId, Consumer<Message.ToolResult> record, Duration grace) {
        this.runner = runner;
        this.parentId = parentId;
        this.record = record;
        this.grace = grace;
    }

    /** Runs the calls. An interruption is thrown when all that began has ended and was reported. */
    public void run(List<Content.ToolUse> calls) throws InterruptedException {
        if (calls.stream().anyMatch(runner::isSequential)) {
            for (var call : calls) {
                side(List.of(call));
            }
        } else {
            for (int from = 0; from < calls.size(); from += MOST) {
                side(calls.subList(from, Math.min(from + MOST, calls.size())));
            }
        }
    }

    /** Answers all calls of an answer that was cut off: their arguments may be cut off, too. */
    public void refuse(List<Content.ToolUse> calls, String why) throws InterruptedException {
        for (var call : calls) {
            var refused = CallResult.refused(call, why);
            runner.reportStart(call);
            runner.reportEnd(refused, null);
            results.add(refused);
            record.accept(refused.message(runner.now()));
        }
    }

    /** Returns what came of the calls so far, in their order. */
    public List<CallResult> results() {
        return results;
    }

    /** Returns whether every result states that the agent may stop here. */
    public boolean isTerminating() {
        return !results.isEmpty()
                && results.stream().allMatch(result -> result.output().terminate());
    }

    private void side(List<Content.ToolUse> calls) throws InterruptedException {
        var slots = new ArrayList<Slot>(calls.size());
        var begun = new CountDownLatch(0);
        InterruptedException aborted = null;
        try {
            for (var call : calls) {
                checkAborted();
                var slot = new Slot(call);
                slots.add(slot);
                slot.prepare();
            }
            checkAborted();
            // Also a single call has its own thread: one that does not end can be left behind.
            begun = new CountDownLatch(
                    (int) slots.stream().filter(Slot::isReady).count());
            for (var slot : slots) {
                slot.start(begun);
                slot.awaitSent();
            }
            for (var slot : slots) {
                slot.await();
            }
        } catch (InterruptedException e) {
            aborted = e;
            while (begun.getCount() > 0) {
                begun.countDown();
            }
            slots.forEach(Slot::abort);
            long until = System.nanoTime() + grace.toNanos();
            for (var slot : slots) {
                slot.awaitEnd(until);
            }
        }
        for (var slot : slots) {
            var result = slot.result();
            results.add(result);
            record.accept(result.message(runner.now()));
        }
        if (aborted != null) {
            throw aborted;
        }
    }

    /** Without a handler nothing waits, and so nothing would notice. */
    private static void checkAborted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("aborted before a tool ran");
        }
    }

    /** One call and its thread. */
    private final class Slot {
        private final Content.ToolUse call;
        private final AtomicReference<@Nullable CallResult> result = new AtomicReference<>();
        private CallGates.@Nullable Prepared prepared;
        private @Nullable Thread thread;

        Slot(Content.ToolUse call) {
            this.call = call;
        }

        void prepare() throws InterruptedException {
            var now = runner.prepare(call, parentId);
            prepared = now;
            if (now instanceof CallGates.Refusal(var refused)) {
                result.set(refused);
                runner.reportEnd(refused, parentId);
            }
        }

        boolean isReady() {
            return prepared instanceof CallGates.Ready;
        }

        /** @param begun counts the calls of the batch that have yet to begin: before that no hook receives a result */
        void start(CountDownLatch begun) {
            if (prepared instanceof CallGates.Ready ready) {
                // Code of hooks and of embedders may never block, so it gets no carrier of virtual threads.
                var threads = runner.isOwn(ready.tool())
                        ? Thread.ofVirtual()
                        : Thread.ofPlatform().daemon();
                thread = threads.name("tool " + call.name()).start(() -> work(ready, begun));
            }
        }

        /** Calls that another process executes are sent to it in their order. */
        void awaitSent() throws InterruptedException {
            if (thread != null
                    && prepared instanceof CallGates.Ready ready
                    && ready.tool().executor() instanceof RemoteTool) {
                ready.ctx().awaitSent();
            }
        }

        private void work(CallGates.Ready ready, CountDownLatch begun) {
            CallResult done;
            try {
                checkAborted();
                done = runner.run(ready, begun);
            } catch (InterruptedException e) {
                done = CallResult.refused(call, ToolRunner.ABORTED);
            } finally {
                ready.ctx().sent();
            }
            end(done);
        }

        /** The first result counts, and its end is reported, also to those who wait for an aborted call. */
        private void end(CallResult done) {
            boolean interrupted = Thread.interrupted();
            try {
                if (result.compareAndSet(null, done)) {
                    runner.reportEnd(done, parentId);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        void await() throws InterruptedException {
            var running = thread;
            if (running != null) {
                running.join();
            }
        }

        void abort() {
            if (prepared instanceof CallGates.Ready ready) {
                ready.ctx().askToEnd();
            }
            var running = thread;
            if (running != null) {
                running.interrupt();
            }
        }

        /** Waits for an aborted call, but not for one that ignores the abort, nor for any when aborted again. */
        void awaitEnd(long until) {
            var running = thread;
            var why = ToolRunner.ABORTED;
            try {
                if (running != null && !running.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())))) {
                    why = ToolRunner.ABORTED + "; the tool did not stop in time and may still be at work";
                }
            } catch (InterruptedException e) {
                why = ToolRunner.ABORTED + "; the tool may still be at work";
                Thread.currentThread().interrupt();
            }
            if (running != null && running.isAlive() && prepared instanceof CallGates.Ready ready) {
                ready.ctx().close();
            }
            end(CallResult.refused(call, why));
        }

        CallResult result() {
            return Objects.requireNonNull(result.get(), "every call has ended");
        }
    }
}
