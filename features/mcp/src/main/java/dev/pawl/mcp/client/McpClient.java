package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.wire.Closed;
import dev.pawl.mcp.wire.RpcError;
import dev.pawl.mcp.wire.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection to a server: sends requests that block until they are answered, and answers requests of the server. */
public final class McpClient implements AutoCloseable {
    private static final int MOST_ASKED = 16;
    private static final int MOST_ROUNDS = 10;
    private static final int MOST_PAGES = 5;

    private final Transport transport;
    private final ClientSetup setup;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, PendingRequest> waiting = new ConcurrentHashMap<>();
    private final Semaphore asked = new Semaphore(MOST_ASKED);
    private final AtomicInteger dialogs = new AtomicInteger();
    private volatile @Nullable String closed;
    private volatile @Nullable Agreement agreement;
    private volatile Consumer<String> onClose = _ -> {};

    public McpClient(Transport transport, ClientSetup setup) {
        this.transport = transport;
        this.setup = setup;
    }

    /** Connects; requests can be sent afterwards. */
    public Agreement connect() throws IOException, InterruptedException {
        transport.open(new Transport.Listener() {
            @Override
            public void message(JsonObject message) {
                received(message);
            }

            @Override
            public void failed(Object id, IOException why) {
                var one = id instanceof Long number ? waiting.get(number) : null;
                if (one != null) {
                    one.failed(why);
                }
            }

            @Override
            public void closed(String why) {
                end(why);
            }
        });
        var agreed = new Negotiation(this, setup).agree();
        agreement = agreed;
        transport.agreed(agreed.version());
        if (!agreed.stateless()) {
            send(JsonObject.of("jsonrpc", "2.0", "method", "notifications/initialized"));
        }
        return agreed;
    }

    /** Returns what was agreed with the server. */
    public Agreement agreement() {
        return Objects.requireNonNull(agreement, "not connected");
    }

    /** Why the connection has ended; null if it has not. */
    public @Nullable String closed() {
        return closed;
    }

    /** Called once when the connection ends by itself. */
    public void onClose(Consumer<String> listener) {
        onClose = listener;
        var why = closed;
        if (why != null) {
            listener.accept(why);
        }
    }

    /** Sends a request and waits for the result; requests of the server are answered meanwhile. */
    public JsonObject request(String method, JsonObject params) throws IOException, InterruptedException {
        return request(method, params, Map.of(), _ -> {});
    }

    /**
     * As {@link #request(String, JsonObject)}.
     *
     * @param mirrored headers that repeat arguments
     * @param progress receives the progress reports of the server
     */
    public JsonObject request(
            String method, JsonObject params, Map<String, String> mirrored, Consumer<JsonObject> progress)
            throws IOException, InterruptedException {
        boolean stateless = agreement().stateless();
        JsonObject result;
        try {
            result = once(method, stateless ? withIdentity(params) : params, mirrored, setup.timeout(), progress);
        } catch (RpcError e) {
            throw e.code() == RpcError.PAGES_REQUIRED ? afterPages(e) : e;
        }
        for (int round = 0; stateless && "input_required".equals(result.get("resultType")); round++) {
            if (round == MOST_ROUNDS) {
                throw new IOException("the server asked for input more than " + MOST_ROUNDS + " times");
            }
            result = once(method, withIdentity(answered(params, result)), mirrored, setup.timeout(), progress);
        }
        return result;
    }

    /** Shows the pages that must be opened first. The request is not repeated: the model decides that. */
    private RpcError afterPages(RpcError refused) throws RpcError, InterruptedException {
        var pages = refused.data().objects("elicitations");
        boolean opened = !pages.isEmpty() && pages.size() <= MOST_PAGES;
        for (int i = 0; opened && i < pages.size(); i++) {
            var answer = answer("elicitation/create", pages.get(i).with("mode", "url"));
            opened = "accept".equals(answer.get("action"));
        }
        return new RpcError(
                refused.code(),
                refused.getMessage()
                        + (opened
                                ? " (the user has opened it; call the tool again)"
                                : " (the user did not open the pages that the server requires)"),
                refused.data());
    }

    /** The same request with the input that the server requires. */
    private JsonObject answered(JsonObject params, JsonObject wanted) throws IOException, InterruptedException {
        var next = params;
        if (wanted.get("inputRequests") instanceof JsonObject requests) {
            if (requests.names().size() > MOST_ASKED) {
                throw new IOException("the server asked for more than " + MOST_ASKED + " inputs at a time");
            }
            var responses = JsonObject.empty();
            for (var id : requests.names()) {
                var one = requests.object(id);
                responses = responses.with(id, answer(one.string("method", ""), one.object("params")));
            }
            next = next.with("inputResponses", responses);
        }
        var state = wanted.string("requestState");
        return next.given("requestState", state);
    }

    private JsonObject withIdentity(JsonObject params) {
        return withIdentity(params, Versions.STATELESS);
    }

    JsonObject withIdentity(JsonObject params, String version) {
        var meta = params.object("_meta")
                .with("io.modelcontextprotocol/protocolVersion", version)
                .with("io.modelcontextprotocol/clientInfo", setup.identity())
                .with(
                        "io.modelcontextprotocol/clientCapabilities",
                        setup.answers().capabilities());
        return params.with("_meta", meta);
    }

