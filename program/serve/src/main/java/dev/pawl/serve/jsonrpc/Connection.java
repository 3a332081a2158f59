package dev.pawl.serve.jsonrpc;

import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.base.FailureText;
import dev.pawl.serve.driven.CommandThreads;
import dev.pawl.serve.driven.RecordWriter;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Requests, answers and notifications of both sides by JSON-RPC 2.0, one object a line. */
public final class Connection {
    /** Some pictures have room in a line, but no text that is longer than what any model reads. */
    private static final int LONGEST_LINE = 32 << 20;

    private static final Duration LAST_ANSWERS = Duration.ofSeconds(10);
    private static final Duration LAST_WORK = Duration.ofSeconds(1);

    private final RecordWriter out;
    private final CommandThreads threads = new CommandThreads(() -> {});
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, BlockingQueue<JsonObject>> waiting = new ConcurrentHashMap<>();
    private final Map<Object, Flight> underWay = new ConcurrentHashMap<>();
    private final Cancelling cancelling;
    private volatile boolean gone;

    /** @param cancelling how a request is taken back, by either side */
    public Connection(RecordWriter out, Cancelling cancelling) {
        this.out = out;
        this.cancelling = cancelling;
    }

    /** How protocols take requests back. */
    public enum Cancelling {
        /** The cancelled request is answered with an error. */
        ANSWERED("$/cancel_request"),
        /** The cancelled request is not answered any more. */
        UNANSWERED("notifications/cancelled");

        private final String method;

        Cancelling(String method) {
            this.method = method;
        }
    }

    /** A request that is being answered. */
    private static final class Flight {
        private @Nullable Thread thread;
        private boolean cancelled;

        synchronized void begin() {
            thread = Thread.currentThread();
            if (cancelled) {
                thread.interrupt();
            }
        }

        synchronized void cancel() {
            cancelled = true;
            if (thread != null) {
                thread.interrupt();
            }
        }

        /** An interruption that comes too late has no receiver. */
        synchronized boolean end() {
            thread = null;
            if (cancelled) {
                Thread.interrupted();
            }
            return cancelled;
        }
    }

    /** What the other side may call. */
    public interface Methods {
        /**
         * What it takes to answer a request. What this or the work throws is the error that the other side
         * reads.
         */
        Task task(String method, JsonObject params);

        /** Takes a notification, without waiting for anything. */
        void notified(String method, JsonObject params);
    }

    /** What it takes to answer a request. */
    public record Task(Callable<Answer> work, Pace pace) {}

    /** Which thread a request is answered on. */
    public enum Pace {
        /** The one that reads: the answer is known. */
        AT_ONCE,
        /** One of a few that all requests share. */
        SHORT,
        /** One of its own, because it may take any time. */
        LONG
    }

    /**
     * An answer.
     *
     * @param after what is done once it is written
     */
    public record Answer(JsonObject result, Runnable after) {
        /** An answer behind which nothing is to be done. */
        public static Answer of(JsonObject result) {
            return new Answer(result, () -> {});
        }
    }

    /** Serves until the input ends, and then as long as it takes to answer what was asked. */
    public void serve(Methods methods, InputStream in) throws IOException, InterruptedException {
        var lines = new JsonLines(in, LONGEST_LINE);
        for (var line = next(lines); line != null; line = next(lines)) {
            if (line.length > 0) {
                take(line, methods);
            }
        }
        threads.await(LAST_WORK, LAST_ANSWERS);
    }

    private byte @Nullable [] next(JsonLines lines) throws IOException {
        while (true) {
            try {
                return lines.next();
            } catch (JsonLines.TooLong e) {
                answer(null, failure(ProtocolError.PARSE, String.valueOf(e.getMessage())));
            }
        }
    }

    /** No answer comes any more. */
    public void clientGone() {
        gone = true;
        waiting.values().forEach(Connection::giveUp);
    }

    private static void giveUp(BlockingQueue<JsonObject> answer) {
        answer.offer(failure(ProtocolError.CANCELLED, "the client is gone"));
    }

    /** Sends a notification to the other side. */
    public void notify(String method, JsonObject params) {
        out.write(JsonObject.of("jsonrpc", "2.0", "method", method).with("params", params));
    }

