package dev.pawl.bench;

import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Exchange;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.base.net.Network;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

/**
 * Many answers at once in one process, and how soon a request is there.
 *
 * <p>{@code ManyStreams serve} plays a model and prints its models.json; {@code ManyStreams ask FOLDER COUNT} asks the
 * model of that folder's models.json so many times at once, and prints what it took.
 */
public final class ManyStreams {
    private static final String API = "openai-completions";

    private ManyStreams() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("serve")) {
            serve();
        } else {
            ask(Path.of(args[1]), Integer.parseInt(args[2]));
        }
    }

    private static void serve() throws InterruptedException {
        var slow = Script.Turn.text("word ".repeat(60)).chunk(5).paced(50);
        try (var model = ScriptedModel.playing(
                Script.of().aside("quick", Script.Turn.text("ok")).endingWith(slow))) {
            System.out.println(model.modelsJson(API));
            Thread.sleep(Duration.ofMinutes(10));
        }
    }

    private static void ask(Path folder, int count) throws Exception {
        try (var open = new OpenModels(
                ModelsSetup.of(folder, Map.of()), CallSettings.standard(), Network.direct(), Duration.ZERO)) {
            System.out.printf(
                    "request sent and status back after %.2f ms (median of 200, warm)%n", overhead(open, 200));
            long before = resident();
            var begun = new CountDownLatch(count);
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < count; i++) {
                threads.add(Thread.startVirtualThread(() -> stream(open, begun)));
            }
            begun.await();
            System.out.printf("%d streams at once: %d MB resident, %d MB before%n", count, resident(), before);
            for (var thread : threads) {
                thread.join();
            }
            System.out.printf("all answered: %d MB resident%n", resident());
        }
    }

    private static void stream(OpenModels open, CountDownLatch begun) {
        try {
            var model = Objects.requireNonNull(open.models().find("scripted", ScriptedModel.MODEL));
            var answer = open.models().stream(model, ModelRequest.of(List.of(Message.user("slow", 0))), event -> {
                if (event instanceof ModelEvent.Started) {
                    begun.countDown();
                }
            });
            if (answer.errorMessage() != null) {
                System.out.println(answer.errorMessage());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From the call until the provider has answered with its status: more than until the first byte was sent. */
    private static double overhead(OpenModels open, int times) throws InterruptedException {
        var model = Objects.requireNonNull(open.models().find("scripted", ScriptedModel.MODEL));
        var nanos = new long[times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            long[] sent = new long[1];
            open.models().stream(
                    model,
                    ModelRequest.of(List.of(Message.user("quick " + "x".repeat(10_000), 0))),
                    new Exchange() {
                        @Override
                        public void response(int status, Map<String, String> headers) {
                            sent[0] = System.nanoTime();
                        }
                    },
                    _ -> {});
            nanos[i] = sent[0] - start;
        }
        Arrays.sort(nanos);
        return nanos[times / 2] / 1e6;
    }

    static long resident() throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        return -1;
    }
}
