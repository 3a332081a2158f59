package dev.pawl.app.mcpserve;

import dev.pawl.api.json.JsonObject;
import dev.pawl.app.cli.Refusal;
import dev.pawl.app.cli.Version;
import dev.pawl.app.jsonrpc.Connection;
import dev.pawl.app.jsonrpc.ProtocolError;
import dev.pawl.base.FailureText;
import dev.pawl.mcp.client.Versions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a client may ask of the server, in the versions with a handshake and in the one without. */
final class ToolServer implements Connection.Methods {
    private static final int UNSUPPORTED_VERSION = -32022;
    private static final int MOST_WAITING = 100;
    private static final long FRESH = 3_600_000;
    private static final String META = "io.modelcontextprotocol/";

    private final Connection connection;
    private final ServeSetup setup;
    private final OpenSessions sessions;
    /** The runs whose client was asked something by a result, by the state that comes back with the answer. */
    private final Map<String, ServedRun> waiting = new LinkedHashMap<>();

    private volatile @Nullable JsonObject capabilities;

    ToolServer(Connection connection, ServeSetup setup) {
        this.connection = connection;
        this.setup = setup;
        this.sessions = new OpenSessions(setup);
    }

    /**
     * Who asks, and by which generation of the protocol.
     *
     * @param stateless whether the request itself specifies this, and questions go with results
     */
    private record Asker(boolean stateless, boolean asks) {}

    @Override
    public Connection.Task task(String method, JsonObject params) {
        if (method.equals("initialize")) {
            return answered(initialize(params));
        }
        var asker = asker(method, params);
        return switch (method) {
            case "server/discover" -> answered(discovered());
            case "ping" -> {
                if (asker.stateless()) {
                    throw unknown(method);
                }
                yield answered(JsonObject.empty());
            }
            case "tools/list" -> {
                var list = JsonObject.of("tools", ServedTools.all());
                yield answered(asker.stateless() ? kept(list) : list);
            }
            case "tools/call" ->
                new Connection.Task(() -> Connection.Answer.of(call(params, asker)), Connection.Pace.LONG);
            default -> throw unknown(method);
        };
    }

    private static Connection.Task answered(JsonObject result) {
        return new Connection.Task(() -> Connection.Answer.of(result), Connection.Pace.SHORT);
    }

    private static ProtocolError unknown(String method) {
        return new ProtocolError(ProtocolError.METHOD_NOT_FOUND, "there is no method \"" + method + "\"");
    }

    private Asker asker(String method, JsonObject params) {
        var meta = params.object("_meta");
        var version = meta.string(META + "protocolVersion");
        var declared = capabilities;
        if (version != null) {
            if (!version.equals(Versions.STATELESS)) {
                throw new ProtocolError(
                        UNSUPPORTED_VERSION,
                        "version " + version + " of the protocol is not spoken without a handshake",
                        JsonObject.of("supported", List.of(Versions.STATELESS), "requested", version));
            }
            return new Asker(true, elicits(meta.object(META + "clientCapabilities")));
        }
        if (declared == null && !method.equals("ping")) {
            throw new ProtocolError(
                    ProtocolError.INVALID_REQUEST,
                    "the first request must be initialize, unless every request names its version in _meta");
        }
        return new Asker(false, declared != null && elicits(declared));
    }

