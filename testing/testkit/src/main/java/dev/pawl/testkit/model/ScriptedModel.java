package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A model service on the loopback interface that plays a {@link Script} over real HTTP, in four languages by path.
 *
 * <p>It implements HTTP/1.1 itself, because it has to cut, stall and split where no web server would.
 */
public final class ScriptedModel implements AutoCloseable {
    /** The id of the model that {@link #modelsJson} names, under the provider {@code scripted}. */
    public static final String MODEL = "scripted-1";

    private static final String KEY = "scripted-key";
    static final long PATIENCE_SECONDS = 120;

    private final ServerSocket server;
    private final ScriptPlay play;
    private final List<ScriptedRequest> requests = new ArrayList<>();
    private final Set<Socket> open = new HashSet<>();
    private final Semaphore released = new Semaphore(0);
    private int connections;

    private ScriptedModel(Script script) {
        play = new ScriptPlay(script);
        try {
            server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("no port to listen on", e);
        }
        Thread.ofVirtual().name("scripted-model").start(this::listen);
    }

    /**
     * Plays a script for another program until it is killed.
     *
     * @param args the file of the script, the models.json to write, and the api to speak
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        var model = playing(Script.read(Path.of(args[0])));
        Files.writeString(Path.of(args[1]), model.modelsJson(args[2]).toString());
        Thread.currentThread().join();
    }

    /** Listens at once, on a port of its own. */
    public static ScriptedModel playing(Script script) {
        return new ScriptedModel(script);
    }

    public static ScriptedModel playing(Script.Turn... turns) {
        return new ScriptedModel(Script.of(turns));
    }

    /** The bytes of a turn as a stream of an api, without HTTP around them: what cuts and splits are counted in. */
    public static String stream(String api, Script.Turn turn) {
        return String.join("", ScriptedDialect.named(api).events(new ScriptPlay(Script.of(turn)).next(""), MODEL));
    }

    /** The address without a path. */
    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** The base address under which an api is found, as models.json and catalogues name it. */
    public String baseUrl(String api) {
        return switch (api) {
            case "anthropic-messages" -> url();
            case "google-generative-ai" -> url() + "/v1beta";
            default -> url() + "/v1";
        };
    }

    /** A models.json that names this server as the provider {@code scripted}, speaking an api. */
    public JsonObject modelsJson(String api) {
        var model = JsonObject.of("id", MODEL, "reasoning", true).with("input", List.of("text", "image"));
        var provider = JsonObject.of("baseUrl", baseUrl(api), "apiKey", KEY)
                .with("api", api)
                .with("models", List.of(model));
        return JsonObject.of("providers", JsonObject.of("scripted", provider));
    }

    /** Makes itself the only model of a user, and returns the environment of a program of that user. */
    public Map<String, String> environmentIn(Path home) throws IOException {
        var agentDir = Files.createDirectories(home.resolve(".pi/agent"));
        Files.writeString(
                agentDir.resolve("models.json"),
                modelsJson("openai-completions").toString());
        return Map.of("HOME", home.toString(), "PATH", System.getenv().getOrDefault("PATH", ""));
    }

    /** What was asked so far, in order. */
    public synchronized List<ScriptedRequest> requests() {
        return List.copyOf(requests);
    }

    /** The n-th request, from 1; waits for it. */
    public synchronized ScriptedRequest awaitRequest(int n) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (requests.size() < n) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("request " + n + " did not come within " + PATIENCE_SECONDS + " s; there were "
                        + requests.size() + ": " + requests);
            }
            wait(left);
        }
        return requests.get(n - 1);
    }

    /** Lets an answer continue that waits as {@link Script.Turn#heldAfter} says, or the next one that would. */
    public void release() {
        released.release();
    }

    /** How many connections were made so far. */
    public synchronized int connections() {
        return connections;
    }

    /** Stops listening and cuts all connections. */
    @Override
    public void close() {
        closeQuietly(server);
        List<Socket> rest;
        synchronized (this) {
            rest = List.copyOf(open);
        }
        rest.forEach(ScriptedModel::closeQuietly);
    }

    private void listen() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                socket.setTcpNoDelay(true);
                int number = opened(socket);
                Thread.ofVirtual().name("scripted-model-" + number).start(() -> serve(socket, number));
            } catch (IOException e) {
                // Closed; or a client that was gone before it was there.
            }
        }
    }

    private synchronized int opened(Socket socket) {
        open.add(socket);
        connections++;
        return connections;
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            new ScriptedConnection(socket, number, play, this::asked, released).run();
        } catch (IOException e) {
            // The client is gone; the request remembers it.
        } finally {
            synchronized (this) {
                open.remove(socket);
            }
        }
    }

    private synchronized void asked(ScriptedRequest request) {
        requests.add(request);
        notifyAll();
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // It is closed as well as it can be.
        }
    }
}