    /**
     * Asks the other side and waits for its answer. Who is interrupted meanwhile, or has waited too long, takes the
     * question back.
     */
    public JsonObject request(String method, JsonObject params, DialogOptions options) throws InterruptedException {
        long id = ids.incrementAndGet();
        var answer = new ArrayBlockingQueue<JsonObject>(1);
        waiting.put(id, answer);
        if (gone) {
            giveUp(answer);
        }
        boolean answered = false;
        try {
            out.write(JsonObject.of("jsonrpc", "2.0", "id", id)
                    .with("method", method)
                    .with("params", params));
            var timeout = options.timeout();
            var response = timeout == null ? answer.take() : answer.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (response == null) {
                throw new ProtocolError(ProtocolError.CANCELLED, method + " was not answered in time");
            }
            answered = true;
            if (response.has("error")) {
                var error = response.object("error");
                throw new ProtocolError(
                        error.integer("code", ProtocolError.INTERNAL), error.string("message", "no reason given"));
            }
            return response.object("result");
        } finally {
            waiting.remove(id);
            if (!answered) {
                notify(cancelling.method, JsonObject.of("requestId", id));
            }
        }
    }

    private void take(byte[] line, Methods methods) throws InterruptedException {
        JsonObject message;
        try {
            message = JsonObject.parse(line);
        } catch (IllegalArgumentException | StackOverflowError | OutOfMemoryError e) {
            answer(null, failure(ProtocolError.PARSE, "this line is not a JSON object: " + e.getMessage()));
            return;
        }
        if (!message.has("method")) {
            answered(message);
            return;
        }
        var id = message.get("id");
        if (!(message.get("method") instanceof String method)) {
            answer(id, failure(ProtocolError.INVALID_REQUEST, "\"method\" must be a string"));
        } else if (message.get("params") != null && !(message.get("params") instanceof JsonObject)) {
            answer(id, failure(ProtocolError.INVALID_PARAMS, "\"params\" of " + method + " must be an object"));
        } else if (message.has("id")) {
            start(method, id, message.object("params"), line.length, methods);
        } else if (method.equals(cancelling.method)) {
            var request = message.object("params").get("requestId");
            var flight = request == null ? null : underWay.get(request);
            if (flight != null) {
                flight.cancel();
            }
        } else {
            methods.notified(method, message.object("params"));
        }
    }

    private void answered(JsonObject message) {
        var id = message.get("id");
        var answer = id instanceof Number number ? waiting.remove(number.longValue()) : null;
        if (answer != null) {
            answer.offer(message);
        } else if (!message.has("result") && !message.has("error")) {
            answer(id, failure(ProtocolError.INVALID_REQUEST, "this is neither a request nor an answer"));
        }
    }

    private void start(String method, @Nullable Object id, JsonObject params, int bytes, Methods methods)
            throws InterruptedException {
        Task task;
        try {
            task = methods.task(method, params);
        } catch (ProtocolError e) {
            answer(id, JsonObject.of("error", e.toJson()));
            return;
        }
        var flight = new Flight();
        if (id != null) {
            underWay.put(id, flight);
        }
        Runnable work = () -> {
            try {
                carryOut(method, id, task.work(), flight);
            } finally {
                if (id != null) {
                    underWay.remove(id, flight);
                }
            }
        };
        if (task.pace() == Pace.AT_ONCE) {
            work.run();
        } else if (task.pace() == Pace.LONG) {
            Thread.ofPlatform().daemon().name("acp " + method).start(work);
        } else if (!threads.start(work, bytes, true, false)) {
            if (id != null) {
                underWay.remove(id, flight);
            }
            answer(
                    id,
                    failure(ProtocolError.INTERNAL, "too many requests wait for others to end; send fewer at a time"));
        }
    }

    private void carryOut(String method, @Nullable Object id, Callable<Answer> work, Flight flight) {
        JsonObject outcome;
        Runnable after = () -> {};
        flight.begin();
        try {
            var answer = work.call();
            outcome = JsonObject.of("result", answer.result());
            after = answer.after();
        } catch (ProtocolError e) {
            outcome = JsonObject.of("error", e.toJson());
        } catch (InterruptedException e) {
            outcome = failure(ProtocolError.CANCELLED, method + " was cancelled");
        } catch (Exception | Error e) {
            outcome = failure(ProtocolError.INTERNAL, FailureText.of(e));
        }
        if (!flight.end() || cancelling == Cancelling.ANSWERED) {
            answer(id, outcome);
        }
        after.run();
    }

    private void answer(@Nullable Object id, JsonObject outcome) {
        out.write(JsonObject.of("jsonrpc", "2.0", "id", id).with(outcome));
    }

    private static JsonObject failure(int code, String message) {
        return JsonObject.of("error", JsonObject.of("code", code, "message", message));
    }
}
