package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects records and sends them to a collector as JSON over HTTP, in batches, on a thread of its own.
 *
 * <p>Telemetry never delays or stops the program: records that the collector does not accept are kept up to a limit, beyond the
 * end of the program, and then dropped; that nothing can be sent is reported once.
 */
public final class OtlpSender {
    private static final int MOST = 10_000;
    private static final int BATCH = 1_000;
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    /** The first records are sent early, so that there is a connection when the program ends. */
    private static final Duration FIRST_INTERVAL = Duration.ofMillis(500);

    private static final Duration METRICS_INTERVAL = Duration.ofSeconds(60);
    private static final Duration LEAST_REQUEST_LIMIT = Duration.ofSeconds(5);

    private static final Set<Integer> RETRIED = Set.of(429, 502, 503, 504);

    private final TelemetrySettings settings;
    private final Consumer<String> problems;
    private final Map<Signal, ArrayDeque<JsonObject>> queues = new EnumMap<>(Signal.class);
    private final @Nullable UnsentRecords unsent;
    private final Thread thread;
    private final Duration requestLimit;
    /** The lock of the client; adding a record does not need it, and so never waits until the client is made. */
    private final Object connecting = new Object();

    private @Nullable HttpClient client;
    private Supplier<List<JsonObject>> metrics = List::of;
    private long nextMetrics;
    private boolean reported;
    private boolean ended;

    /**
     * A sender that sends nothing until it is started.
     *
     * @param problems receives, once, the message that nothing can be sent
     * @param folder where records are kept that could not be sent at the end; null for nowhere
     */
    public OtlpSender(TelemetrySettings settings, Consumer<String> problems, @Nullable Path folder) {
        this.unsent = folder == null ? null : new UnsentRecords(folder);
        this.settings = settings;
        // A user who lets the end wait longer for a collector knows that it is slow.
        this.requestLimit =
                settings.atEnd().compareTo(LEAST_REQUEST_LIMIT) > 0 ? settings.atEnd() : LEAST_REQUEST_LIMIT;
        this.problems = problems;
        for (var signal : Signal.values()) {
            queues.put(signal, new ArrayDeque<>());
        }
        this.nextMetrics = System.nanoTime() + METRICS_INTERVAL.toNanos();
        this.thread = Thread.ofVirtual().name("telemetry").unstarted(this::work);
    }

    /** Starts to send at intervals. */
    void start(Supplier<List<JsonObject>> newMetrics) {
        metrics = newMetrics;
        thread.start();
    }

    /** Adds a record, which is sent later. */
    synchronized void add(Signal signal, JsonObject record) {
        var queue = queue(signal);
        if (queue.size() < MOST) {
            queue.addLast(record);
            if (queue.size() == 1) {
                notifyAll();
            }
        }
    }

    private ArrayDeque<JsonObject> queue(Signal signal) {
        return queues.computeIfAbsent(signal, _ -> new ArrayDeque<>());
    }

