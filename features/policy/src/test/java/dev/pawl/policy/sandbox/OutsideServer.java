package dev.pawl.policy.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A web server outside of the sandbox that answers everything alike. */
final class OutsideServer implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> heads = new CopyOnWriteArrayList<>();

    OutsideServer() throws IOException {
        Thread.ofVirtual().start(this::listen);
    }

    int port() {
        return server.getLocalPort();
    }

    /** The requests that came, without their bodies. */
    List<String> heads() {
        return List.copyOf(heads);
    }

    private void listen() {
        try {
            while (true) {
                var socket = server.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            var head = new StringBuilder();
            for (var line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                head.append(line).append('\n');
            }
            heads.add(head.toString());
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 12\r\nConnection: close\r\n\r\nfrom outside"
                            .getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The other side has gone.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
