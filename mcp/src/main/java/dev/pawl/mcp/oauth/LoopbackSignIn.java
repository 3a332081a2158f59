package dev.pawl.mcp.oauth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits for the user's browser on this machine; where the browser is on another one, the address that it was sent to can
 * be brought as text.
 */
public final class LoopbackSignIn implements SignIn, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String PAGE = "<!doctype html><title>Pawl</title><p>Signed in. You can close this page.";

    private final ServerSocket socket;
    private final String redirect;
    private final String path;
    private final Consumer<URI> show;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile String state = "";

    /**
     * Listens on this machine.
     *
     * @param callback where the browser is sent back to
     * @param show shows the page to the user
     */
    public LoopbackSignIn(Callback callback, Consumer<URI> show) throws IOException {
        this.socket = listening(callback);
        this.redirect = callback.redirect(socket.getLocalPort());
        this.path = callback.path();
        this.show = show;
    }

    /** A port that is only preferred may be taken by another program; then any will do. */
    private static ServerSocket listening(Callback callback) throws IOException {
        try {
            return new ServerSocket(callback.port(), 10, callback.host());
        } catch (BindException e) {
            if (callback.required()) {
                throw new IOException("the port " + callback.port() + " of the sign-in is taken by another program", e);
            }
            return new ServerSocket(0, 10, callback.host());
        }
    }

    @Override
    public String redirectUri() {
        return redirect;
    }

    /**
     * Takes the address that a browser elsewhere was sent to.
     *
     * @return whether it is an address of this sign-in
     */
    public boolean pasted(String address) {
        var text = address.strip();
        return text.startsWith(redirect + "?") && belongs(text) && answers.add(text);
    }

    /** Whether an address carries the state of this sign-in: any page can send the browser here. */
    private boolean belongs(String address) {
        return address.contains(state);
    }

    @Override
    public String visit(URI page) throws IOException, InterruptedException {
        var query = page.getRawQuery();
        for (var pair : query == null ? new String[0] : query.split("&")) {
            state = pair.startsWith("state=") ? pair : state;
        }
        Thread.ofPlatform().daemon().name("mcp callback").start(this::listen);
        show.accept(page);
        var answer = answers.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw new IOException("nobody signed in within " + PATIENCE.toSeconds() + " s");
        }
        return answer;
    }

    private void listen() {
        while (!socket.isClosed()) {
            try (var one = socket.accept();
                    var in = new BufferedReader(
                            new InputStreamReader(one.getInputStream(), StandardCharsets.US_ASCII))) {
                one.setSoTimeout(10_000);
                var line = in.readLine();
                var words = line == null ? new String[0] : line.split(" ");
                boolean good = words.length == 3
                        && words[0].equals("GET")
                        && words[1].startsWith(path + "?")
                        && belongs(words[1]);
                var body = good ? PAGE : "";
                one.getOutputStream()
                        .write(("HTTP/1.1 " + (good ? "200 OK" : "404 Not Found")
                                        + "\r\n"
                                        + "Content-Type: text/html; charset=utf-8\r\n"
                                        + "Referrer-Policy:"
                                        + " no-referrer\r\n"
                                        + "Content-Length:"
                                        + " " + body.length() + "\r\nConnection: close\r\n\r\n" + body)
                                .getBytes(StandardCharsets.UTF_8));
                if (good) {
                    answers.add(redirect + words[1].substring(path.length()));
                }
            } catch (IOException e) {
                // A browser that leaves; the next one may come.
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
