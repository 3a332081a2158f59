package dev.pawl.codemode;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of a script. Each passes its gates on the script's thread, in the order of the script, and then runs on
 * a thread of its own.
 */
final class Calls {
    private static final int PREVIEW = 200;
    private static final int ERROR = 500;

    /** What came of a call; null if it did not end by itself. */
    record Ended(int number, ToolInfo tool, ToolContext.@Nullable NestedResult result) {}

    private final ToolContext ctx;
    private final Limits limits;
    private final Journal journal;
    private final Semaphore free;
    private final List<Row> rows = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    /** Ends that have come before their turn. */
    private final Deque<Ended> early = new ArrayDeque<>();

    /** The last call of a sequential tool. */
    private @Nullable Thread alone;

    private final AtomicLong asked = new AtomicLong();
    private int open;

    Calls(ToolContext ctx, Limits limits, Journal journal) {
        this.ctx = ctx;
        this.limits = limits;
        this.journal = journal;
        this.free = new Semaphore(limits.parallel());
    }

    /**
     * Begins a call, as soon as not too many are running, and one of a sequential tool when those before it are over. Returns
     * its number.
     *
     * @param given null for none
     */
    int begin(ToolInfo tool, @Nullable JsonObject given) throws InterruptedException {
        if (rows.size() >= limits.calls()) {
            throw new Script.Stopped(
                    "Error: The script made more than " + limits.calls() + " tool calls. Do the rest in another one.");
        }
        if (alone != null && tool.traits().isSequential()) {
            alone.join();
        }
        free.acquire();
        int number = rows.size();
        var arguments = given == null ? JsonObject.empty() : given;
        var row = new Row(tool, given);
        synchronized (this) {
            rows.add(row);
        }
        publish();
        journal.call(number + 1, tool.name(), arguments);
        long from = System.nanoTime();
        ToolContext.NestedCall call;
        try {
            call = ctx.prepareTool(tool.name(), arguments);
        } finally {
            asked.addAndGet(System.nanoTime() - from);
        }
        row.id = call.toolCallId();
        open++;
        // The tool may be a hook's and block, so it gets no carrier of virtual threads.
        var thread = Thread.ofPlatform().daemon().name("codemode " + row.id).start(() -> run(call, number, row));
        threads.add(thread);
        if (tool.traits().isSequential()) {
            alone = thread;
        }
        return number;
    }

    private void run(ToolContext.NestedCall call, int number, Row row) {
        long from = System.nanoTime();
        ToolContext.NestedResult result = null;
        try {
            result = call.run();
        } catch (InterruptedException e) {
            // The script is over.
        } finally {
            synchronized (this) {
                row.end(result, (System.nanoTime() - from) / 1_000_000);
            }
            publish();
            free.release();
            ended.add(new Ended(number, row.tool, result));
        }
    }

    /** Returns how many nanoseconds gates took to decide. */
    long asked() {
        return asked.get();
    }

    /** Returns whether calls are under way whose end the script has not learned. */
    boolean isUnderWay() {
        return open > 0;
    }

    /** Waits for the next call that ends; in a script that is repeated, for the one that was next before. */
    Ended next() throws InterruptedException {
        var wanted = journal.nextEnd();
        var next = wanted == null ? early.pollFirst() : taken(wanted);
        while (next == null) {
            next = ended.take();
            if (wanted != null && next.number() != wanted) {
                early.add(next);
                next = null;
            }
        }
        journal.ended(next.number());
        open--;
        return next;
    }

    private @Nullable Ended taken(int number) {
        for (var one : early) {
            if (one.number() == number) {
                early.remove(one);
                return one;
            }
        }
        return null;
    }

    /** Ends the calls that are running, and waits for them. */
    void close() throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (var thread : threads) {
            thread.join();
        }
    }

    /** Shows the calls while they are made. */
    void publish() {
        ctx.update(new ToolOutput(List.of(), details(), null, null, false, false));
    }

    synchronized JsonObject details() {
        return JsonObject.of("calls", rows.stream().map(Row::toJson).toList());
    }

    /** Returns one sentence for the model about the calls of a script that failed. */
    synchronized String summary() {
        return rows.isEmpty()
                ? "No tool calls were made."
                : "Tool calls made before the failure (they are not undone): "
                        + rows.stream()
                                .map(row -> row.tool.name() + " (" + row.status + ")")
                                .collect(Collectors.joining(", "));
    }

    static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 3) + "...";
    }

    /** A call as the screen shows it. */
    private final class Row {
        private final ToolInfo tool;
        private final String arguments;
        private volatile String id = ctx.toolCallId() + "/?";
        private String status = "running";
        private long millis;
        private @Nullable String error;

        Row(ToolInfo tool, @Nullable JsonObject arguments) {
            this.tool = tool;
            this.arguments = arguments == null ? "" : cut(arguments.toString(), PREVIEW);
        }

        void end(ToolContext.@Nullable NestedResult result, long millis) {
            this.millis = millis;
            status = result == null ? "cancelled" : result.isError() ? "error" : "ok";
            if (result != null && result.isError()) {
                var text = Content.text(result.output().content());
                error = cut(text.isEmpty() ? "Tool \"" + tool.name() + "\" failed" : text, ERROR);
            }
        }

        JsonObject toJson() {
            var json = JsonObject.of("id", id, "name", tool.name())
                    .with("args", arguments)
                    .with("status", status);
            json = status.equals("running") ? json : json.with("durationMs", millis);
            return json.given("error", error);
        }
    }
}
