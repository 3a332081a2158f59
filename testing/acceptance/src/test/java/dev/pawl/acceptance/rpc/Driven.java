package dev.pawl.acceptance.rpc;

import dev.pawl.acceptance.driven.DrivenHome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.RpcClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The program in RPC mode, with a scripted model, hooks of the test's own and a client that drives it. */
final class Driven extends DrivenHome<Driven> {
    private final List<JsonObject> events = Collections.synchronizedList(new ArrayList<>());

    private @Nullable Process process;
    private @Nullable RpcClient client;

    private Driven(Path root, Script script) throws IOException {
        super(root, script);
    }

    static Driven in(Path root, Script.Turn... turns) throws IOException {
        return in(root, Script.of(turns));
    }

    static Driven in(Path root, Script script) throws IOException {
        return new Driven(root, script);
    }

    Driven start(String... more) throws IOException {
        var args = new ArrayList<>(List.of("--model", "scripted/" + ScriptedModel.MODEL));
        args.addAll(List.of(more));
        return startWith(args.toArray(String[]::new));
    }

    /** Starts it once more, inside the test, after its end: what came before is forgotten. */
    Driven restarted(String... more) throws IOException {
        if (client != null) {
            client.close();
            client = null;
        }
        events.clear();
        asThread().start(more).client();
        return this;
    }

    /** Starts it without naming a model. */
    Driven startWith(String... given) throws IOException {
        var args = new ArrayList<>(List.of("--mode", "rpc"));
        args.addAll(List.of(given));
        started(begin(args));
        return this;
    }

    /** Ends with this a process that was started in another way. */
    Process started(Process begun) {
        process = begun;
        return begun;
    }

    /** The client; without it the test itself talks to the process. */
    RpcClient client() {
        if (client == null) {
            client = RpcClient.of(process());
            client.onEvent(events::add);
        }
        return client;
    }

    Process process() {
        return Objects.requireNonNull(process, "not started");
    }

    /** What came besides answers. */
    List<JsonObject> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    List<String> types() {
        return events().stream().map(event -> event.string("type", "")).toList();
    }

    JsonObject await(Predicate<JsonObject> wanted) throws InterruptedException {
        return Await.value(
                        "the event comes",
                        this::events,
                        events -> events.stream().anyMatch(wanted))
                .stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    JsonObject await(String type) throws InterruptedException {
        return await(event -> type.equals(event.string("type")));
    }

    /** Sends these bytes, closes the input and returns all that came. */
    List<JsonObject> talk(byte[] in) throws IOException, InterruptedException {
        var writer = Thread.startVirtualThread(() -> {
            try (var out = process().getOutputStream()) {
                out.write(in);
            } catch (IOException e) {
                // What came says why.
            }
        });
        var text = new String(process().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        writer.join();
        return text.isEmpty()
                ? List.of()
                : List.of(text.split("\n")).stream().map(JsonObject::parse).toList();
    }

    List<JsonObject> talk(String in) throws IOException, InterruptedException {
        return talk(in.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        if (process != null) {
            process.destroyForcibly();
        }
        super.close();
    }
}