    private void work() {
        try {
            var interval = FIRST_INTERVAL;
            if (awaitFirst()) {
                takeUnsent();
                // It takes long the first time, and at the end there is little time.
                client();
            }
            while (await(interval)) {
                interval = INTERVAL;
                if (System.nanoTime() - nextMetrics >= 0) {
                    nextMetrics = System.nanoTime() + METRICS_INTERVAL.toNanos();
                    metrics.get().forEach(one -> add(Signal.METRICS, one));
                }
                for (var signal : Signal.values()) {
                    send(signal, requestLimit);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean awaitFirst() throws InterruptedException {
        while (!ended && queues.values().stream().allMatch(ArrayDeque::isEmpty)) {
            wait();
        }
        return !ended;
    }

    private synchronized boolean await(Duration interval) throws InterruptedException {
        long until = System.nanoTime() + interval.toNanos();
        for (long left = until - System.nanoTime(); !ended && left > 0; left = until - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
        }
        return !ended;
    }

    /** Sends the remaining records, within a time limit, and ends. */
    public void end() throws InterruptedException {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            notifyAll();
        }
        metrics.get().forEach(one -> add(Signal.METRICS, one));
        long until = System.nanoTime() + settings.atEnd().toNanos();
        try {
            sendRest(until);
            if (thread.isAlive()) {
                // It may still wait for the answer to a batch of its own, which it puts back if none comes.
                thread.join(Duration.ofNanos(until - System.nanoTime()));
            }
            sendRest(until);
        } finally {
            keepUnsent();
            synchronized (connecting) {
                if (client != null) {
                    client.shutdownNow();
                }
            }
        }
    }

    /** What an earlier program could not send is sent before what is new. */
    private void takeUnsent() {
        if (unsent == null) {
            return;
        }
        try {
            unsent.take().forEach(this::putBack);
        } catch (IOException e) {
            report("what was kept of it cannot be read: " + FailureText.of(e));
        }
    }

    private synchronized void keepUnsent() {
        if (unsent == null || queues.values().stream().allMatch(ArrayDeque::isEmpty)) {
            return;
        }
        try {
            unsent.keep(queues);
            queues.values().forEach(ArrayDeque::clear);
        } catch (IOException e) {
            report("what could not be sent cannot be kept: " + FailureText.of(e));
        }
    }

    private void sendRest(long until) throws InterruptedException {
        var sending = new ArrayList<Thread>();
        for (var signal : Signal.values()) {
            // All at once: each would have to wait for the answer to the one before it.
            sending.add(Thread.ofVirtual().name("telemetry, last").start(() -> sendRest(signal, until)));
        }
        for (var one : sending) {
            one.join();
        }
    }

    private void sendRest(Signal signal, long until) {
        try {
            boolean accepted = true;
            while (accepted && System.nanoTime() < until && !isEmpty(signal)) {
                accepted = send(signal, Duration.ofNanos(Math.max(1_000_000, until - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Created with the first record, because creating it would delay every start. */
    private HttpClient client() {
        synchronized (connecting) {
            var existing = client;
            if (existing == null) {
                // Redirects are not followed: the headers may be secret.
                existing = settings.network()
                        .client()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(requestLimit)
                        .build();
                client = existing;
            }
            return existing;
        }
    }

    private synchronized boolean isEmpty(Signal signal) {
        return queue(signal).isEmpty();
    }

    /** Sends a batch and returns whether the collector accepted it. A batch that may be sent again later is kept. */
    private boolean send(Signal signal, Duration atMost) throws InterruptedException {
        var batch = new ArrayList<JsonObject>();
        synchronized (this) {
            var queue = queue(signal);
            while (!queue.isEmpty() && batch.size() < BATCH) {
                batch.add(queue.removeFirst());
            }
        }
        if (batch.isEmpty()) {
            return true;
        }
        try {
            int status = post(signal, batch, atMost);
            if (RETRIED.contains(status)) {
                putBack(signal, batch);
            }
            if (status / 100 != 2) {
                report("it answers with status " + status);
            }
            return status / 100 == 2;
        } catch (IOException e) {
            putBack(signal, batch);
            report(FailureText.of(e));
            return false;
        }
    }

    /** Sends records at once and returns the status of the answer. */
    int post(Signal signal, List<JsonObject> records, Duration atMost) throws IOException, InterruptedException {
        var request = settings.network()
                .request(settings.address(signal))
                .timeout(atMost)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body(signal, records).toString()));
        settings.headers().forEach(request::setHeader);
        // The time limit of a request ends with the headers of the response, and a collector may never end the body.
        var answer = client().sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        try {
            return answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS).statusCode();
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("it did not complete its response within " + atMost.toMillis() + " ms");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private JsonObject body(Signal signal, List<JsonObject> records) {
        var scope =
                JsonObject.of("name", "dev.pawl", "version", settings.resource().getOrDefault("service.version", ""));
        var scoped = JsonObject.of("scope", scope, signal.records, records);
        var resource = JsonObject.of("attributes", Attributes.toJson(settings.resource()));
        return JsonObject.of(
                signal.resources, List.of(JsonObject.of("resource", resource, signal.scopes, List.of(scoped))));
    }

    private synchronized void putBack(Signal signal, List<JsonObject> records) {
        var queue = queue(signal);
        for (var record : records.reversed()) {
            if (queue.size() < MOST) {
                queue.addFirst(record);
            }
        }
    }

    private void report(String why) {
        synchronized (this) {
            if (reported) {
                return;
            }
            reported = true;
        }
        problems.accept("telemetry cannot be sent to " + settings.shown() + ": " + why
                + ". It is sent again later" + (unsent == null ? "" : ", also by the next start")
                + ", and dropped if there is too much of it.");
    }
}
