package dev.pawl.acceptance.beside;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A way from a file to the port of a model, which a program without a network may take. */
final class ModelSocket implements AutoCloseable {
    private final ServerSocketChannel server;
    private final int port;

    ModelSocket(Path file, int port) throws IOException {
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(file));
        this.port = port;
        Thread.ofVirtual().name("model socket").start(this::listen);
    }

    private void listen() {
        try {
            while (true) {
                var client = server.accept();
                var model = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                Thread.ofVirtual().start(() -> copy(client, model));
                Thread.ofVirtual().start(() -> copy(model, client));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private static void copy(SocketChannel from, SocketChannel to) {
        var buffer = ByteBuffer.allocate(64 * 1024);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException e) {
            try (from;
                    to) {
                // One of them has gone, so the other goes.
            } catch (IOException again) {
                // It is closed as well as it can be.
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
