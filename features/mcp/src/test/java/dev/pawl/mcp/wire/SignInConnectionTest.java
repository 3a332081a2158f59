package dev.pawl.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Patience;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server may close a connection while a user signs in, so none from before is used after it. */
class SignInConnectionTest {
    private static final String ANSWER = """
        {"jsonrpc":"2.0","id":1,"result":{"answered":true}}\
        """;

    private final AtomicInteger connections = new AtomicInteger();
    private final Map<String, Integer> connectionOf = new ConcurrentHashMap<>();

    @AutoClose
    private ServerSocket server;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    var socket = server.accept();
                    int number = connections.incrementAndGet();
                    Thread.ofVirtual().start(() -> serve(socket, number));
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
    }

    @Test
    void the_request_after_a_sign_in_does_not_use_a_connection_from_before() throws Exception {
        var result = new CompletableFuture<JsonObject>();
        try (var transport = new StreamableHttp(
                URI.create("http://127.0.0.1:" + server.getLocalPort() + "/mcp"), Map.of(), new SignedInLater())) {
            transport.open(new Transport.Listener() {
                @Override
                public void message(JsonObject message) {
                    result.complete(message);
                }

                @Override
                public void failed(Object id, IOException why) {
                    result.completeExceptionally(why);
                }

                @Override
                public void closed(String why) {}
            });
            transport.send(JsonObject.of("id", 1, "method", "tools/call"));
            assertThat(result.get(Patience.SECONDS, TimeUnit.SECONDS)
                            .object("result")
                            .bool("answered", false))
                    .isTrue();
            assertThat(connectionOf.get("after")).isGreaterThan(connectionOf.get("before"));
        }
    }

    /** Answers every request, and notes over which connection it came. */
    private void serve(Socket socket, int number) {
        try (socket) {
            var in = socket.getInputStream();
            while (true) {
                boolean signedIn = readRequest(in).contains("Bearer new");
                connectionOf.put(signedIn ? "after" : "before", number);
                var body = signedIn ? ANSWER : "{\"error\":\"sign in first\"}";
                socket.getOutputStream()
                        .write(("HTTP/1.1 " + (signedIn ? "200 OK" : "401 Unauthorized")
                                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                                        + "\r\n\r\n" + body)
                                .getBytes(UTF_8));
            }
        } catch (IOException e) {
            // The client closed it.
        }
    }

    private static String readRequest(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.append((char) next);
        }
        var length = head.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
        in.readNBytes(Integer.parseInt(length));
        return head.toString();
    }

    private static final class SignedInLater implements Authorizer {
        private volatile @Nullable String token;

        @Override
        public @Nullable String token() {
            return token;
        }

        @Override
        public boolean refused(int status, String challenge, @Nullable String used) {
            token = "new";
            return true;
        }
    }
}
