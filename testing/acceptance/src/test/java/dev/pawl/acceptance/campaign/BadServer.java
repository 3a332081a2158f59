package dev.pawl.acceptance.campaign;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A server on the loopback interface that answers every request with whatever bytes the test wants. */
final class BadServer implements AutoCloseable {
    private final ServerSocket server;
    private volatile Answer answer;

    /** What is done to a connection after a request has come. */
    @FunctionalInterface
    interface Answer {
        void to(Socket client) throws IOException, InterruptedException;
    }

    BadServer() {
        try {
            server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("no port to listen on", e);
        }
        answer = _ -> {};
        Thread.ofVirtual().start(this::listen);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** From now on requests are answered like this. */
    void answers(Answer next) {
        answer = next;
    }

    /** A response in one go, as good HTTP. */
    static Answer response(int status, String type, String headers, byte[] body) {
        return client -> {
            client.getOutputStream().write(head(status, type, headers, body.length));
            client.getOutputStream().write(body);
            client.getOutputStream().flush();
        };
    }

    static byte[] head(int status, String type, String headers, int length) {
        return ("HTTP/1.1 " + status + " Bad\r\ncontent-type: " + type + "\r\n" + headers + "content-length: " + length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void listen() {
        while (!server.isClosed()) {
            try {
                var client = server.accept();
                client.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            var in = new BufferedInputStream(client.getInputStream());
            while (request(in)) {
                answer.to(client);
                if (client.isOutputShutdown()) {
                    return;
                }
            }
        } catch (IOException e) {
            // The client is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads a request to its end; false if none came. */
    private static boolean request(InputStream in) throws IOException {
        long length = 0;
        boolean any = false;
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            any = true;
            var header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith("content-length:")) {
                length = Long.parseLong(
                        header.substring("content-length:".length()).strip());
            }
        }
        in.skipNBytes(length);
        return any;
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It is closed as well as it can be.
        }
    }
}
