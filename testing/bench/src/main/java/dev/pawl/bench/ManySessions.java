package dev.pawl.bench;

import dev.pawl.agent.Pawl;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.HookPoints;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Thousands of sessions in one process, each in the middle of a turn, and how many short ones it finishes in a second.
 *
 * <p>{@code ManySessions serve COUNT} plays a model that stalls until COUNT answers are under way and prints its
 * models.json; {@code ManySessions run FOLDER COUNT [SHORT]} has COUNT sessions ask the model of that folder, and SHORT
 * ones after them, 5,000 unless it is named.
 */
public final class ManySessions {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

    private ManySessions() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 1 && args[0].equals("serve")) {
            serve(Integer.parseInt(args[1]));
        } else {
            run(Path.of(args[1]), Integer.parseInt(args[2]), args.length > 3 ? Integer.parseInt(args[3]) : 5_000);
        }
    }

    private static void run(Path home, int count, int quick) throws Exception {
        try (var pawl = Pawl.with(Map.of("HOME", home.toString()))) {
            long before = ManyStreams.resident();
            var begun = new CountDownLatch(count);
            var failed = new AtomicInteger();
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < count; i++) {
                threads.add(Thread.startVirtualThread(() -> session(pawl, home, "stall", begun, failed)));
            }
            begun.await();
            System.out.printf(
                    "%d sessions in the middle of a turn: %d MB resident, %d before%n",
                    count, ManyStreams.resident(), before);
            join(threads);
            System.out.printf(
                    "all finished, %d of them without an answer: %d MB resident%n",
                    failed.get(), ManyStreams.resident());
            if (quick > 0) {
                throughput(pawl, home, quick);
            }
        }
    }

    private static void throughput(Pawl pawl, Path home, int count) throws InterruptedException {
        var failed = new AtomicInteger();
        long start = System.nanoTime();
        var threads = new ArrayList<Thread>();
        for (int worker = 0; worker < 64; worker++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int i = 0; i < count / 64; i++) {
                    session(pawl, home, "quick", new CountDownLatch(1), failed);
                }
            }));
        }
        join(threads);
        System.out.printf(
                "%.0f short sessions in a second, 64 at a time (%d failed)%n",
                count / 64 * 64 / ((System.nanoTime() - start) / 1e9), failed.get());
    }

    private static void session(Pawl pawl, Path home, String prompt, CountDownLatch begun, AtomicInteger failed) {
        try (var agent = pawl.agent(home)
                .model("bench/stalled")
                .hook(pi -> pi.on(HookPoints.TOOL_CALL, (call, _) -> call.allow()))
                .listener(event -> {
                    if (event instanceof AgentEvent.MessageGrew) {
                        begun.countDown();
                    }
                })
                .start()) {
            agent.prompt(prompt);
            if (agent.lastText() == null) {
                failed.incrementAndGet();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (failed.getAndIncrement() == 0) {
                System.out.println("failed: " + e);
            }
        }
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (var thread : threads) {
            thread.join();
        }
    }

    private static void serve(int count) throws IOException {
        var stalled = new CountDownLatch(count);
        try (var server = new ServerSocket(0, 10_000, InetAddress.getLoopbackAddress())) {
            System.out.printf(
                    "{\"providers\":{\"bench\":{\"baseUrl\":\"http://127.0.0.1:%d/v1\",\"api\":\"openai-completions\","
                            + "\"apiKey\":\"none\",\"models\":[{\"id\":\"stalled\"}]}}}%n",
                    server.getLocalPort());
            while (true) {
                var socket = server.accept();
                Thread.startVirtualThread(() -> answer(socket, stalled));
            }
        }
    }

    /** One connection: a request, the beginning of an answer, and its end when all are that far. */
    private static void answer(Socket socket, CountDownLatch stalled) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            var out = socket.getOutputStream();
            while (true) {
                var body = body(in);
                if (body == null) {
                    return;
                }
                out.write(bytes(HEAD + chunk("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Well\"}}]}")));
                out.flush();
                if (body.contains("\"stall\"")) {
                    stalled.countDown();
                    stalled.await();
                    // Long enough to be looked at.
                    Thread.sleep(2_000);
                }
                out.write(bytes(chunk("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}")
                        + chunk("[DONE]") + "0\r\n\r\n"));
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // The client is gone.
        }
    }

    private static String chunk(String data) {
        var event = "data: " + data + "\n\n";
        return Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static @org.jspecify.annotations.Nullable String body(BufferedInputStream in) throws IOException {
        int length = 0;
        var line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                return null;
            }
            if (c != '\n') {
                line.append((char) c);
                continue;
            }
            var header = line.toString().strip().toLowerCase(java.util.Locale.ROOT);
            line.setLength(0);
            if (header.startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            } else if (header.isEmpty()) {
                return new String(in.readNBytes(length), StandardCharsets.UTF_8);
            }
        }
    }
}
