package dev.pawl.app;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Streams;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The program inside the test, driven by lines of JSON; closing it ends its input and waits for its end. */
final class InnerRpc implements AutoCloseable {
    private static final String SETTLED = "\"agent_settled\"";
    private static final Set<String> DIALOGS = Set.of("select", "confirm", "input");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PipedOutputStream feed = new PipedOutputStream();
    private final CompletableFuture<Integer> run = new CompletableFuture<>();

    InnerRpc(TestProgram program, String... more) throws IOException {
        var in = new PipedInputStream(feed, 1 << 16);
        var args = new ArrayList<>(List.of("--mode", "rpc"));
        args.addAll(List.of(more));
        var streams = new Streams(
                in,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        Thread.ofPlatform().daemon().name("program").start(() -> {
            try {
                run.complete(Invocation.run(args, program.places().leavingBy(run::complete), streams));
            } catch (Exception | Error e) {
                run.completeExceptionally(e);
            }
        });
    }

    void send(String line) throws IOException {
        feed.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        feed.flush();
    }

    /** Sends a prompt and waits until the agent has settled. */
    void prompt(String message) throws IOException, InterruptedException {
        int before =
                (int) lines().stream().filter(line -> line.contains(SETTLED)).count();
        send(JsonObject.of("type", "prompt", "message", message).toString());
        await(SETTLED, before + 1);
    }

    /** Waits until a text came in so many lines. */
    void await(String text, int times) throws InterruptedException {
        Await.until(text + " has come " + times + " times", this::written, () -> {
            boolean ended = run.isDone();
            boolean came = lines().stream().filter(line -> line.contains(text)).count() >= times;
            if (ended && !came) {
                throw new AssertionError("it ended, and " + text + " did not come " + times + " times:\n" + written());
            }
            return came;
        });
    }

    private String written() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    /** Waits until a program has written a line into a file, and returns it. */
    static String awaitFile(Path file) throws IOException, InterruptedException {
        return Await.value(
                        "a line is in " + file,
                        () -> Files.exists(file) ? Files.readString(file) : null,
                        text -> text.endsWith("\n"))
                .strip();
    }

    /** Leaves the last dialog unanswered on purpose. */
    void refuse() throws IOException {
        answer(JsonObject.of("cancelled", true));
    }

    /** Answers the last dialog. */
    void answer(JsonObject answer) throws IOException {
        send(answer.with("type", "extension_ui_response")
                .with("id", dialogs().getLast().string("id"))
                .toString());
    }

    /** All dialogs that came so far. */
    List<JsonObject> dialogs() {
        return lines().stream()
                .map(JsonObject::parse)
                .filter(line -> DIALOGS.contains(line.string("method", "")))
                .toList();
    }

    private List<String> lines() {
        var text = out.toString(StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** All that it printed so far, errors included. */
    String printed() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        feed.close();
        run.orTimeout(Patience.SECONDS, TimeUnit.SECONDS).join();
    }
}
