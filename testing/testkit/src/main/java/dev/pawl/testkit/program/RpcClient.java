package dev.pawl.testkit.program;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.Subscription;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Drives a coding agent that implements pi's RPC protocol on its standard input and output: Pawl or pi.
 *
 * <p>Calls wait for the program's answer. Events are handed to listeners on the thread that reads them, so a listener
 * must not call back; dialogs are answered on threads of their own and may take their time.
 *
 * {@snippet :
 * try (var agent = RpcClient.of(new ProcessBuilder("pawl", "--mode", "rpc").start())) {
 *     agent.promptAndWait("What is in this folder?");
 *     System.out.println(agent.send("get_last_assistant_text").string("text"));
 * }
 * }
 */
public final class RpcClient implements AutoCloseable {
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private final Process process;
    private final OutputStream in;
    private final Map<String, CompletableFuture<JsonObject>> waiting = new ConcurrentHashMap<>();
    private final List<Consumer<JsonObject>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong ids = new AtomicLong();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private volatile Function<JsonObject, JsonObject> dialogs = _ -> JsonObject.of("cancelled", true);

    private RpcClient(Process process) {
        this.process = process;
        this.in = process.getOutputStream();
    }

    /** Talks to a program that was started in RPC mode, with its input and output as pipes. */
    public static RpcClient of(Process process) {
        var client = new RpcClient(process);
        Thread.ofVirtual().name("rpc events").start(() -> client.read(process.getInputStream()));
        return client;
    }

    /** Adds a listener for every event, and of what hooks show. */
    public Subscription onEvent(Consumer<JsonObject> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /**
     * Answers the dialogs of hooks; until a handler is set, they are cancelled.
     *
     * @param answers gets the request and returns {@code value}, {@code confirmed} or {@code cancelled}
     */
    public void onDialog(Function<JsonObject, JsonObject> answers) {
        dialogs = answers;
    }

    /** Sends a command without fields and waits for what it answers. */
    public JsonObject send(String type) throws InterruptedException {
        return send(type, JsonObject.empty());
    }

    /**
     * Sends a command and waits for what it answers.
     *
     * @return its data, empty if it has none
     * @throws RpcFailure if it was refused, or the program ended
     */
    public JsonObject send(String type, JsonObject fields) throws InterruptedException {
        var response = response(type, fields);
        if (!response.bool("success", false)) {
            throw new RpcFailure(type + ": " + response.string("error", "failed without a reason"));
        }
        return response.object("data");
    }

    /** Sends a command and waits for the whole answer, whether it succeeded or not. */
    public JsonObject response(String type, JsonObject fields) throws InterruptedException {
        var id = "c" + ids.incrementAndGet();
        var answer = new CompletableFuture<JsonObject>();
        waiting.put(id, answer);
        try {
            write(JsonObject.of("id", id, "type", type).with(fields));
            return awaited(answer, type + ": the program ended before it answered");
        } catch (IOException e) {
            throw new RpcFailure(type + ": the program reads no more (" + e.getMessage() + ")");
        } finally {
            waiting.remove(id);
        }
    }

    /** Sends a prompt; what follows is reported by events. */
    public void prompt(String message) throws InterruptedException {
        send("prompt", JsonObject.of("message", message));
    }

    /** Sends a prompt and waits until the agent has settled; returns the events until then. */
    public List<JsonObject> promptAndWait(String message) throws InterruptedException {
        var events = new ArrayList<JsonObject>();
        var settled = new CompletableFuture<JsonObject>();
        try (var _ = onEvent(event -> {
            synchronized (events) {
                events.add(event);
            }
            if ("agent_settled".equals(event.string("type"))) {
                settled.complete(event);
            }
        })) {
            prompt(message);
            awaited(settled, "prompt: the program ended before it was done");
        }
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    /** Waits until there is a value; fails with these words if the program ends before. */
    private <T> T awaited(CompletableFuture<T> value, String failure) throws InterruptedException {
        try {
            CompletableFuture.anyOf(value, ended).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        if (!value.isDone()) {
            throw new RpcFailure(failure);
        }
        return value.resultNow();
    }

    public void steer(String message) throws InterruptedException {
        send("steer", JsonObject.of("message", message));
    }

    public void followUp(String message) throws InterruptedException {
        send("follow_up", JsonObject.of("message", message));
    }

    /** Ends what the agent is doing and waits for its end. */
    public void abort() throws InterruptedException {
        send("abort");
    }

    /** What the agent is up to: model, session, queue. */
    public JsonObject state() throws InterruptedException {
        return send("get_state");
    }

    /** Sends a record as it is, such as an answer to a dialog. */
    public void write(JsonObject json) throws IOException {
        var utf8 = Json.writeUtf8(json);
        var line = Arrays.copyOf(utf8, utf8.length + 1);
        line[utf8.length] = '\n';
        synchronized (in) {
            in.write(line);
            in.flush();
        }
    }

    /** Closes the program's input, and waits for its end; one that stays is ended. */
    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            // It reads no more anyway.
        }
        try {
            if (!process.waitFor(LEAVING.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void read(InputStream out) {
        var lines = new JsonLines(out);
        try {
            for (var line = lines.next(); line != null; line = lines.next()) {
                take(line);
            }
        } catch (IOException e) {
            // The program is gone.
        } finally {
            ended.complete(true);
        }
    }

    private void take(byte[] line) {
        JsonObject json;
        try {
            json = JsonObject.parse(line);
        } catch (IllegalArgumentException e) {
            // Something else that the program printed.
            return;
        }
        var type = json.string("type", "");
        var waiter = type.equals("response") ? waiter(json) : null;
        if (waiter != null) {
            waiter.complete(json);
            return;
        }
        listeners.forEach(listener -> listener.accept(json));
        if (type.equals("extension_ui_request") && isDialog(json.string("method", ""))) {
            Thread.startVirtualThread(() -> answer(json));
        }
    }

    private @Nullable CompletableFuture<JsonObject> waiter(JsonObject response) {
        var id = response.string("id");
        return id == null ? null : waiting.remove(id);
    }

    private static boolean isDialog(String method) {
        return List.of("select", "confirm", "input", "editor").contains(method);
    }

    private void answer(JsonObject request) {
        var answer = dialogs.apply(request);
        try {
            write(JsonObject.of("type", "extension_ui_response", "id", request.get("id"))
                    .with(answer));
        } catch (IOException e) {
            // No caller waits for it any more.
        }
    }
}
