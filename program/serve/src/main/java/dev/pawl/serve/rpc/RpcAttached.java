package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
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
    private boolean running;

    public RpcAttached(AttachedSession session, Places places, Streams streams) {
        this.session = session;
        this.places = places;
        this.streams = streams;
        this.out = new RecordWriter(streams.out());
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
    public void run(String type, JsonObject command, Consumer<@Nullable Object> accepted, Runnable begun)
            throws InterruptedException {
        try {
            accepted.accept(answer(type, command));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private @Nullable JsonObject answer(String type, JsonObject command) throws IOException {
        return switch (type) {
            case "prompt", "steer", "follow_up" -> {
                session.prompt(text(command));
                yield null;
            }
            case "abort" -> {
                session.cancel();
                yield null;
            }
            case "get_state" -> state();
            case "get_messages" ->
                JsonObject.of(
                        "messages", messages().stream().map(Message::toJson).toList());
            case "get_last_assistant_text" -> {
                var answers = messages().stream()
                        .filter(Message.Assistant.class::isInstance)
                        .map(Message.Assistant.class::cast)
                        .toList();
                yield JsonObject.of(
                        "text", answers.isEmpty() ? null : answers.getLast().text());
            }
            default ->
                throw new IllegalArgumentException(
                        "\"" + type + "\" is not possible with a session of a fleet; possible are prompt, steer,"
                                + " follow_up, abort, get_state, get_messages and get_last_assistant_text");
        };
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

    private List<Message> messages() throws IOException {
        return ReadLog.of(
                session,
                read -> read.contextMessages().stream()
                        .map(ContextMessage::message)
                        .toList());
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
            fields.put("thinkingLevel", level == null ? "off" : level.wire());
            fields.put("isStreaming", isAtWork(now));
            fields.put("isCompacting", false);
            fields.put("steeringMode", "one-at-a-time");
            fields.put("followUpMode", "one-at-a-time");
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
