package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Version;
import dev.pawl.serve.attach.FleetQuestions;
import dev.pawl.serve.attach.Following;
import dev.pawl.serve.attach.ReadLog;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.LostRecords;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.serve.jsonrpc.Connection;
import dev.pawl.serve.jsonrpc.ProtocolError;
import dev.pawl.serve.jsonrpc.ServedInput;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session of a fleet for an editor that uses the Agent Client Protocol: every request of the editor to open a session opens this one.
 */
public final class AcpAttached implements Connection.Methods, Following.Listener {
    private static final int VERSION = 1;

    private final AttachedSession session;
    private final Places places;
    private final Streams streams;
    private final RecordWriter records;
    private final Connection connection;
    private @Nullable ClientCapabilities capabilities;
    private @Nullable Opened opened;
    private @Nullable SessionState last;
    private boolean cancelled;

    /** The parts of the open session. */
    private record Opened(Channel channel, ToolCalls calls, FleetQuestions questions, Thread following) {}

    public AcpAttached(AttachedSession session, Places places, Streams streams) {
        this.session = session;
        this.places = places;
        this.streams = streams;
        this.records = RecordWriter.to(streams);
        this.connection = new Connection(records, Connection.Cancelling.ANSWERED);
    }

    /** Serves until the input ends. */
    public int run() throws IOException, InterruptedException {
        try (var end = new DrivenEnd(records, places.leave())) {
            ServedInput.serve(connection, this, streams.in(), end, this::close);
        } finally {
            close();
        }
        return LostRecords.status(records, streams);
    }

    private synchronized void close() {
        var current = opened;
        if (current != null) {
            current.questions().close();
            current.following().interrupt();
        }
    }

    @Override
    public Connection.Task task(String method, JsonObject params) {
        return switch (method) {
            case "initialize" ->
                new Connection.Task(() -> Connection.Answer.of(initialize(params)), Connection.Pace.SHORT);
            case "session/new", "session/load", "session/resume" ->
                new Connection.Task(() -> open(!method.equals("session/resume")), Connection.Pace.SHORT);
            case "session/prompt" ->
                new Connection.Task(() -> Connection.Answer.of(prompt(params)), Connection.Pace.LONG);
            default ->
                throw new ProtocolError(
                        ProtocolError.METHOD_NOT_FOUND, "\"" + method + "\" is not possible with a session of a fleet");
        };
    }

    private synchronized JsonObject initialize(JsonObject params) {
        capabilities = ClientCapabilities.of(params.object("clientCapabilities"));
        return JsonObject.of("protocolVersion", VERSION)
                .with(
                        "agentCapabilities",
                        JsonObject.of("loadSession", true)
                                .with("promptCapabilities", JsonObject.empty())
                                .with("sessionCapabilities", JsonObject.of("resume", JsonObject.empty())))
                .with("authMethods", List.of())
                .with(
                        "agentInfo",
                        JsonObject.of("name", "pawl", "title", "Pawl (session " + session.id() + ")")
                                .with("version", Version.text()));
    }

    /** Sends the conversation so far before the response, and later entries after it. */
    private synchronized Connection.Answer open(boolean replayed) throws IOException {
        var known = capabilities;
        if (known == null) {
            throw new ProtocolError(ProtocolError.INVALID_REQUEST, "the first request must be initialize");
        }
        close();
        var channel = new Channel(connection, known, session.id());
        var calls = new ToolCalls(channel, new CallPaths(places.cwd(), places.home()));
        int lines = session.state().lines();
        if (replayed) {
            new Replay(channel, calls).send(ReadLog.messages(session));
        }
        var following = Thread.ofVirtual().name("fleet session").unstarted(() -> {
            try {
                new Following(session, lines).follow(this);
            } catch (IOException e) {
                channel.update(
                        "agent_message_chunk",
                        JsonObject.of("content", Blocks.text("Updates of the session have ended: " + e.getMessage())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        opened = new Opened(channel, calls, new FleetQuestions(session, new EditorUi(channel, calls)), following);
        return new Connection.Answer(JsonObject.of("sessionId", session.id()), () -> {
            channel.open();
            following.start();
        });
    }

    private Opened opened() {
        var current = opened;
        if (current == null) {
            throw new ProtocolError(ProtocolError.INVALID_REQUEST, "no session is open; load session " + session.id());
        }
        return current;
    }

    @Override
    public synchronized void line(JsonObject line) {
        if (!(Entry.from(line) instanceof Entry.MessageEntry(_, var message, _))) {
            return;
        }
        var calls = opened().calls();
        switch (message) {
            case Message.Assistant answer -> {
                for (var block : answer.content()) {
                    if (block instanceof Content.ToolUse use) {
                        // No file is read here: the files are on the machine of the session.
                        calls.started(use.id(), use.name(), use.arguments());
                    } else {
                        chunk(
                                block instanceof Content.Thinking ? "agent_thought_chunk" : "agent_message_chunk",
                                block instanceof Content.Thinking thought ? Content.text(thought.thinking()) : block);
                    }
                }
                if (answer.errorMessage() != null && answer.stopReason() == StopReason.ERROR) {
                    chunk("agent_message_chunk", Content.text(answer.errorMessage()));
                }
            }
            case Message.ToolResult result ->
                calls.ended(
                        result.toolCallId(),
                        new ToolOutput(result.content(), result.details(), null, null, result.isError(), false),
                        result.isError());
            default -> {}
        }
    }

    private void chunk(String kind, Content block) {
        var json = Blocks.of(block);
        if (json != null) {
            opened().channel().update(kind, JsonObject.of("content", json));
        }
    }

    @Override
    public synchronized boolean state(SessionState state) {
        last = state;
        notifyAll();
        opened().questions().show(state.question());
        return true;
    }

    @Override
    public void notified(String method, JsonObject params) {
        if (method.equals("session/cancel")) {
            synchronized (this) {
                cancelled = true;
            }
            Thread.ofVirtual().name("fleet cancel").start(() -> {
                try {
                    session.cancel();
                } catch (IOException e) {
                    // The client sees that the run continues.
                }
            });
        }
    }

    /** Sends a prompt, and returns when the session is idle. */
    private synchronized JsonObject prompt(JsonObject params) throws IOException, InterruptedException {
        opened();
        var text = new StringBuilder();
        for (var block : params.objects("prompt")) {
            if (!"text".equals(block.string("type"))) {
                throw ProtocolError.params(
                        "only texts can be sent to a session of a fleet, not " + block.string("type"));
            }
            text.append(text.isEmpty() ? "" : "\n").append(block.string("text", ""));
        }
        if (text.toString().isBlank()) {
            throw ProtocolError.params("\"prompt\" is empty");
        }
        cancelled = false;
        long before = session.state().token();
        session.prompt(text.toString());
        while (!isDone(before)) {
            wait();
        }
        var now = last;
        if (now != null && now.phase() == Phase.FAILED) {
            throw new ProtocolError(ProtocolError.INTERNAL, "session " + session.id() + " failed: " + now.problem());
        }
        return JsonObject.of("stopReason", cancelled ? "cancelled" : "end_turn");
    }

    /** Returns whether a worker has processed the prompt, and the session is idle again. */
    private boolean isDone(long before) {
        var now = last;
        return now != null
                && (now.phase() == Phase.IDLE || now.phase() == Phase.FAILED)
                && now.inputs() == 0
                && (now.token() > before || cancelled);
    }
}
