package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.config.settings.Choices.QueueMode;
import dev.pawl.serve.attach.FleetQuestions;
import dev.pawl.serve.attach.Following;
import dev.pawl.serve.attach.ReadLog;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.LostRecords;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session of a fleet for a client that uses the commands of {@code --mode rpc}: what it sends goes into the inbox of
 * the session, what comes into its log is reported as events.
 */
public final class RpcAttached implements RpcMode.Commands, Following.Listener {
    private final AttachedSession session;
    private final Places places;
    private final Streams streams;
    private final RecordWriter out;
    private final RpcUi ui;
    private final FleetQuestions questions;
    private final List<JsonObject> produced = new ArrayList<>();
    private final Map<RpcCommand, Command> commands = commands();
    private boolean running;

    public RpcAttached(AttachedSession session, Places places, Streams streams) {
        this.session = session;
        this.places = places;
        this.streams = streams;
        this.out = RecordWriter.to(streams);
        this.ui = new RpcUi(out);
        this.questions = new FleetQuestions(session, ui);
    }

    /** Serves until the input ends. */
    public int run() throws IOException, InterruptedException {
        int begun = session.state().lines();
        try (var end = new DrivenEnd(out, places.leave());
                questions) {
            var mode = new RpcMode(out, ui, end, _ -> {});
            mode.listen(this, streams.in(), questions::close);
            mode.ready();
            var following = Thread.ofVirtual().name("fleet session").start(() -> {
                try {
                    new Following(session, begun).follow(this);
                } catch (IOException e) {
                    end.failed(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            try {
                end.await();
            } finally {
                following.interrupt();
            }
        }
        return LostRecords.status(out, streams);
    }

    @Override
    public void line(JsonObject entry) {
        var message = entry.object("message");
        if (!"message".equals(entry.string("type")) || "system".equals(message.string("role"))) {
            return;
        }
        begin();
        produced.add(message);
        out.write(JsonObject.of("type", "message_start", "message", message));
        out.write(JsonObject.of("type", "message_end", "message", message));
    }

    private void begin() {
        if (!running) {
            running = true;
            out.write(JsonObject.of("type", "agent_start"));
        }
    }

    @Override
    public boolean state(SessionState state) {
        if (isAtWork(state)) {
            begin();
        } else if (running && state.phase() != Phase.WAITING && state.phase() != Phase.ASLEEP) {
            running = false;
            out.write(JsonObject.of("type", "agent_end", "messages", List.copyOf(produced)));
            out.write(JsonObject.of("type", "agent_settled"));
            produced.clear();
        }
        if (state.phase() == Phase.FAILED) {
            ui.notify("session " + session.id() + " failed: " + state.problem(), "error");
        }
        questions.show(state.question());
        return true;
    }

    private static boolean isAtWork(SessionState state) {
        return state.phase() == Phase.READY || state.phase() == Phase.RUNNING;
    }

    @Override
    public @Nullable Object run(RpcCommand command, Call call) {
        var possible = commands.get(command);
        if (possible == null) {
            throw new IllegalArgumentException("\"" + command.wire() + "\" is not possible with a session of a fleet;"
                    + " possible are "
                    + String.join(
                            ", ",
                            commands.keySet().stream().map(RpcCommand::wire).toList()));
        }
        try {
            return possible.answer(call.json());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Returns what is possible with a session that another program runs. */
    private Map<RpcCommand, Command> commands() {
        var all = new EnumMap<RpcCommand, Command>(RpcCommand.class);
        all.put(RpcCommand.PROMPT, this::prompt);
        all.put(RpcCommand.STEER, this::prompt);
        all.put(RpcCommand.FOLLOW_UP, this::prompt);
        all.put(RpcCommand.ABORT, _ -> {
            session.cancel();
            return RpcCommand.NO_DATA;
        });
        all.put(RpcCommand.GET_STATE, _ -> state());
        all.put(
                RpcCommand.GET_MESSAGES,
                _ -> JsonObject.of(
                        "messages",
                        ReadLog.messages(session).stream().map(Message::toJson).toList()));
        all.put(RpcCommand.GET_LAST_ASSISTANT_TEXT, _ -> lastText());
        return all;
    }

    /** Carries out a command and returns the data of its answer. */
    @FunctionalInterface
    private interface Command {
        Object answer(JsonObject command) throws IOException;
    }

    private Object prompt(JsonObject command) throws IOException {
        session.prompt(text(command));
        return RpcCommand.NO_DATA;
    }

    private JsonObject lastText() throws IOException {
        var answers = ReadLog.messages(session).stream()
                .filter(Message.Assistant.class::isInstance)
                .map(Message.Assistant.class::cast)
                .toList();
        return JsonObject.of(
                "text", answers.isEmpty() ? null : answers.getLast().text());
    }

    private static String text(JsonObject command) {
        if (command.get("message") instanceof String text && !text.isBlank()) {
            if (command.has("images") && !command.objects("images").isEmpty()) {
                throw new IllegalArgumentException("images cannot be sent to a session of a fleet");
            }
            return text;
        }
        throw new IllegalArgumentException("the field \"message\" must be a text");
    }

    private JsonObject state() throws IOException {
        var now = session.state();
        return ReadLog.of(session, read -> {
            var known = read.state();
            var model = known.model();
            var level = known.thinkingLevel();
            var fields = new LinkedHashMap<String, @Nullable Object>();
            if (model != null) {
                fields.put("model", JsonObject.of("provider", model.provider(), "id", model.id()));
            }
            fields.put("thinkingLevel", (level == null ? ThinkingLevel.OFF : level).wire());
            fields.put("isStreaming", isAtWork(now));
            fields.put("isCompacting", false);
            fields.put("steeringMode", QueueMode.ONE_AT_A_TIME.word());
            fields.put("followUpMode", QueueMode.ONE_AT_A_TIME.word());
            fields.put("sessionId", session.id());
            if (read.name() != null) {
                fields.put("sessionName", read.name());
            }
            fields.put("autoCompactionEnabled", true);
            fields.put("messageCount", read.contextMessages().size());
            fields.put("pendingMessageCount", now.inputs());
            fields.put("phase", now.phase().word());
            return JsonObject.from(fields);
        });
    }
}
