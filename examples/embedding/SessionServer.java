import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.agent.Agent;
import dev.pawl.agent.event.EventJson;
import dev.pawl.agent.Pawl;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * A service with as many agents as there are sessions, which streams what they do as server-sent events.
 *
 * <pre>
 * POST   /sessions             {"cwd": "/some/folder"}    begins one, answers {"id": …}
 * POST   /sessions/ID/prompt   the prompt as plain text   answers a stream of events until the agent has settled
 * POST   /sessions/ID/abort                               ends what it is doing
 * DELETE /sessions/ID                                     ends the session
 * </pre>
 *
 * <p>A session that waits for its model is a parked virtual thread, so thousands fit into one process.
 */
final class SessionServer {
    private final Pawl pawl = Pawl.ofUser();
    private final Map<String, Agent> sessions = new ConcurrentHashMap<>();

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 8080;
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var service = new SessionServer();
        server.createContext("/sessions", service::answer);
        server.start();
        System.out.println("listening on http://localhost:" + server.getAddress().getPort() + "/sessions");
    }

    private void answer(HttpExchange http) throws IOException {
        try (http) {
            var path = http.getRequestURI().getPath().split("/");
            var call = http.getRequestMethod() + (path.length > 3 ? " " + path[3] : path.length > 2 ? " one" : "");
            var agent = path.length > 2 ? sessions.get(path[2]) : null;
            if (path.length > 2 && agent == null) {
                send(http, 404, JsonObject.of("error", "there is no session " + path[2]));
                return;
            }
            switch (call) {
                case "POST" -> begin(http);
                case "POST prompt" -> prompt(http, agent);
                case "POST abort" -> {
                    agent.abort();
                    send(http, 200, JsonObject.empty());
                }
                case "DELETE one" -> {
                    sessions.remove(path[2]).close();
                    send(http, 200, JsonObject.empty());
                }
                default -> send(http, 405, JsonObject.of("error", "cannot " + call));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalArgumentException | IllegalStateException e) {
            send(http, 400, JsonObject.of("error", e.getMessage()));
        }
    }

    private void begin(HttpExchange http) throws IOException, InterruptedException {
        var request = JsonObject.parse(body(http));
        var cwd = Path.of(request.string("cwd", "."));
        if (!Files.isDirectory(cwd)) {
            throw new IllegalArgumentException("cwd: " + cwd + " is no folder");
        }
        var builder = pawl.agent(cwd)
                .tools("read", "grep", "find", "ls")
                // A service has no user to ask: what is not plainly harmless is not done.
                .hook("read-only", pi -> pi.on(HookPoints.TOOL_AUTHORIZE, (shown, _) -> switch (shown.call().toolName()) {
                    case "read", "grep", "find", "ls" -> shown.allow();
                    default -> shown.block("this service only reads");
                }));
        if (request.string("model") != null) {
            builder.model(request.string("model"));
        }
        var id = UUID.randomUUID().toString();
        sessions.put(id, builder.start());
        send(http, 201, JsonObject.of("id", id));
    }

    /** Everything that happens, as it happens; a client that reads slowly slows the agent down. */
    private void prompt(HttpExchange http, Agent agent) throws IOException, InterruptedException {
        var text = body(http);
        http.getResponseHeaders().set("content-type", "text/event-stream");
        http.sendResponseHeaders(200, 0);
        var out = http.getResponseBody();
        try (var listening = agent.subscribe(event -> {
            var json = EventJson.of(event);
            if (json != null) {
                try {
                    out.write(("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                } catch (IOException e) {
                    // The client is gone, so the rest is not sent.
                    agent.signalAbort();
                }
            }
        })) {
            agent.prompt(Prompt.of(text));
            agent.waitForIdle();
        }
    }

    private static String body(HttpExchange http) throws IOException {
        return new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange http, int status, JsonObject json) throws IOException {
        var bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        http.getResponseHeaders().set("content-type", "application/json");
        http.sendResponseHeaders(status, bytes.length);
        http.getResponseBody().write(bytes);
    }
}
