package dev.pawl.machine;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A web server on this machine whose certificate was issued by an authority that nobody knows, as in a company; and a
 * proxy before it, which leads to it whatever host is asked for.
 */
public final class TlsServer implements AutoCloseable {
    private static final String PASSWORD = "password";

    private final Path folder;
    private final Path store;
    private final Path authority;
    private final HttpsServer server;
    private final ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> tunnels = new CopyOnWriteArrayList<>();

    /**
     * @param folder where keys and certificates are made
     * @param hosts the names that the certificate is for, beside this machine's
     * @param answer makes the body of an answer of the path that was asked for
     */
    public TlsServer(Path folder, List<String> hosts, Function<String, String> answer) throws Exception {
        this.folder = folder;
        this.store = folder.resolve("keys.p12");
        this.authority = folder.resolve("authority.pem");
        var names = new ArrayList<>(List.of("dns:localhost", "ip:127.0.0.1"));
        hosts.forEach(host -> names.add("dns:" + host));
        make("authority", "CN=Company Authority", List.of("-ext", "bc:c"));
        make("server", "CN=server", List.of("-signer", "authority", "-ext", "san=" + String.join(",", names)));
        var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        Files.writeString(
                authority,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                .encodeToString(keys.getCertificate("authority").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        keys.deleteEntry("authority");
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        var tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                requests.add(exchange.getRequestHeaders().getFirst("Host") + exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().keySet() + " " + sent);
                var body = answer.apply(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders()
                        .add(
                                "Content-Type",
                                body.length > 0 && body[0] == '{' ? "application/json" : "text/event-stream");
                exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        Thread.ofPlatform().daemon().name("proxy").start(this::listen);
    }

    private void make(String name, String subject, List<String> more) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        words.addAll(more);
        var process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }

    /** Returns the address of the server itself. */
    public URI address() {
        return URI.create("https://localhost:" + server.getAddress().getPort());
    }

    /** Returns the address of the proxy. */
    public String proxy() {
        return "http://127.0.0.1:" + proxy.getLocalPort();
    }

    /** Returns the file with the certificate of the authority (PEM). */
    public Path authority() {
        return authority;
    }

    /** Returns the requests so far: host, path, names of headers and body. */
    public List<String> requests() {
        return requests;
    }

    /** Returns the heads of the requests to the proxy for a tunnel. */
    public List<String> tunnels() {
        return tunnels;
    }

    private void listen() {
        while (!proxy.isClosed()) {
            try {
                var one = proxy.accept();
                Thread.ofVirtual().start(() -> lead(one));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void lead(Socket client) {
        try (client;
                var there = new Socket(
                        InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            var head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = client.getInputStream().read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            tunnels.add(head.toString());
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            var back = Thread.ofVirtual().start(() -> copy(there, client));
            copy(client, there);
            back.join();
        } catch (IOException | InterruptedException e) {
            // One of them has left.
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException | UncheckedIOException e) {
            // The other direction ends as well.
        }
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        server.stop(0);
    }
}
