package dev.pawl.app.training;

import dev.pawl.api.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A model service on the loopback interface that answers each request with the next one of its recorded answers. */
public final class CannedModel implements AutoCloseable {
    /** The languages in which there are recorded answers. */
    public static final List<String> APIS =
            List.of("anthropic-messages", "openai-responses", "google-generative-ai", "openai-completions");

    /** Stands between two answers in a file. */
    public static final String NEXT = "-----\n";

    private static final String LENGTH = "content-length:";

    private final String api;
    private final Queue<String> answers;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Listens at once, on a port of its own. */
    public CannedModel(String api) throws IOException {
        this.api = api;
        this.answers = new ConcurrentLinkedQueue<>(List.of(recorded(api).split(NEXT)));
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("canned model").start(this::listen);
    }

    private static String recorded(String api) throws IOException {
        try (var in = CannedModel.class.getResourceAsStream(api + ".txt")) {
            if (in == null) {
                throw new FileNotFoundException("no answers are recorded for " + api);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A models.json that names this service as the only provider. */
    public JsonObject modelsJson() {
        var url = "http://127.0.0.1:" + server.getLocalPort()
                + switch (api) {
                    case "anthropic-messages" -> "";
                    case "google-generative-ai" -> "/v1beta";
                    default -> "/v1";
                };
        var model = JsonObject.of("id", "canned-1", "reasoning", true).with("input", List.of("text", "image"));
        var provider =
                JsonObject.of("baseUrl", url, "apiKey", "none").with("api", api).with("models", List.of(model));
        return JsonObject.of("providers", JsonObject.of("canned", provider));
    }

    /** Stops listening and closes all connections. */
    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : open) {
            socket.close();
        }
    }

    private void listen() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().name("canned answers").start(() -> serve(socket));
            } catch (IOException e) {
                // Closed, which ends the loop; or a client that left at once.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream());
            while (skipRequest(in)) {
                answer(socket.getOutputStream());
            }
        } catch (IOException e) {
            // The client left.
        } finally {
            open.remove(socket);
        }
    }

    /** Reads a request to its end; false if there is none. */
    private static boolean skipRequest(InputStream in) throws IOException {
        int length = 0;
        var line = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b != '\n') {
                line.append((char) b);
                continue;
            }
            var header = line.toString().strip().toLowerCase(Locale.ROOT);
            if (header.isEmpty()) {
                in.skipNBytes(length);
                return true;
            }
            if (header.startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
            line.setLength(0);
        }
        return false;
    }

    /** Sends the next answer, one event a chunk. */
    private void answer(OutputStream out) throws IOException {
        var answer = answers.poll();
        if (answer == null) {
            write(out, "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
            return;
        }
        write(out, "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
        for (var event : answer.split("(?<=\n\n)")) {
            int size = event.getBytes(StandardCharsets.UTF_8).length;
            write(out, Integer.toHexString(size) + "\r\n" + event + "\r\n");
        }
        write(out, "0\r\n\r\n");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
