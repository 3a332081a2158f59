package dev.pawl.policy.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A web proxy outside of the sandbox that connects to allowed hosts only: the only network access for commands inside.
 *
 * <p>It listens at a socket in the file system, which is available in a sandbox without a network.
 */
final class AllowListProxy {
    private static final int LARGEST_HEAD = 32 << 10;
    private static final int MOST_CONNECTIONS = 256;
    private static final int CONNECT_MILLIS = 30_000;
    private static final Pattern LINES = Pattern.compile("\r?\n");

    private final Network network;
    private final ServerSocketChannel server;
    private final Path socket;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);

    private AllowListProxy(Network network, ServerSocketChannel server, Path socket) {
        this.network = network;
        this.server = server;
        this.socket = socket;
    }

    /** Listens in a folder that only the user can enter. */
    static AllowListProxy open(Network network) throws IOException {
        var folder = Files.createTempDirectory("pawl-proxy");
        var socket = folder.resolve("socket");
        folder.toFile().deleteOnExit();
        socket.toFile().deleteOnExit(); // Deleted before its folder.
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        var proxy = new AllowListProxy(network, server, socket);
        Thread.ofVirtual().name("proxy of the sandbox").start(proxy::listen);
        return proxy;
    }

    Path socket() {
        return socket;
    }

    /** The hosts that were refused since the last call. */
    List<String> refused() {
        return List.copyOf(refused).stream().filter(refused::remove).sorted().toList();
    }

    private void listen() {
        while (server.isOpen()) {
            try {
                var inside = server.accept();
                if (connections.tryAcquire()) {
                    Thread.ofVirtual().name("connection of the sandbox").start(() -> serve(inside));
                } else {
                    inside.close();
                }
            } catch (IOException e) {
                return; // Closed.
            }
        }
    }

    private void serve(SocketChannel inside) {
        try (inside;
                var in = Channels.newInputStream(inside);
                var out = Channels.newOutputStream(inside)) {
            answer(in, out);
        } catch (IOException e) {
            // One side has closed the connection.
        } finally {
            connections.release();
        }
    }

    private void answer(InputStream in, OutputStream out) throws IOException {
        var head = head(in);
        var words = head == null ? new String[0] : LINES.split(head, 2)[0].split(" ", -1);
        if (head == null || words.length != 3) {
            refuse(out, "400 Bad Request", "This is not a request to a proxy.");
            return;
        }
        boolean tunnel = words[0].equals("CONNECT");
        var target = target(words[1], tunnel);
        if (target == null) {
            refuse(out, "400 Bad Request", "The proxy of the sandbox does not understand " + words[1] + ".");
            return;
        }
        if (!network.allows(target.getHostString())) {
            refused.add(target.getHostString());
            refuse(
                    out,
                    "403 Forbidden",
                    "The sandbox does not allow " + target.getHostString() + ": sandbox.network allows " + network
                            + ".");
            return;
        }
        try (var outside = new Socket()) {
            try {
                outside.connect(new InetSocketAddress(target.getHostString(), target.getPort()), CONNECT_MILLIS);
            } catch (IOException | RuntimeException e) {
                refuse(out, "502 Bad Gateway", target + " cannot be reached: " + e.getMessage());
                return;
            }
            if (tunnel) {
                out.write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            } else {
                outside.getOutputStream().write(plain(head, words).getBytes(StandardCharsets.ISO_8859_1));
            }
            out.flush();
            pipe(in, out, outside);
        }
    }

    /** Both directions, until either side ends. */
    private static void pipe(InputStream in, OutputStream out, Socket outside) throws IOException {
        var back = Thread.ofVirtual().name("answers for the sandbox").start(() -> {
            try {
                outside.getInputStream().transferTo(out);
                out.close();
            } catch (IOException e) {
                // One side has closed the connection.
            }
        });
        try {
            in.transferTo(outside.getOutputStream());
            outside.shutdownOutput();
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A request without a tunnel in the form for a server: one request a connection, so that no request to another host follows. */
    private static String plain(String head, String[] words) {
        var uri = URI.create(words[1]);
        var path = (uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath())
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        var text = new StringBuilder(words[0] + " " + path + " HTTP/1.1\r\n");
        for (var line : LINES.split(LINES.split(head, 2)[1], -1)) {
            var name = line.toLowerCase(java.util.Locale.ROOT);
            if (!line.isBlank()
                    && !name.startsWith("host:")
                    && !name.startsWith("connection:")
                    && !name.startsWith("proxy-")) {
                text.append(line).append("\r\n");
            }
        }
        return text + "Host: " + uri.getRawAuthority() + "\r\nConnection: close\r\n\r\n";
    }

    private static @Nullable InetSocketAddress target(String written, boolean tunnel) {
        try {
            var uri = tunnel ? URI.create("http://" + written) : URI.create(written);
            if (uri.getHost() == null || (!tunnel && !"http".equalsIgnoreCase(uri.getScheme()))) {
                return null;
            }
            int port = uri.getPort() > 0 ? uri.getPort() : tunnel ? 443 : 80;
            return InetSocketAddress.createUnresolved(uri.getHost(), port);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The lines before the empty one; null if there is no empty line. */
    private static @Nullable String head(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        int newlines = 0;
        while (newlines < 2 && bytes.size() < LARGEST_HEAD) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            bytes.write(next);
            newlines = next == '\n' ? newlines + 1 : next == '\r' ? newlines : 0;
        }
        return newlines < 2 ? null : bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static void refuse(OutputStream out, String status, String why) throws IOException {
        var body = (why + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(("HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nX-Pawl-Sandbox: refused\r\n"
                        + "Content-Length: " + body.length + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        out.write(body);
        out.flush();
    }
}
