package dev.pawl.accounts.oauth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The page on this machine that a browser is sent back to at the end of a sign-in. */
public final class LoopbackPage implements AutoCloseable {
    private static final String PAGE = "<!doctype html><title>Pawl</title><p>Signed in. You can close this page.";

    private final ServerSocket socket;
    private final String path;
    private final Predicate<String> expected;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    /** Held while a browser is waited for. */
    private final Semaphore waiting = new Semaphore(1);

    /**
     * Listens on this machine.
     *
     * @param host the address to listen at; null for the loopback address
     * @param port zero for any
     * @param path where the browser is sent to, {@code /callback}
     * @param expected whether a query belongs to this sign-in; others are refused and change nothing
     */
    public LoopbackPage(@Nullable String host, int port, String path, Predicate<String> expected) throws IOException {
        this.socket = new ServerSocket(
                port, 10, host == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host));
        this.path = path;
        this.expected = expected;
        Thread.ofPlatform().daemon().name("sign-in page").start(this::listen);
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Brings the query of an address that a browser elsewhere was sent to. */
    public void bring(String query) {
        answers.add(query);
    }

    /** Returns the query that the browser came back with; null if it did not come in time. */
    public @Nullable String query(long patienceMillis) throws InterruptedException {
        return answers.poll(patienceMillis, TimeUnit.MILLISECONDS);
    }

    private void listen() {
        while (!socket.isClosed()) {
            try (var one = accept();
                    var in = new BufferedReader(
                            new InputStreamReader(one.getInputStream(), StandardCharsets.US_ASCII))) {
                one.setSoTimeout(10_000);
                var line = in.readLine();
                var words = line == null ? new String[0] : line.split(" ", -1);
                var start = path + "?";
                var query = words.length == 3 && words[0].equals("GET") && words[1].startsWith(start)
                        ? words[1].substring(start.length())
                        : null;
                boolean good = query != null && expected.test(query);
                var body = good ? PAGE : "";
                var status = query == null ? "404 Not Found" : good ? "200 OK" : "400 Bad Request";
                one.getOutputStream()
                        .write(("HTTP/1.1 " + status + "\r\nContent-Type: text/html; charset=utf-8\r\n"
                                        + "Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\nContent-Length: "
                                        + body.length() + "\r\nConnection: close\r\n\r\n" + body)
                                .getBytes(StandardCharsets.UTF_8));
                if (good) {
                    answers.add(query);
                }
            } catch (IOException e) {
                // A browser that leaves; the next one may come.
            }
        }
    }

    private Socket accept() throws IOException {
        waiting.acquireUninterruptibly();
        try {
            return socket.accept();
        } finally {
            waiting.release();
        }
    }

    /** The port is free afterwards: the system keeps it until the thread that waits for a browser has noticed the end. */
    @Override
    public void close() throws IOException {
        socket.close();
        waiting.acquireUninterruptibly();
        waiting.release();
    }
}
