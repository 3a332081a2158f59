package dev.pawl.ai;

import dev.pawl.api.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.zip.CRC32;

/** A server on this machine that answers paths with recorded responses, and remembers what it was sent. */
public final class FakeCloud implements AutoCloseable {
    /** A request; header names are in lower case. */
    public record Request(String method, String path, Map<String, String> headers, String body) {
        public JsonObject json() {
            return JsonObject.parse(body);
        }

        /** The fields of a form, or of the query. */
        public Map<String, String> form() {
            return fields(body);
        }
    }

    public static final class Answer {
        private final int status;
        private final String type;
        private final byte[] body;

        public Answer(int status, String type, byte[] body) {
            this.status = status;
            this.type = type;
            this.body = body.clone();
        }

        public static Answer json(String body) {
            return new Answer(200, "application/json", body.getBytes(StandardCharsets.UTF_8));
        }

        public static Answer json(int status, String body) {
            return new Answer(status, "application/json", body.getBytes(StandardCharsets.UTF_8));
        }

        public static Answer stream(String body) {
            return new Answer(200, "text/event-stream", body.getBytes(StandardCharsets.UTF_8));
        }
    }

    private final ServerSocket socket;
    private final Map<String, Function<Request, Answer>> paths = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    public FakeCloud() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("fake cloud").start(this::listen);
    }

    public String address() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    public FakeCloud at(String path, Function<Request, Answer> answer) {
        paths.put(path, answer);
        return this;
    }

    public List<Request> requests() {
        return requests;
    }

    public Request last() {
        return requests.getLast();
    }

    public static Map<String, String> fields(String form) {
        var fields = new HashMap<String, String>();
        for (var pair : form.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return fields;
    }

    /** An event of Amazon's binary streams. */
    public static byte[] frame(String kind, String name, String payload) {
        var headers = new ByteArrayOutputStream();
        header(headers, ":message-type", kind);
        header(headers, kind.equals("event") ? ":event-type" : ":exception-type", name);
        header(headers, ":content-type", "application/json");
        var body = payload.getBytes(StandardCharsets.UTF_8);
        var frame = ByteBuffer.allocate(16 + headers.size() + body.length);
        frame.putInt(frame.capacity()).putInt(headers.size());
        frame.putInt(sum(frame.array(), 8)).put(headers.toByteArray()).put(body);
        frame.putInt(sum(frame.array(), frame.position()));
        return frame.array();
    }

    private static int sum(byte[] bytes, int count) {
        var sum = new CRC32();
        sum.update(bytes, 0, count);
        return (int) sum.getValue();
    }

    private static void header(ByteArrayOutputStream out, String name, String value) {
        out.write(name.length());
        out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        out.write(7);
        out.write(value.length() >> 8);
        out.write(value.length());
        out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private void listen() {
        while (!socket.isClosed()) {
            try {
                var one = socket.accept();
                Thread.ofVirtual().start(() -> serve(one));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            var in = connection.getInputStream();
            var head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            var lines = head.toString().strip().split("\r\n", -1);
            var headers = new HashMap<String, String>();
            for (int i = 1; i < lines.length; i++) {
                int colon = lines[i].indexOf(':');
                headers.put(
                        lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                        lines[i].substring(colon + 1).strip());
            }
            var body = new String(
                    in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0"))),
                    StandardCharsets.UTF_8);
            var words = lines[0].split(" ", -1);
            var request = new Request(words[0], words[1], headers, body);
            requests.add(request);
            var path = words[1].contains("?") ? words[1].substring(0, words[1].indexOf('?')) : words[1];
            var answer = paths.getOrDefault(path, _ -> Answer.json(404, "{\"error\":\"no such path\"}"))
                    .apply(request);
            var out = connection.getOutputStream();
            out.write(("HTTP/1.1 " + answer.status + " OK\r\nContent-Type: " + answer.type + "\r\nContent-Length: "
                            + answer.body.length + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(answer.body);
            out.flush();
        } catch (IOException e) {
            // The other side has left.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
