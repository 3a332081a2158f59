package dev.pawl.ai.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server, for one request at a time.
 *
 * <p>It is made of a channel, so that interrupting a thread that waits for it closes it.
 */
final class Connection implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(30);
    private static final int BUFFER = 16 * 1024;

    private final SocketChannel channel;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private boolean answered;
    private long idleSince;

    private Connection(SocketChannel channel, Socket socket) throws IOException {
        this.channel = channel;
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /**
     * Connects to a server, through its proxy if there is one.
     *
     * @param idle how long nothing may come in the meantime; zero for as long as it takes
     */
    static Connection open(Route route, Duration idle, Supplier<SSLContext> tls) throws IOException {
        var proxy = route.proxy();
        var channel =
                proxy == null ? connect(route.host(), route.port()) : connect(proxy.getHostString(), proxy.getPort());
        boolean ready = false;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            var plain = new Connection(channel, channel.socket());
            plain.limit(idle.isZero() ? CONNECT : idle);
            if (proxy != null && route.isEncrypted()) {
                plain.tunnel(route);
            }
            var connection = route.isEncrypted()
                    ? new Connection(channel, encrypted(route, channel.socket(), tls.get()))
                    : plain;
            ready = true;
            return connection;
        } catch (SocketTimeoutException e) {
            throw timeout("no connection", idle.isZero() ? CONNECT : idle);
        } finally {
            if (!ready) {
                channel.close();
            }
        }
    }

    /** Tries each address of a host in turn. */
    private static SocketChannel connect(String host, int port) throws IOException {
        IOException problem = null;
        for (var address : InetAddress.getAllByName(host)) {
            var channel = SocketChannel.open();
            try {
                channel.socket().connect(new InetSocketAddress(address, port), (int) CONNECT.toMillis());
                return channel;
            } catch (SocketTimeoutException e) {
                channel.close();
                problem = timeout("no connection", CONNECT);
            } catch (IOException e) {
                channel.close();
                problem = e;
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
            }
        }
        throw problem == null ? new ConnectException("no address") : problem;
    }

    private void tunnel(Route route) throws IOException {
        var target = route.host() + ":" + route.port();
        var authorization = route.authorization();
        var request = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n"
                + (authorization == null ? "" : "Proxy-Authorization: " + authorization + "\r\n") + "\r\n";
        out.write(request.getBytes(StandardCharsets.ISO_8859_1));
        var head = ResponseHead.read(this);
        if (head.status() / 100 != 2) {
            throw new ConnectException("the proxy answered " + head.status());
        }
    }

    private static SSLSocket encrypted(Route route, Socket socket, SSLContext tls) throws IOException {
        var host = route.host();
        var name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        var encrypted = (SSLSocket) tls.getSocketFactory().createSocket(socket, name, route.port(), true);
        var parameters = encrypted.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        encrypted.setSSLParameters(parameters);
        encrypted.startHandshake();
        return encrypted;
    }

    static HttpTimeoutException timeout(String what, Duration limit) {
        return new HttpTimeoutException(what + " for " + limit.toMillis() / 1000.0 + " s");
    }

    /** Limits the time that a read may wait; zero is no limit. */
    void limit(Duration idle) throws IOException {
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, idle.toMillis()));
    }

    void write(byte[] bytes, int count) throws IOException {
        out.write(bytes, 0, count);
    }

    /** Returns the next byte; -1 at the end. */
    int read() throws IOException {
        return from < to || fill() ? buffer[from++] & 0xFF : -1;
    }

    /** Returns what has come and was not taken yet; waits if there is nothing. Null at the end. It is good until the next call. */
    @Nullable
    ByteBuffer some() throws IOException {
        if (from == to && !fill()) {
            return null;
        }
        var some = ByteBuffer.wrap(buffer, from, to - from);
        from = to;
        return some;
    }

    /** Gives back what was taken and belongs to what follows. */
    void untake(int count) {
        from -= count;
    }

    private boolean fill() throws IOException {
        int count = in.read(buffer, 0, buffer.length);
        from = 0;
        to = Math.max(0, count);
        answered |= count > 0;
        return count > 0;
    }

    /** Returns whether anything came since the connection was opened or taken again. */
    boolean isAnswered() {
        return answered;
    }

    void rest() {
        idleSince = System.nanoTime();
    }

    /** Returns whether it is still open after a rest, so that it can take another request. */
    boolean isFresh(Duration most) {
        answered = false;
        if (from != to || System.nanoTime() - idleSince > most.toNanos()) {
            return false;
        }
        try {
            return socket instanceof SSLSocket ? isQuiet() : isOpen();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isOpen() throws IOException {
        channel.configureBlocking(false);
        try {
            return channel.read(ByteBuffer.wrap(buffer, 0, 1)) == 0;
        } finally {
            channel.configureBlocking(true);
        }
    }

    /** Only reading shows whether an encrypted connection was closed. */
    private boolean isQuiet() throws IOException {
        socket.setSoTimeout(1);
        try {
            in.read(buffer, 0, 1);
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            // Of the channel, not of the socket: a goodbye over TLS would wait for a server that does not read.
            channel.close();
        } catch (IOException e) {
            // It is gone in any case.
        }
    }
}
