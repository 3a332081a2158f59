package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.McpServer;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Version;
import dev.pawl.serve.jsonrpc.Connection;
import dev.pawl.serve.jsonrpc.ProtocolError;
import dev.pawl.serve.served.ServedSetup;
import dev.pawl.start.AgentStart;
import dev.pawl.start.ModelAccess;
import dev.pawl.start.SessionPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests of a client: sessions, each with an agent of its own, and prompts to them. */
public final class AcpServer implements ServedSetup.Server {
    private static final int VERSION = 1;
    private static final String KEY = "key";
    private static final String LOGIN = "login";
    private static final String NO_KEY = "no model can be used, because there is no key: run pawl in a terminal and"
            + " type /login, put a key into the environment (as ANTHROPIC_API_KEY), or into auth.json";

    private final Connection connection;
    private final ServedSetup setup;
    private final Map<String, EditorSession> sessions = new ConcurrentHashMap<>();
    private volatile @Nullable ClientCapabilities capabilities;
    private volatile boolean closed;

    private AcpServer(Connection connection, ServedSetup setup) {
        this.connection = connection;
        this.setup = setup;
    }

    /** Serves an editor until the end of its input, and returns the exit code. */
    public static int run(CommandLine line, Places places, Streams streams) throws IOException, InterruptedException {
        if (!line.files().isEmpty() || !line.words().isEmpty()) {
            throw Refusal.ofArguments("--mode acp takes no prompt; the editor sends it");
        }
        return ServedSetup.serve(line, places, streams, Connection.Cancelling.ANSWERED, AcpServer::new);
    }

    @Override
    public Connection.Task task(String method, JsonObject params) {
        if (method.equals("initialize")) {
            // On the thread that reads: a client may send its next request without waiting for the answer.
            var agreed = Connection.Answer.of(initialize(params));
            return new Connection.Task(() -> agreed, Connection.Pace.AT_ONCE);
        }
        if (capabilities == null) {
            throw new ProtocolError(ProtocolError.INVALID_REQUEST, "the first request must be initialize");
        }
        // A cancellation that follows a prompt in the input must find it under way.
        return method.equals("session/prompt")
                ? new Connection.Task(prompt(params), Connection.Pace.LONG)
                : new Connection.Task(() -> request(method, params), Connection.Pace.SHORT);
    }

    private Connection.Answer request(String method, JsonObject params) throws Exception {
        return switch (method) {
            case "authenticate" -> Connection.Answer.of(authenticate(text(params, "methodId")));
            case "session/new" -> create(params);
            case "session/load" -> reopen(params, true);
            case "session/resume" -> reopen(params, false);
            case "session/list" -> Connection.Answer.of(list(params));
            case "session/close" -> Connection.Answer.of(close(params));
            case "session/delete" -> Connection.Answer.of(delete(params));
            case "session/set_config_option" -> Connection.Answer.of(set(params));
            case "session/set_mode" -> {
                session(params).setMode(text(params, "modeId"));
                yield Connection.Answer.of(JsonObject.empty());
            }
            case HookReport.METHOD -> Connection.Answer.of(session(params).hooks(params.string("toolCallId")));
            default -> throw new ProtocolError(ProtocolError.METHOD_NOT_FOUND, "there is no method \"" + method + "\"");
        };
    }

    @Override
    public void notified(String method, JsonObject params) {
        var session = sessions.get(params.string("sessionId", ""));
        if (method.equals("session/cancel") && session != null) {
            session.cancel();
        }
    }