    /** Whether the client has forms; the capability without a kind means them. */
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
        return kept(JsonObject.of("supportedVersions", versions, "capabilities", offered())
                .with("instructions", ServedTools.INSTRUCTIONS));
    }

    private static JsonObject offered() {
        return JsonObject.of("tools", JsonObject.empty());
    }

    private static JsonObject identity() {
        return JsonObject.of("name", "pawl", "title", "Pawl").with("version", Version.text());
    }

    /** A result of the stateless protocol that may be kept for a while. */
    private static JsonObject kept(JsonObject result) {
        return complete(result).with("ttlMs", FRESH).with("cacheScope", "private");
    }

    private static JsonObject complete(JsonObject result) {
        return result.with("resultType", "complete").with("_meta", JsonObject.of(META + "serverInfo", identity()));
    }

    @Override
    public void notified(String method, JsonObject params) {
        // That the client is ready, or its roots changed: nothing waits for that.
    }

    private JsonObject call(JsonObject params, Asker asker) throws InterruptedException {
        var name = params.string("name", "");
        var arguments = params.object("arguments");
        var state = params.string("requestState");
        ServedRun run;
        if (state != null) {
            run = taken(state);
            run.answered(params.object("inputResponses"));
        } else {
            try {
                var begun = begin(name, arguments, asker);
                if (begun == null) {
                    return finished(cancel(arguments.string("sessionId")), asker);
                }
                run = begun;
            } catch (Refusal | IOException e) {
                return finished(ToolResults.failed(String.valueOf(e.getMessage())), asker);
            }
        }
        run.progressTo(progress(params.object("_meta").get("progressToken")));
        return followed(run, asker);
    }

    /** The run that a call begins; null for the tool that begins none. */
    private @Nullable ServedRun begin(String name, JsonObject arguments, Asker asker)
            throws IOException, InterruptedException {
        return switch (name) {
            case ServedTools.RUN -> {
                var prompt = text(arguments, "prompt");
                yield started(sessions.begin(folder(arguments), asker.asks()), prompt, asker);
            }
            case ServedTools.CONTINUE -> {
                var prompt = text(arguments, "prompt");
                yield started(sessions.reopen(text(arguments, "sessionId"), asker.asks()), prompt, asker);
            }
            case ServedTools.CANCEL -> null;
            default ->
                throw ProtocolError.params("there is no tool \"" + name + "\"; there are run, continue and cancel");
        };
    }

    private static ServedRun started(ServedSession session, String prompt, Asker asker) {
        var run = new ServedRun(session::cancel);
        Thread.ofPlatform().daemon().name("mcp run").start(() -> {
            JsonObject result;
            try {
                run.progress("session " + session.id());
                result = session.prompt(prompt, run, asker.asks());
            } catch (InterruptedException e) {
                result = ToolResults.ended(session.id(), "cancelled", "", false);
            } catch (RuntimeException | Error e) {
                result = ToolResults.failed(FailureText.of(e));
            }
            run.ended(result);
        });
        return run;
    }

    /** Waits for the end of a run; questions are put to the client by requests, or else by the result. */
    private JsonObject followed(ServedRun run, Asker asker) throws InterruptedException {
        try {
            while (true) {
                switch (run.next()) {
                    case ServedRun.Done(var result) -> {
                        return finished(result, asker);
                    }
                    case ServedRun.Question question -> {
                        if (asker.stateless()) {
                            return asked(run, question);
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

    private JsonObject asked(ServedRun run, ServedRun.Question question) {
        var state = UUID.randomUUID().toString();
        run.pending(question);
        ServedRun left = null;
        synchronized (waiting) {
            if (waiting.size() >= MOST_WAITING) {
                left = waiting.remove(waiting.keySet().iterator().next());
            }
            waiting.put(state, run);
        }
        if (left != null) {
            left.cancel();
        }
        var request = JsonObject.of("method", "elicitation/create", "params", question.params());
        return JsonObject.of("resultType", "input_required")
                .with("inputRequests", JsonObject.of(question.id(), request))
                .with("requestState", state);
    }

    private ServedRun taken(String state) {
        synchronized (waiting) {
            var run = waiting.remove(state);
            if (run == null) {
                throw ProtocolError.params("the \"requestState\" is not of a call that waits for an answer");
            }
            return run;
        }
    }

    private static JsonObject finished(JsonObject result, Asker asker) {
        return asker.stateless() ? complete(result) : result;
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
            // No path at all.
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

    /** Ends all sessions. */
    void close() throws InterruptedException {
        sessions.close();
    }
}
