package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
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
 * Collects records and sends them to a collector as JSON over HTTP, some at a time, on a thread of its own.
 *
 * <p>Telemetry is no reason to wait or to stop: what the collector does not take is kept up to a number and then dropped, and
 * that is reported once.
 */
public final class OtlpSender {
    private static final int MOST = 10_000;
    private static final int AT_ONCE = 1_000;
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration METRICS_EVERY = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Less than the two seconds that a hook has at the end of a session. */
    private static final Duration AT_THE_END = Duration.ofMillis(1_500);

    private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);

    private final TelemetrySettings settings;
    private final Consumer<String> problems;
    private final Map<Signal, ArrayDeque<JsonObject>> held = new EnumMap<>(Signal.class);
    private final Thread thread;
    private @Nullable HttpClient client;
    private Supplier<List<JsonObject>> metrics = List::of;
    private long nextMetrics;
    private boolean told;
    private boolean ended;

    /**
     * A sender that sends nothing until it is started.
     *
     * @param problems receives, once, that nothing can be sent
     */
    public OtlpSender(TelemetrySettings settings, Consumer<String> problems) {
        this.settings = settings;
        this.problems = problems;
        for (var signal : Signal.values()) {
            held.put(signal, new ArrayDeque<>());
        }
        this.nextMetrics = System.nanoTime() + METRICS_EVERY.toNanos();
        this.thread = Thread.ofVirtual().name("telemetry").unstarted(this::work);
    }

    /** Begins to send now and then. */
    void start(Supplier<List<JsonObject>> newMetrics) {
        metrics = newMetrics;
        thread.start();
    }

    /** Takes a record, to be sent later. */
    synchronized void add(Signal signal, JsonObject record) {
        var queue = queue(signal);
        if (queue.size() < MOST) {
            queue.addLast(record);
        }
    }

    private ArrayDeque<JsonObject> queue(Signal signal) {
        return held.computeIfAbsent(signal, _ -> new ArrayDeque<>());
    }

    private void work() {
        try {
            while (await()) {
                if (System.nanoTime() - nextMetrics >= 0) {
                    nextMetrics = System.nanoTime() + METRICS_EVERY.toNanos();
                    metrics.get().forEach(one -> add(Signal.METRICS, one));
                }
                for (var signal : Signal.values()) {
                    send(signal, PATIENCE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean await() throws InterruptedException {
        long until = System.nanoTime() + EVERY.toNanos();
        for (long left = until - System.nanoTime(); !ended && left > 0; left = until - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
        }
        return !ended;
    }

    /** Sends what is left, within a time, and ends. */
    public void end() throws InterruptedException {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            notifyAll();
        }
        metrics.get().forEach(one -> add(Signal.METRICS, one));
        long until = System.nanoTime() + AT_THE_END.toNanos();
        for (var signal : Signal.values()) {
            boolean goesOn = true;
            while (goesOn && System.nanoTime() < until && !isEmpty(signal)) {
                goesOn = send(signal, Duration.ofNanos(Math.max(1_000_000, until - System.nanoTime())));
            }
        }
        synchronized (this) {
            if (client != null) {
                client.shutdownNow();
            }
        }
    }

    /** Made when something is sent first, because it takes its time, which no start should have to wait for. */
    private synchronized HttpClient client() {
        var there = client;
        if (there == null) {
            // Not to other addresses than the one that is configured: the headers may be secret.
            there = HttpClient.newBuilder()
                    .connectTimeout(AT_THE_END)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
            client = there;
        }
        return there;
    }

    private synchronized boolean isEmpty(Signal signal) {
        return queue(signal).isEmpty();
    }

    /** Sends some records; whether the collector took them. Those it wants later are kept. */
    private boolean send(Signal signal, Duration atMost) throws InterruptedException {
        var some = new ArrayList<JsonObject>();
        synchronized (this) {
            var queue = queue(signal);
            while (!queue.isEmpty() && some.size() < AT_ONCE) {
                some.add(queue.removeFirst());
            }
        }
        if (some.isEmpty()) {
            return true;
        }
        try {
            int status = post(signal, some, atMost);
            if (AGAIN.contains(status)) {
                giveBack(signal, some);
            }
            if (status / 100 != 2) {
                tell("it answers with status " + status);
            }
            return status / 100 == 2;
        } catch (IOException e) {
            giveBack(signal, some);
            tell(FailureText.of(e));
            return false;
        }
    }

    /** Sends records at once and returns the status of the answer. */
    int post(Signal signal, List<JsonObject> records, Duration atMost) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(settings.address(signal))
                .timeout(atMost)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body(signal, records).toString()));
        settings.headers().forEach(request::setHeader);
        // The time of a request ends with the headers of its answer, and a collector may never end the rest.
        var answer = client().sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        try {
            return answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS).statusCode();
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("it did not answer to the end within " + atMost.toMillis() + " ms");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private JsonObject body(Signal signal, List<JsonObject> records) {
        var scope =
                JsonObject.of("name", "dev.pawl", "version", settings.resource().getOrDefault("service.version", ""));
        var scoped = JsonObject.of("scope", scope, signal.records(), records);
        var resource = JsonObject.of("attributes", Attributes.toJson(settings.resource()));
        return JsonObject.of(
                signal.resources(), List.of(JsonObject.of("resource", resource, signal.scopes(), List.of(scoped))));
    }

    private synchronized void giveBack(Signal signal, List<JsonObject> records) {
        var queue = queue(signal);
        for (var record : records.reversed()) {
            if (queue.size() < MOST) {
                queue.addFirst(record);
            }
        }
    }

    private void tell(String why) {
        synchronized (this) {
            if (told) {
                return;
            }
            told = true;
        }
        problems.accept("telemetry cannot be sent to " + settings.shown() + ": " + why
                + ". It is tried again, and dropped if it becomes too much.");
    }
}
