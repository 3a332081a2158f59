package dev.pawl.acceptance.driven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The program that speaks JSON-RPC over its standard streams, with a client that sees every line. */
public abstract class JsonRpcProgram<T extends JsonRpcProgram<T>> extends DrivenHome<T> {
    private final List<JsonObject> lines = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private @Nullable Process process;

    protected JsonRpcProgram(Path root, Script script) throws IOException {
        super(root, script);
    }

    /** A line came that is not a message. */
    protected abstract void junk(String line);

    /** A message came; requests of the program are answered here. */
    protected abstract void came(JsonObject message) throws IOException;

    protected final T start(List<String> first, String... more) throws IOException {
        var args = new ArrayList<>(first);
        args.addAll(List.of(more));
        return started(begin(args));
    }

    /** Reads what a process sends that was started in another way. */
    public final T started(Process begun) {
        process = begun;
        Thread.ofVirtual().start(this::read);
        return self();
    }

    public final JsonObject result(String method, JsonObject params) throws Exception {
        var answer = ask(method, params).get(Patience.SECONDS, TimeUnit.SECONDS);
        assertThat(answer.has("error")).as(answer.toString()).isFalse();
        return answer.object("result");
    }

    public final JsonObject error(String method, JsonObject params) throws Exception {
        var answer = ask(method, params).get(Patience.SECONDS, TimeUnit.SECONDS);
        assertThat(answer.has("error")).as(answer.toString()).isTrue();
        return answer.object("error");
    }

    public final CompletableFuture<JsonObject> ask(String method, JsonObject params) throws IOException {
        int id = ids.incrementAndGet();
        var answer = new CompletableFuture<JsonObject>();
        asks(id, method);
        answers.put(id, answer);
        send(JsonObject.of("jsonrpc", "2.0", "id", id).with("method", method).with("params", params));
        return answer;
    }

    /** A request with this id is about to be sent. */
    protected void asks(int id, String method) {}

    /** The id of the request that was asked last. */
    public final int lastId() {
        return ids.get();
    }

    public final void tell(String method, JsonObject params) throws IOException {
        send(JsonObject.of("jsonrpc", "2.0", "method", method).with("params", params));
    }

    public final void send(JsonObject message) throws IOException {
        send(message.toString());
    }

    public final synchronized void send(String line) throws IOException {
        var out = process().getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    public final Process process() {
        return Objects.requireNonNull(process, "not started");
    }

    private void read() {
        try {
            var in = new JsonLines(process().getInputStream());
            for (var line = in.next(); line != null; line = in.next()) {
                try {
                    take(JsonObject.parse(line));
                } catch (IllegalArgumentException e) {
                    junk(new String(line, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // The process has ended.
        }
        answers.values().forEach(answer -> answer.completeExceptionally(new IOException("the program has ended")));
    }

    private void take(JsonObject message) throws IOException {
        lines.add(message);
        came(message);
        var answer = message.has("method") ? null : answers.remove(message.integer("id", -1));
        if (answer != null) {
            answer.complete(message);
        }
    }

    /** All that came so far. */
    public final List<JsonObject> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** The parameters of the messages of the program by that method. */
    public final List<JsonObject> received(String method) {
        return lines().stream()
                .filter(line -> method.equals(line.string("method")))
                .map(line -> line.object("params"))
                .toList();
    }

    public final void await(Predicate<T> condition) throws InterruptedException {
        Await.until("it comes", this::lines, () -> condition.test(self()));
    }

    /** Ends it as a client does, and returns its exit code. */
    public final int end() throws Exception {
        process().getOutputStream().close();
        return process().waitFor();
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
        super.close();
    }
}