    private JsonObject initialize(JsonObject params) {
        if (!(params.get("protocolVersion") instanceof Number)) {
            throw ProtocolError.params("\"protocolVersion\" must be a number");
        }
        var declared = params.object("clientCapabilities");
        capabilities = ClientCapabilities.of(declared);
        var methods = new ArrayList<JsonObject>();
        methods.add(JsonObject.of("id", KEY, "name", "API key")
                .with("description", "A key in the environment, or in auth.json of Pawl's folder"));
        if (declared.object("auth").bool("terminal", false)) {
            methods.add(JsonObject.of("type", "terminal", "id", LOGIN)
                    .with("name", "Log in")
                    .with("description", "Enter a key in a terminal")
                    .with("args", List.of("login")));
        }
        return JsonObject.of("protocolVersion", VERSION)
                .with(
                        "agentCapabilities",
                        JsonObject.of("loadSession", true)
                                .with("promptCapabilities", JsonObject.of("image", true, "embeddedContext", true))
                                .with("mcpCapabilities", JsonObject.of("http", true, "sse", false))
                                .with("_meta", JsonObject.of("pawl", JsonObject.of("hooks", HookReport.METHOD)))
                                .with(
                                        "sessionCapabilities",
                                        JsonObject.of("list", JsonObject.empty(), "delete", JsonObject.empty())
                                                .with("resume", JsonObject.empty())
                                                .with("close", JsonObject.empty())))
                .with("authMethods", methods)
                .with(
                        "agentInfo",
                        JsonObject.of("name", "pawl", "title", "Pawl").with("version", Version.text()));
    }

    /** Keys are read again for each session, so that it is enough to check that there is one. */
    private JsonObject authenticate(String method) {
        if (!method.equals(KEY) && !method.equals(LOGIN)) {
            throw ProtocolError.params("there is no authentication method \"" + method + "\"");
        }
        try (var notices = new NoticePrinter(setup.places(), setup.err())) {
            if (!ModelAccess.isThere(setup.line(), setup.places(), notices)) {
                throw new ProtocolError(ProtocolError.AUTH_REQUIRED, NO_KEY);
            }
        }
        return JsonObject.empty();
    }

    private Connection.Answer create(JsonObject params) throws IOException, InterruptedException {
        var places = places(folder(params));
        var id = UUID.randomUUID().toString();
        boolean kept = !setup.line().has(Option.NO_SESSION);
        var session = create(
                id, params, places, store -> kept ? store.begin(places.cwd(), null, id) : store.inMemory(places.cwd()));
        return new Connection.Answer(JsonObject.of("sessionId", id).with(session.state()), session::open);
    }

    private Connection.Answer reopen(JsonObject params, boolean replayed) throws IOException, InterruptedException {
        var id = text(params, "sessionId");
        var cwd = folder(params);
        var open = sessions.get(id);
        var session = open == null ? openStored(id, cwd, params) : open;
        requireFolder(id, session.cwd().toString(), cwd);
        if (replayed) {
            session.replay();
        }
        return new Connection.Answer(session.state(), session::open);
    }

    private EditorSession openStored(String id, Path cwd, JsonObject params) throws IOException, InterruptedException {
        var found = catalogue().find(id);
        requireFolder(id, found.cwd(), cwd);
        return create(id, params, places(cwd), store -> store.open(found.path(), cwd));
    }

    private static void requireFolder(String id, String folder, Path cwd) {
        if (!folder.isEmpty() && !Path.of(folder).equals(cwd)) {
            throw ProtocolError.params(
                    "session " + id + " belongs to the folder " + folder + ", not to " + cwd + "; open it there");
        }
    }

    private EditorSession create(String id, JsonObject params, Places places, AgentStart.Opener opener)
            throws IOException, InterruptedException {
        EditorSession session;
        var servers = ClientServers.read(params);
        try {
            session = new EditorSession(
                    id, new Channel(connection, capabilitiesOrNone(), id), setup.at(places), servers, opener);
        } catch (Refusal e) {
            throw new ProtocolError(ProtocolError.INTERNAL, String.valueOf(e.getMessage()));
        }
        if (!session.hasModel()) {
            session.close();
            throw new ProtocolError(ProtocolError.AUTH_REQUIRED, NO_KEY);
        }
        sessions.put(id, session);
        if (closed) {
            session.close();
        }
        return session;
    }

    private ClientCapabilities capabilitiesOrNone() {
        var declared = capabilities;
        return declared == null ? ClientCapabilities.NONE : declared;
    }

    private JsonObject list(JsonObject params) throws InterruptedException {
        var cwd = params.string("cwd");
        return catalogue().page(cwd == null ? null : absolute(cwd), params.string("cursor"));
    }

