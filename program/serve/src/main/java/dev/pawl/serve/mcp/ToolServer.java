package dev.pawl.serve.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Version;
import dev.pawl.mcp.client.Versions;
import dev.pawl.serve.jsonrpc.Connection;
import dev.pawl.serve.jsonrpc.ProtocolError;
import dev.pawl.serve.served.ServedSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of a client, in the versions of the protocol with and without a handshake. */
final class ToolServer implements ServedSetup.Server {
    private static final int UNSUPPORTED_VERSION = -32022;
    private static final int MOST_WAITING = 100;
    private static final long CACHED_MILLIS = 3_600_000;
    private static final String META = "io.modelcontextprotocol/";

    private final Connection connection;
    private final ServedSetup setup;
    private final OpenSessions sessions;
    /** The runs that wait for an answer of their client, by the state that the answer repeats. */
    private final Map<String, ServedRun> waiting = new LinkedHashMap<>();

    private volatile @Nullable JsonObject capabilities;

    ToolServer(Connection connection, ServedSetup setup) {
        this.connection = connection;
        this.setup = setup;
        this.sessions = new OpenSessions(setup);
    }

    /**
     * The client of a request, and its generation of the protocol.
     *
     * @param stateless whether every request declares the version, and questions are sent in results
     */
    private record Client(boolean stateless, boolean canAsk) {}

    @Override
    public Connection.Task task(String method, JsonObject params) {
        if (method.equals("initialize")) {
            return answered(initialize(params));
        }
        var client = client(method, params);
        return switch (method) {
            case "server/discover" -> answered(discovered());
            case "ping" -> {
                if (client.stateless()) {
                    throw unknown(method);
                }
                yield answered(JsonObject.empty());
            }
            case "tools/list" -> {
                var list = JsonObject.of("tools", ServedTools.all());
                yield answered(client.stateless() ? cacheable(list) : list);
            }
            case "tools/call" ->
                new Connection.Task(() -> Connection.Answer.of(call(params, client)), Connection.Pace.LONG);
            default -> throw unknown(method);
        };
    }

    private static Connection.Task answered(JsonObject result) {
        return new Connection.Task(() -> Connection.Answer.of(result), Connection.Pace.SHORT);
    }

    private static ProtocolError unknown(String method) {
        return new ProtocolError(ProtocolError.METHOD_NOT_FOUND, "there is no method \"" + method + "\"");
    }

    private Client client(String method, JsonObject params) {
        var meta = params.object("_meta");
        var version = meta.string(META + "protocolVersion");
        var declared = capabilities;
        if (version != null) {
            if (!version.equals(Versions.STATELESS)) {
                throw new ProtocolError(
                        UNSUPPORTED_VERSION,
                        "version " + version + " of the protocol is not supported without a handshake",
                        JsonObject.of("supported", List.of(Versions.STATELESS), "requested", version));
            }
            return new Client(true, elicits(meta.object(META + "clientCapabilities")));
        }
        if (declared == null && !method.equals("ping")) {
            throw new ProtocolError(
                    ProtocolError.INVALID_REQUEST,
                    "the first request must be initialize, unless every request names its version in _meta");
        }
        return new Client(false, declared != null && elicits(declared));
    }

    /** Returns whether the client supports forms; the capability without a kind means forms. */
    private static boolean elicits(JsonObject capabilities) {
        return capabilities.get("elicitation") instanceof JsonObject kinds && (kinds.isEmpty() || kinds.has("form"));
    }

    private JsonObject initialize(JsonObject params) {
        var wanted = params.string("protocolVersion");
        if (wanted == null) {
            throw ProtocolError.params("\"protocolVersion\" must be a string");
        }
        capabilities = params.object("capabilities");
        return JsonObject.of(
                        "protocolVersion",
                        Versions.KNOWN_STATEFUL.contains(wanted) ? wanted : Versions.STATEFUL,
                        "capabilities",
                        offered())
                .with("serverInfo", identity())
                .with("instructions", ServedTools.INSTRUCTIONS);
    }

    private static JsonObject discovered() {
        var versions = new ArrayList<>(List.of(Versions.STATELESS));
        versions.addAll(Versions.KNOWN_STATEFUL);
        return cacheable(JsonObject.of("supportedVersions", versions, "capabilities", offered())
                .with("instructions", ServedTools.INSTRUCTIONS));
    }

    private static JsonObject offered() {
        return JsonObject.of("tools", JsonObject.empty());
    }

    private static JsonObject identity() {
        return JsonObject.of("name", "pawl", "title", "Pawl").with("version", Version.text());
    }

    /** A result of the stateless protocol that may be cached. */
    private static JsonObject cacheable(JsonObject result) {
        return complete(result).with("ttlMs", CACHED_MILLIS).with("cacheScope", "private");
    }

    private static JsonObject complete(JsonObject result) {
        return result.with("resultType", "complete").with("_meta", JsonObject.of(META + "serverInfo", identity()));
    }

    @Override
    public void notified(String method, JsonObject params) {
        // No notification has an effect here.
    }

    private JsonObject call(JsonObject params, Client client) throws InterruptedException {
        var name = params.string("name", "");
        var arguments = params.object("arguments");
        var state = params.string("requestState");
        ServedRun run;
        if (state != null) {
            run = takeWaiting(state);
            run.answered(params.object("inputResponses"));
        } else {
            try {
                var begun = begin(name, arguments, client);
                if (begun == null) {
                    return finished(cancel(arguments.string("sessionId")), client);
                }
                run = begun;
            } catch (Refusal | IOException e) {
                return finished(ToolResults.failed(String.valueOf(e.getMessage())), client);
            }
        }
        run.progressTo(progress(params.object("_meta").get("progressToken")));
        return awaitEnd(run, client);
    }

