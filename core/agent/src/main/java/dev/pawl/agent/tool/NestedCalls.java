package dev.pawl.agent.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Usage;
import dev.pawl.base.Words;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** The calls that one tool made of others, remembered in short for its result. */
public final class NestedCalls {
    private static final int MOST = 256;
    private static final int ARGUMENTS = 8 * 1024;
    private static final int ALL_ARGUMENTS = 32 * 1024;
    private static final int ERROR = 500;

    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, JsonObject> calls = new LinkedHashMap<>();
    private final Map<String, Thread> running = new HashMap<>();
    private final Map<String, Integer> agents = new HashMap<>();
    private final ReentrantReadWriteLock turns = new ReentrantReadWriteLock(true);
    private int argumentBytes;
    private boolean complete = true;
    private boolean closed;
    private @Nullable Usage usage;

    /** Begins behind the numbers that calls had before the program ended. */
    void startAfter(int number) {
        numbers.set(number);
    }

    /** Counts the agents that the tool gave the same task; the first is 1. */
    public synchronized int nextAgent(String task) {
        return agents.merge(task, 1, Integer::sum);
    }

    public int next() {
        return numbers.incrementAndGet();
    }

    /** A call begins on the current thread. */
    synchronized void begin(Content.ToolUse call) {
        running.put(call.id(), Thread.currentThread());
        enter(call.id(), call.name(), call.arguments());
    }

    /** A call that has begun runs on the current thread, unless it came too late. */
    synchronized void running(String id) throws InterruptedException {
        if (closed) {
            throw new InterruptedException("the call that made " + id + " is over");
        }
        running.put(id, Thread.currentThread());
    }

    /** Runs a call: one of a sequential tool beside no other. */
    CallResult inTurn(boolean alone, Work work) throws InterruptedException {
        var lock = alone ? turns.writeLock() : turns.readLock();
        lock.lockInterruptibly();
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }

    /** The work of a call. */
    @FunctionalInterface
    interface Work {
        CallResult run() throws InterruptedException;
    }

    /** A call is over. One that the tool did not wait for stays unfinished. */
    public synchronized void add(String id, JsonObject arguments, CallResult result) {
        running.remove(id);
        if (closed) {
            return;
        }
        var spent = result.output().usage();
        if (spent != null) {
            add(spent);
        }
        enter(id, result.call().name(), arguments);
        calls.computeIfPresent(id, (_, call) -> ended(call, result));
    }

    /** The tool that called has returned: what is still running it did not wait for, and that is ended. */
    synchronized void close() {
        closed = true;
        running.values().forEach(Thread::interrupt);
    }

    /** Remembers a call, as long as there are not too many of them. */
    private void enter(String id, String name, JsonObject arguments) {
        if (calls.containsKey(id)) {
            return;
        }
        if (calls.size() >= MOST) {
            complete = false;
            return;
        }
        var call = JsonObject.of("id", id, "name", name).with("status", "unfinished");
        int size = arguments.toString().getBytes(StandardCharsets.UTF_8).length;
        if (size <= ARGUMENTS && argumentBytes + size <= ALL_ARGUMENTS) {
            argumentBytes += size;
            call = call.with("arguments", arguments);
        } else {
            call = call.with("argumentsBytes", size);
            complete = false;
        }
        calls.put(id, call);
    }

    private static JsonObject ended(JsonObject call, CallResult result) {
        var ended = call.with("status", result.isError() ? "error" : "ok");
        if (result.durationMs() != null) {
            ended = ended.with("durationMs", result.durationMs());
        }
        return result.isError()
                ? ended.with("error", Words.head(Content.text(result.output().content()), ERROR))
                : ended;
    }

    /** Tokens that the tool used up in another way. */
    public synchronized void add(Usage spent) {
        usage = usage == null ? spent : usage.plus(spent);
    }

    /** Returns what the parent's result reports; null if there were no calls. */
    synchronized @Nullable JsonObject toJson() {
        return calls.isEmpty() ? null : JsonObject.of("calls", List.copyOf(calls.values()), "complete", complete);
    }

    /** Returns a tool's own tokens and those of the tools it called. */
    synchronized @Nullable Usage with(@Nullable Usage own) {
        var nested = usage;
        return nested == null ? own : own == null ? nested : own.plus(nested);
    }
}