    private SessionCatalogue catalogue() throws InterruptedException {
        var places = setup.places();
        return new SessionCatalogue(
                SessionPlace.driven(setup.line(), places), places.agentDir().resolve("cache/pawl-sessions"));
    }

    private JsonObject close(JsonObject params) {
        var session = session(params);
        sessions.remove(session.id());
        session.close();
        return JsonObject.empty();
    }

    private JsonObject delete(JsonObject params) throws IOException, InterruptedException {
        var id = text(params, "sessionId");
        var session = sessions.remove(id);
        if (session != null) {
            session.close();
        }
        catalogue().delete(id);
        return JsonObject.empty();
    }

    private Callable<Connection.Answer> prompt(JsonObject params) {
        var session = session(params);
        if (!(params.get("prompt") instanceof List<?>)) {
            throw ProtocolError.params("\"prompt\" must be a list of content blocks");
        }
        var prompt = PromptContent.read(params.objects("prompt"));
        session.reserve();
        return () -> Connection.Answer.of(JsonObject.of("stopReason", session.prompt(prompt)));
    }

    private JsonObject set(JsonObject params) throws InterruptedException {
        return JsonObject.of("configOptions", session(params).set(text(params, "configId"), text(params, "value")));
    }

    private EditorSession session(JsonObject params) {
        var id = text(params, "sessionId");
        var session = sessions.get(id);
        if (session == null) {
            throw new ProtocolError(ProtocolError.NOT_FOUND, "there is no open session \"" + id + "\"");
        }
        return session;
    }

    private Places places(Path cwd) {
        return Places.of(setup.places().environment(), cwd);
    }

    private static Path folder(JsonObject params) {
        var cwd = absolute(text(params, "cwd"));
        if (!Files.isDirectory(cwd)) {
            throw ProtocolError.params("the folder " + cwd + " does not exist");
        }
        return cwd;
    }

    private static Path absolute(String written) {
        try {
            var path = Path.of(written);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            // Not a valid path.
        }
        throw ProtocolError.params("\"cwd\" must be an absolute path, not \"" + written + "\"");
    }

    private static String text(JsonObject params, String field) {
        if (params.get(field) instanceof String text) {
            return text;
        }
        throw ProtocolError.params("the field \"" + field + "\" must be a string"
                + (params.has(field) ? ", not " + params.get(field) : "; it is missing"));
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        ServedSetup.end(
                sessions.values().stream().<Runnable>map(one -> one::close).toList());
    }

    /** The tool servers that a client names for a session. */
    private static final class ClientServers {
        private ClientServers() {}

        static List<McpServer> read(JsonObject params) {
            var servers = new ArrayList<McpServer>();
            for (var server : params.objects("mcpServers")) {
                var name = server.string("name", "");
                if (name.isBlank()) {
                    throw ProtocolError.params("a server in \"mcpServers\" needs a \"name\"");
                }
                servers.add(new McpServer(plain(name), config(name, server).with("exposure", "direct")));
            }
            return servers;
        }

        private static JsonObject config(String name, JsonObject server) {
            return switch (server.string("type", "stdio")) {
                case "stdio" ->
                    JsonObject.of("command", server.string("command", ""), "args", server.strings("args"))
                            .with("env", map(server.objects("env")));
                case "http" ->
                    JsonObject.of("url", server.string("url", ""), "headers", map(server.objects("headers")));
                default ->
                    throw ProtocolError.params("the server \"" + name + "\" is of type \"" + server.string("type")
                            + "\"; stdio and http are supported");
            };
        }

        /** Names of tools contain the name of the server, which editors choose freely. */
        private static String plain(String name) {
            return name.strip().replaceAll("[^A-Za-z0-9_-]+", "_");
        }

        /** Values of a client are literal: neither variables nor commands are replaced. */
        private static String literal(String value) {
            return (value.startsWith("!") ? "$" : "") + value.replace("$", "$$");
        }

        private static JsonObject map(List<JsonObject> pairs) {
            Map<String, String> map = new LinkedHashMap<>();
            pairs.forEach(pair -> map.put(pair.string("name", ""), literal(pair.string("value", ""))));
            return JsonObject.from(map);
        }
    }
}