    /** The run that a call begins; null for the tool that begins none. */
    private @Nullable ServedRun begin(String name, JsonObject arguments, Client client)
            throws IOException, InterruptedException {
        return switch (name) {
            case ServedTools.RUN -> {
                var prompt = text(arguments, "prompt");
                yield started(sessions.begin(folder(arguments), client.canAsk()), prompt, client);
            }
            case ServedTools.CONTINUE -> {
                var prompt = text(arguments, "prompt");
                yield started(sessions.reopen(text(arguments, "sessionId"), client.canAsk()), prompt, client);
            }
            case ServedTools.CANCEL -> null;
            default ->
                throw ProtocolError.params("there is no tool \"" + name + "\"; there are run, continue and cancel");
        };
    }

    private static ServedRun started(ServedSession session, String prompt, Client client) {
        var run = new ServedRun(session::cancel);
        Thread.ofPlatform().daemon().name("mcp run").start(() -> {
            JsonObject result;
            try {
                run.progress("session " + session.id());
                result = session.prompt(prompt, run, client.canAsk());
            } catch (InterruptedException e) {
                result = ToolResults.ended(session.id(), "cancelled", "", false);
            } catch (RuntimeException | Error e) {
                result = ToolResults.failed(FailureText.of(e));
            }
            run.ended(result);
        });
        return run;
    }

    /** Waits for the end of a run; questions are sent to the client in requests, or in the result. */
    private JsonObject awaitEnd(ServedRun run, Client client) throws InterruptedException {
        try {
            while (true) {
                switch (run.next()) {
                    case ServedRun.Done(var result) -> {
                        return finished(result, client);
                    }
                    case ServedRun.Question question -> {
                        if (client.stateless()) {
                            return askInResult(run, question);
                        }
                        ask(question);
                    }
                }
            }
        } catch (InterruptedException e) {
            run.cancel();
            throw e;
        }
    }

    private void ask(ServedRun.Question question) throws InterruptedException {
        try {
            question.answer().complete(connection.request("elicitation/create", question.params(), question.dialog()));
        } catch (ProtocolError e) {
            question.answer().complete(JsonObject.of("action", "cancel"));
        }
    }

    private JsonObject askInResult(ServedRun run, ServedRun.Question question) {
        var state = UUID.randomUUID().toString();
        run.pending(question);
        ServedRun oldest = null;
        synchronized (waiting) {
            if (waiting.size() >= MOST_WAITING) {
                oldest = waiting.remove(waiting.keySet().iterator().next());
            }
            waiting.put(state, run);
        }
        if (oldest != null) {
            oldest.cancel();
        }
        var request = JsonObject.of("method", "elicitation/create", "params", question.params());
        return JsonObject.of("resultType", "input_required")
                .with("inputRequests", JsonObject.of(question.id(), request))
                .with("requestState", state);
    }

    private ServedRun takeWaiting(String state) {
        synchronized (waiting) {
            var run = waiting.remove(state);
            if (run == null) {
                throw ProtocolError.params("the \"requestState\" does not belong to a call that waits for an answer");
            }
            return run;
        }
    }

    private static JsonObject finished(JsonObject result, Client client) {
        return client.stateless() ? complete(result) : result;
    }

    private Consumer<String> progress(@Nullable Object token) {
        if (token == null) {
            return _ -> {};
        }
        var steps = new AtomicLong();
        return message -> connection.notify(
                "notifications/progress",
                JsonObject.of("progressToken", token, "progress", steps.incrementAndGet())
                        .with("message", message));
    }

    private JsonObject cancel(@Nullable String id) {
        var cancelled = new ArrayList<String>();
        for (var session : sessions.all()) {
            if ((id == null || id.equals(session.id())) && session.cancel()) {
                cancelled.add(session.id());
            }
        }
        return ToolResults.cancelled(cancelled);
    }

    private Path folder(JsonObject arguments) {
        var written = arguments.get("cwd");
        if (written == null) {
            return setup.places().cwd();
        }
        try {
            var path = Path.of(String.valueOf(written));
            if (path.isAbsolute() && Files.isDirectory(path)) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            // Not a valid path.
        }
        throw Refusal.because("\"cwd\" must be the absolute path of a folder that exists, not " + written);
    }

    private static String text(JsonObject arguments, String field) {
        if (arguments.get(field) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw Refusal.because("the argument \"" + field + "\" must be a text"
                + (arguments.has(field) ? ", not " + arguments.get(field) : "; it is missing"));
    }

    @Override
    public void close() throws InterruptedException {
        sessions.close();
    }

    /** What the server offers: the tools {@code run}, {@code continue} and {@code cancel}. */
    private static final class ServedTools {
        static final String RUN = "run";
        static final String CONTINUE = "continue";
        static final String CANCEL = "cancel";
        static final String INSTRUCTIONS =
                "Pawl is a coding agent. `run` gives it a task in a folder and waits for its answer; `continue`"
                        + " continues that session; `cancel` ends what is under way. Hooks and rules of the user decide"
                        + " what it may do.";

        private ServedTools() {}

        /** Returns the descriptions of the tools, which are in a file beside this class. */
        static List<JsonObject> all() {
            try (var in = Objects.requireNonNull(ServedTools.class.getResourceAsStream("tools.json"), "tools.json")) {
                return JsonObject.parse(in.readAllBytes()).objects("tools");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
