package dev.pawl.acceptance.terminal;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A proxy on this machine that is itself every server which is asked for through it: it speaks TLS with a certificate
 * of its own, which a program has to be told to trust. Nothing leaves the machine.
 */
final class TlsProxy implements AutoCloseable {
    private static final String PASSWORD = "password";

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Path store;
    private final SSLContext tls;
    private final Map<String, Function<String, JsonObject>> answers = new ConcurrentHashMap<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    /** @param hosts the names that its certificate is for */
    TlsProxy(Path folder, String... hosts) throws Exception {
        store = folder.resolve("proxy.p12");
        var names = "san=dns:" + String.join(",dns:", hosts);
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made = new ProcessBuilder(List.of(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "proxy",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=proxy",
                        "-ext",
                        names,
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .start();
        var said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (made.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        var keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        // A store of keys is one of trusted certificates only if it says so of them.
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("proxy", keys.getCertificate("proxy"));
        try (var out = Files.newOutputStream(store)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        Thread.ofPlatform().daemon().name("proxy").start(this::listen);
    }

    String address() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** The options for {@code java} with which a program trusts it. */
    String trust() {
        return "-Djavax.net.ssl.trustStore='" + store + "' -Djavax.net.ssl.trustStorePassword=" + PASSWORD;
    }

    /** Answers a path; the function gets the body of the request. An answer with {@code error} has status 400. */
    TlsProxy at(String hostAndPath, Function<String, JsonObject> answer) {
        answers.put(hostAndPath, answer);
        return this;
    }

    /** The bodies of all requests. */
    List<String> bodies() {
        return bodies;
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

    private void serve(Socket plain) {
        try (plain) {
            var host = head(plain.getInputStream()).split(" ", -1)[1].replaceAll(":443$", "");
            plain.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            try (var secure = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, 443, true)) {
                secure.setUseClientMode(false);
                answer(secure, host);
            }
        } catch (IOException e) {
            // The program has left.
        }
    }

    private void answer(SSLSocket secure, String host) throws IOException {
        var head = head(secure.getInputStream());
        var length = head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .sum();
        var body = new String(secure.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
        bodies.add(body);
        var path = head.split(" ", -1)[1].replaceAll("\\?.*", "");
        var answer = answers.getOrDefault(host + path, _ -> JsonObject.of("error", "no_such_path"))
                .apply(body);
        var bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        var out = secure.getOutputStream();
        out.write(("HTTP/1.1 " + (answer.has("error") ? 400 : 200) + " OK\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + bytes.length + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
        out.flush();
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the request broke off");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
