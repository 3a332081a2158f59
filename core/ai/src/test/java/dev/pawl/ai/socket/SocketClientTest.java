package dev.pawl.ai.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests over sockets, against servers that say what a test makes them say. */
class SocketClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(Patience.SECONDS);

    private static SSLContext none() {
        throw new AssertionError("nothing is encrypted here");
    }

    /** What a server does with one connection. */
    private interface Talk {
        void with(Server server, InputStream in, Socket socket) throws IOException;
    }

    private static final class Server implements AutoCloseable {
        private final ServerSocket socket;
        final List<String> requests = new CopyOnWriteArrayList<>();
        final AtomicInteger connections = new AtomicInteger();

        Server(ServerSocket socket, Talk talk) {
            this.socket = socket;
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        var connection = socket.accept();
                        connections.incrementAndGet();
                        Thread.ofVirtual().start(() -> {
                            try (connection) {
                                talk.with(this, new BufferedInputStream(connection.getInputStream()), connection);
                            } catch (IOException e) {
                                // The client had enough.
                            }
                        });
                    }
                } catch (IOException e) {
                    // The test is over.
                }
            });
        }

        static Server of(Talk talk) throws IOException {
            return new Server(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), talk);
        }

        /** Reads one request, head and body; false if there is none. */
        boolean take(InputStream in) throws IOException {
            var head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = in.read();
                if (c < 0) {
                    return false;
                }
                head.append((char) c);
            }
            int at = head.indexOf("content-length: ");
            int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r", at)));
            requests.add(head + new String(in.readNBytes(length), UTF_8));
            return true;
        }

        int port() {
            return socket.getLocalPort();
        }

        Route route() {
            return new Route(URI.create("http://127.0.0.1:" + port() + "/v1/x?a=b"), null, null);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
        socket.getOutputStream().flush();
    }

    private static String post(SocketClient client, Route route) throws IOException, InterruptedException {
        var response = client.send(route, Map.of("x-a", "b"), "{}".getBytes(UTF_8), PATIENCE);
        try (var body = response.body()) {
            return response.status() + " " + body.text(1 << 20, PATIENCE);
        }
    }

    @Test
    void a_request_says_what_it_is_and_headers_that_frame_it_are_its_own() throws Exception {
        try (var server = Server.of((me, in, socket) -> {
                    me.take(in);
                    write(socket, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
                });
                var client = new SocketClient(SocketClientTest::none)) {
            var headers = new LinkedHashMap<String, String>();
            headers.put("Authorization", "Bearer k");
            headers.put("Content-Length", "9000");
            headers.put("Transfer-Encoding", "chunked");
            try (var body = client.send(server.route(), headers, "äß".getBytes(UTF_8), PATIENCE)
                    .body()) {
                assertThat(body.text(100, PATIENCE)).isEqualTo("ok");
            }
            assertThat(server.requests)
                    .containsExactly("POST /v1/x?a=b HTTP/1.1\r\nAuthorization: Bearer k\r\nhost: 127.0.0.1:"
                            + server.port() + "\r\ncontent-length: 4\r\n\r\näß");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 4096})
    void a_chunked_body_is_the_same_in_pieces_of_any_size(int size) throws Exception {
        var answer = """
            HTTP/1.1 103 Early Hints
            link: x

            HTTP/1.1 200 OK
            Transfer-Encoding: chunked
            A: 1
            a: 2

            5
            Hello
            1;why=not
            ,
            b
             wide world
            0
            Trailer: x

            """.replace("\n", "\r\n");
        try (var server = Server.of((me, in, socket) -> {
                    while (me.take(in)) {
                        for (int i = 0; i < answer.length(); i += size) {
                            write(socket, answer.substring(i, Math.min(answer.length(), i + size)));
                        }
                    }
                });
                var client = new SocketClient(SocketClientTest::none)) {
            var first = client.send(server.route(), Map.of(), null, PATIENCE);
            assertThat(first.headers()).containsEntry("a", "1, 2").doesNotContainKey("link");
            assertThat(first.body().text(100, PATIENCE)).isEqualTo("Hello, wide world");
            assertThat(post(client, server.route())).isEqualTo("200 Hello, wide world");
            assertThat(server.connections).hasValue(1);
            assertThat(server.requests.getFirst()).startsWith("GET /v1/x?a=b HTTP/1.1\r\n");
        }
    }

    @Test
    void a_body_without_length_ends_with_its_connection() throws Exception {
        try (var server = Server.of((me, in, socket) -> {
                    me.take(in);
                    write(socket, "HTTP/1.1 200 OK\r\n\r\nall ");
                    write(socket, "of it");
                });
                var client = new SocketClient(SocketClientTest::none)) {
            assertThat(post(client, server.route())).isEqualTo("200 all of it");
            assertThat(post(client, server.route())).isEqualTo("200 all of it");
            assertThat(server.connections).hasValue(2);
        }
    }

    @Test
    void a_connection_that_the_server_closed_meanwhile_is_replaced_and_the_request_is_sent_once() throws Exception {
        var closed = new LinkedBlockingQueue<Boolean>();
        try (var server = Server.of((me, in, socket) -> {
                    me.take(in);
                    write(socket, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
                    socket.close();
                    closed.add(true);
                });
                var client = new SocketClient(SocketClientTest::none)) {
            for (int i = 1; i <= 3; i++) {
                assertThat(post(client, server.route())).isEqualTo("200 ok");
                assertThat(closed.poll(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
                assertThat(server.requests).hasSize(i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                "HTTP/1.1 200 OK\r\ncontent-"
            })
    void an_answer_that_breaks_off_is_a_failure(String answer) throws Exception {
        try (var server = Server.of((me, in, socket) -> {
                    me.take(in);
                    write(socket, answer);
                });
                var client = new SocketClient(SocketClientTest::none)) {
            assertThatThrownBy(() -> post(client, server.route()))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(ProtocolException.class)
                    .hasMessageContaining("ended before the answer");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH\r\n",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffffff\r\n",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n"
            })
    void what_is_no_http_is_called_so(String answer) throws Exception {
        try (var server = Server.of((me, in, socket) -> {
                    me.take(in);
                    write(socket, answer);
                });
                var client = new SocketClient(SocketClientTest::none)) {
            assertThatThrownBy(() -> post(client, server.route())).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void the_answer_to_a_large_request_is_read_although_the_request_was_not() throws Exception {
        try (var server = Server.of((_, in, socket) -> {
                    in.read();
                    write(socket, "HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\nconnection: close\r\n\r\nno!");
                    socket.shutdownOutput();
                    in.skip(Long.MAX_VALUE);
                });
                var client = new SocketClient(SocketClientTest::none)) {
            var response = client.send(server.route(), Map.of(), new byte[8_000_000], PATIENCE);
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.body().text(10, PATIENCE)).isEqualTo("no!");
        }
    }

    @Test
    void a_server_that_does_not_read_or_does_not_answer_runs_into_the_limit() throws Exception {
        var over = new CountDownLatch(1);
        try (var server = Server.of((_, _, _) -> awaited(over));
                var client = new SocketClient(SocketClientTest::none)) {
            var limit = Duration.ofMillis(200);
            assertThatThrownBy(() -> client.send(server.route(), Map.of(), new byte[10], limit))
                    .isInstanceOf(HttpTimeoutException.class)
                    .hasMessage("nothing came for 0.2 s");
            assertThatThrownBy(() -> client.send(server.route(), Map.of(), new byte[40_000_000], limit))
                    .isInstanceOf(IOException.class);
        } finally {
            over.countDown();
        }
    }

    private static void awaited(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void interrupting_a_thread_that_waits_closes_its_connection(boolean virtual) throws Exception {
        var gone = new LinkedBlockingQueue<Integer>();
        try (var server = Server.of((me, in, socket) -> {
                    me.take(in);
                    if (me.requests.size() == 2) {
                        write(socket, "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf");
                    }
                    gone.add(rest(in));
                });
                var client = new SocketClient(SocketClientTest::none)) {
            for (int i = 1; i <= 2; i++) {
                int n = i;
                var ended = new CompletableFuture<Throwable>();
                Runnable waits = () -> {
                    try {
                        post(client, server.route());
                        ended.complete(new AssertionError("nothing to read"));
                    } catch (Throwable e) {
                        ended.complete(e);
                    }
                };
                var thread = virtual
                        ? Thread.ofVirtual().start(waits)
                        : Thread.ofPlatform().start(waits);
                Await.until("the request has come", () -> server.requests.size() >= n);
                thread.interrupt();
                assertThat(ended.get(Patience.SECONDS, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
                assertThat(gone.poll(Patience.SECONDS, TimeUnit.SECONDS)).isEqualTo(-1);
            }
        }
    }

    /** What comes next; a connection that is closed before all was read is reset, which ends it too. */
    private static int rest(InputStream in) {
        try {
            return in.read();
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void closing_the_client_ends_what_is_under_way_and_lets_nothing_begin() throws Exception {
        var over = new CountDownLatch(1);
        try (var server = Server.of((me, in, _) -> {
            me.take(in);
            awaited(over);
        })) {
            var client = new SocketClient(SocketClientTest::none);
            var ended = new CompletableFuture<Throwable>();
            Thread.ofVirtual().start(() -> {
                try {
                    post(client, server.route());
                } catch (Throwable e) {
                    ended.complete(e);
                }
            });
            Await.until("the request has come", () -> !server.requests.isEmpty());
            client.close();
            assertThat(ended.get(Patience.SECONDS, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> post(client, server.route())).hasMessage("the program ends");
        } finally {
            over.countDown();
        }
    }

    @Test
    void a_plain_request_names_the_whole_address_to_a_proxy_and_what_it_asks_for() throws Exception {
        try (var proxy = Server.of((me, in, socket) -> {
                    me.take(in);
                    write(socket, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
                });
                var client = new SocketClient(SocketClientTest::none)) {
            var route = new Route(URI.create("http://models.example/v1"), at(proxy), "Basic eA==");
            assertThat(post(client, route)).isEqualTo("200 ok");
            assertThat(proxy.requests.getFirst())
                    .startsWith("POST http://models.example/v1 HTTP/1.1\r\n")
                    .contains("\r\nhost: models.example\r\n", "\r\nproxy-authorization: Basic eA==\r\n");
        }
    }

    private static InetSocketAddress at(Server proxy) {
        return InetSocketAddress.createUnresolved("127.0.0.1", proxy.port());
    }

    @Test
    void a_proxy_that_refuses_is_a_connection_that_did_not_come_about() throws Exception {
        try (var proxy = Server.of((me, in, socket) -> {
                    me.take(in);
                    write(socket, "HTTP/1.1 407 Who are you?\r\ncontent-length: 0\r\n\r\n");
                });
                var client = new SocketClient(SocketClientTest::none)) {
            assertThatThrownBy(() -> post(client, new Route(URI.create("https://models.example/v1"), at(proxy), null)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("407");
        }
    }

    @Test
    void encrypted_requests_share_a_connection_also_through_a_proxy_and_another_name_is_refused(@TempDir Path dir)
            throws Exception {
        var tls = tls(dir);
        Talk talk = (me, in, socket) -> {
            while (me.take(in)) {
                write(socket, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");
            }
        };
        try (var server = new Server(
                        tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                        talk);
                var proxy = Server.of((me, in, socket) -> {
                    me.take(in);
                    try (var there = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                        write(socket, "HTTP/1.1 200 Connected\r\n\r\n");
                        var back = Thread.ofVirtual().start(() -> {
                            try {
                                there.getInputStream().transferTo(socket.getOutputStream());
                            } catch (IOException e) {
                                // One side has ended it.
                            }
                        });
                        in.transferTo(there.getOutputStream());
                        back.interrupt();
                    }
                });
                var client = new SocketClient(() -> tls)) {
            var near = new Route(URI.create("https://localhost:" + server.port() + "/v1"), null, null);
            var far = new Route(URI.create("https://localhost:" + server.port() + "/v1"), at(proxy), "Basic eA==");
            for (var route : List.of(near, near, far, far)) {
                assertThat(post(client, route)).isEqualTo("200 ok");
            }
            assertThat(server.connections).hasValue(2);
            assertThat(proxy.requests)
                    .containsExactly("CONNECT localhost:" + server.port() + " HTTP/1.1\r\nHost: localhost:"
                            + server.port() + "\r\nProxy-Authorization: Basic eA==\r\n\r\n");
            assertThat(server.requests).allMatch(request -> !request.contains("Basic"));

            var other = new Route(URI.create("https://127.0.0.1:" + server.port() + "/v1"), null, null);
            assertThatThrownBy(() -> post(client, other)).isInstanceOf(SSLException.class);
        }
    }

    /** A certificate of this test for localhost, and the only one that is trusted. */
    private static SSLContext tls(Path dir) throws Exception {
        var file = dir.resolve("keys");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias", "t"));
        command.addAll(List.of("-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost", "-validity"));
        command.addAll(List.of("2", "-storetype", "PKCS12", "-storepass", "changeit", "-keystore", file.toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, "changeit".toCharArray());
        }
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, "changeit".toCharArray());
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