    /** One request and its answer. */
    JsonObject once(
            String method,
            JsonObject params,
            Map<String, String> mirrored,
            Duration limit,
            Consumer<JsonObject> progress)
            throws IOException, InterruptedException {
        long id = ids.incrementAndGet();
        var one = new PendingRequest(limit, progress);
        waiting.put(id, one);
        try {
            var why = closed;
            if (why != null) {
                throw new Closed(why);
            }
            var asked = method.equals("tools/call") ? withToken(params, id) : params;
            var message = JsonObject.of("jsonrpc", "2.0", "id", id).with("method", method);
            transport.send(asked.isEmpty() ? message : message.with("params", asked), mirrored);
            return one.await(() -> dialogs.get() > 0);
        } catch (InterruptedException e) {
            cancel(id, method, "the user aborted it");
            throw e;
        } catch (TimeoutException e) {
            cancel(id, method, "it took too long");
            throw new IOException("it did not answer " + method + " within " + seconds(limit)
                    + " (the setting timeout of the server)");
        } finally {
            waiting.remove(id);
        }
    }

    private static JsonObject withToken(JsonObject params, long id) {
        return params.with("_meta", params.object("_meta").with("progressToken", id));
    }

    private static String seconds(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    private void cancel(long id, String method, String reason) {
        if (transport.forget(id) || method.equals("initialize")) {
            return;
        }
        // A caller that gave up the request does not wait until the server is notified.
        Thread.ofVirtual().name("mcp cancel").start(() -> {
            try {
                send(JsonObject.of("jsonrpc", "2.0", "method", "notifications/cancelled")
                        .with("params", JsonObject.of("requestId", id, "reason", reason)));
            } catch (IOException e) {
                // The connection has ended, and so has the request.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    void send(JsonObject message) throws IOException, InterruptedException {
        transport.send(message);
    }

    Transport transport() {
        return transport;
    }

    private void received(JsonObject message) {
        var method = message.string("method");
        if (method == null) {
            answered(message);
        } else if (message.has("id")) {
            requested(method, message);
        } else {
            notified(method, message);
        }
    }

    private void answered(JsonObject message) {
        var one = message.get("id") instanceof Long id ? waiting.get(id) : null;
        if (one == null) {
            return;
        }
        if (message.get("error") instanceof JsonObject error) {
            one.failed(RpcError.of(error));
        } else {
            one.answered(message.object("result"));
        }
    }

    private void notified(String method, JsonObject message) {
        if (method.equals("notifications/progress")) {
            var params = message.object("params");
            var one = params.get("progressToken") instanceof Long id ? waiting.get(id) : null;
            if (one != null) {
                one.progressed(params);
            }
            return;
        }
        setup.notices().accept(message);
    }

    /** Answers a request of the server on a thread of its own, because the user may have to answer it. */
    private void requested(String method, JsonObject message) {
        if (!asked.tryAcquire()) {
            respond(message, new RpcError(-32000, "too many requests at a time", JsonObject.empty()));
            return;
        }
        Thread.ofVirtual().name("mcp answer").start(() -> {
            try {
                var result = method.equals("ping") ? JsonObject.empty() : answer(method, message.object("params"));
                respond(message, result);
            } catch (RpcError e) {
                respond(message, e);
            } catch (RuntimeException e) {
                respond(
                        message,
                        new RpcError(RpcError.INTERNAL, "the question could not be shown", JsonObject.empty()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                asked.release();
            }
        });
    }

    /** No request times out while the user is asked. */
    private JsonObject answer(String method, JsonObject params) throws RpcError, InterruptedException {
        dialogs.incrementAndGet();
        try {
            return setup.answers().answer(method, params);
        } finally {
            dialogs.decrementAndGet();
        }
    }

    private void respond(JsonObject to, Object with) {
        var answer = JsonObject.of("jsonrpc", "2.0", "id", to.get("id"));
        answer = with instanceof RpcError error
                ? answer.with(
                        "error", JsonObject.of("code", error.code(), "message", String.valueOf(error.getMessage())))
                : answer.with("result", with);
        try {
            send(answer);
        } catch (IOException e) {
            // The server has ended, so the answer is not needed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(String why) {
        if (closed != null) {
            return;
        }
        closed = why;
        waiting.values().forEach(one -> one.failed(new Closed(why)));
        onClose.accept(why);
    }

    @Override
    public void close() {
        onClose = _ -> {};
        end("it was closed");
        transport.close();
    }

    /** One request that waits for its answer; progress restarts its time limit. */
    private static final class PendingRequest {
        private final CompletableFuture<JsonObject> answer = new CompletableFuture<>();
        private final long limit;
        private final Consumer<JsonObject> progress;
        private volatile long since = System.nanoTime();

        /** @param limit zero waits as long as it takes */
        PendingRequest(Duration limit, Consumer<JsonObject> progress) {
            this.limit = limit.toNanos();
            this.progress = progress;
        }

        void answered(JsonObject result) {
            answer.complete(result);
        }

        void failed(IOException why) {
            answer.completeExceptionally(why);
        }

        void progressed(JsonObject params) {
            since = System.nanoTime();
            progress.accept(params);
        }

        /**
         * Waits for the answer.
         *
         * @param paused whether the time limit is paused, because the user is being asked
         */
        JsonObject await(BooleanSupplier paused) throws IOException, InterruptedException, TimeoutException {
            while (true) {
                if (paused.getAsBoolean()) {
                    since = System.nanoTime();
                }
                long left = limit == 0 ? Long.MAX_VALUE : limit - (System.nanoTime() - since);
                if (left <= 0) {
                    throw new TimeoutException();
                }
                try {
                    return answer.get(left, TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    // There may have been progress meanwhile.
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof IOException failure) {
                        throw failure;
                    }
                    throw new IOException(e.getCause());
                }
            }
        }
    }
}
