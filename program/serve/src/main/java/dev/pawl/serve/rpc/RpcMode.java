package dev.pawl.serve.rpc;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.EventJson;
import dev.pawl.ai.Models;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.serve.driven.CommandThreads;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.PumpedInput;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.session.Pieces;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lets another program drive the agent: commands come in as lines of JSON, answers and events go out as such. */
final class RpcMode {
    private static final Duration BEGINNING = Duration.ofSeconds(10);

    /** How long commands are waited for that were sent just before the input ended. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(10);

    /** The same of those that may take any time: runs, shell commands, summaries. */
    private static final Duration LAST_WORK = Duration.ofSeconds(1);

    /** Some pictures have room in a line, but no text that is longer than what any model reads. */
    static final int LONGEST_LINE = 32 << 20;

    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\"[^\"\\\\]*\"|\\d{1,18})");
    private static final Pattern TYPE = Pattern.compile("\"type\"\\s*:\\s*(\"[a-z_]+\")");

    private final RecordWriter out;
    private final RpcUi ui;
    private final DrivenEnd end;
    private final Consumer<HookError> notices;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CommandThreads threads = new CommandThreads(this::endIfAsked);
    private final ArrivalOrder order = new ArrivalOrder();

    private volatile boolean shutdown;
    private volatile boolean running;
    private volatile boolean begun;
    private volatile @Nullable String refusal;

    RpcMode(RecordWriter out, RpcUi ui, DrivenEnd end, Consumer<HookError> notices) {
        this.out = out;
        this.ui = ui;
        this.end = end;
        this.notices = notices;
    }

    /** Carries out a command and returns the data of its answer; what it throws is the error that the client reads. */
    @FunctionalInterface
    interface Commands {
        @Nullable
        Object run(RpcCommand command, Call call) throws InterruptedException;
    }

    /** A hook wants the program to end: behind the command or the run that is under way, or at once. */
    void shutdown() {
        shutdown = true;
        if (threads.isIdle() && !running) {
            end.now();
        }
    }

    void onEvent(AgentEvent event) {
        if (event instanceof AgentEvent.RunStarted) {
            running = true;
        } else if (event instanceof AgentEvent.SessionReplaced || event instanceof AgentEvent.SessionBegun) {
            begun = event instanceof AgentEvent.SessionBegun;
        } else if (!begun && isOfSession(event)) {
            return;
        }
        if (event instanceof AgentEvent.HookFailed(var error) && error.event().equals(HookPoints.TOOL_CALL.name())) {
            // The call's result contains it, which is where clients of pi look for it.
            notices.accept(error);
        } else if (event instanceof AgentEvent.HookFailed(var error)) {
            out.write(JsonObject.of("type", "extension_error", "extensionPath", error.hookPath())
                    .with("event", error.event())
                    .with("error", error.error()));
        } else {
            var record = EventJson.of(event);
            if (record != null) {
                out.write(record);
            }
        }
        if (event instanceof AgentEvent.Settled) {
            running = false;
            endIfAsked();
        }
    }

    /** What hooks do to a session at session_start is part of it: clients ask for its state then. */
    private boolean isOfSession(AgentEvent event) {
        boolean message = event instanceof AgentEvent.MessageStarted || event instanceof AgentEvent.MessageEnded;
        return (message && !running)
                || event instanceof AgentEvent.EntryAppended
                || event instanceof AgentEvent.NameChanged
                || event instanceof AgentEvent.ThinkingLevelChanged;
    }

    private void endIfAsked() {
        if (shutdown) {
            end.now();
        }
    }

    /** Serves on a thread of its own until the client closes its end; commands wait until the agent is ready. */
    void listen(Agent agent, Models models, RpcSettings settings, InputStream client) {
        var commands = new RpcCommands(agent, models, settings, out);
        listen((command, call) -> command.handler.run(commands, call), client, () -> {});
    }

    /**
     * As above, with other commands.
     *
     * @param gone called when the client has closed its end, before its dialogs are cancelled
     */
    void listen(Commands commands, InputStream client, Runnable gone) {
        var in = new PumpedInput(client, () -> {
            gone.run();
            ui.clientGone();
            end.inputEnded();
        });
        end.whenStuck(in::readAhead);
        Thread.ofPlatform().daemon().name("rpc client").start(() -> {
            try {
                serve(commands, in);
            } catch (IOException e) {
                // The client is gone, which is how it ends.
            } finally {
                end.now();
            }
        });
    }

    /** From now on every command is answered with this error. */
    void refuse(String why) {
        refusal = why;
        ready.countDown();
    }

    /** From now on commands are carried out. */
    void ready() {
        ready.countDown();
    }

    /** Carries out commands until their input ends. */
    void serve(Commands commands, InputStream in) throws IOException {
        var lines = new JsonLines(in, LONGEST_LINE);
        for (var line = next(lines); line != null; line = next(lines)) {
            if (line.length == 0) {
                continue;
            }
            JsonObject command;
            try {
                command = JsonObject.parse(line);
            } catch (IllegalArgumentException | StackOverflowError | OutOfMemoryError e) {
                out.write(response(null, "parse", false).with("error", "Failed to parse command: " + e.getMessage()));
                continue;
            }
            var type = command.get("type");
            if ("extension_ui_response".equals(type)) {
                ui.answer(command);
            } else if (ready.getCount() == 0 && when(type).atOnce) {
                carryOut(commands, command, out::hold, () -> {});
            } else {
                out.flush();
                start(commands, command, line.length, type instanceof String name ? name : "");
            }
        }
        awaitLast();
    }

    private static RpcCommand.When when(@Nullable Object type) {
        var known = RpcCommand.find(type);
        return known == null ? RpcCommand.When.IN_TURN : known.when;
    }

    /** Answers to lines that were read together are written together, before others are waited for. */
    private byte @Nullable [] next(JsonLines lines) throws IOException {
        while (true) {
            if (!lines.isNextThere()) {
                out.flush();
            }
            try {
                return lines.next();
            } catch (JsonLines.TooLong e) {
                refuse(e);
            }
        }
    }

    /** Answers a command that was not read. Its id is taken from the start of the line, where clients write it. */
    private void refuse(JsonLines.TooLong line) {
        var start = new String(line.start(), StandardCharsets.UTF_8);
        var id = first(ID, start);
        var type = first(TYPE, start) instanceof String name ? name : "parse";
        out.write(response(id, type, false)
                .with("error", line.getMessage() + "; put what is large into a file, and let the agent read it there"));
    }

    private static @Nullable Object first(Pattern field, String text) {
        var found = field.matcher(text);
        return found.find() ? Json.parse(found.group(1)) : null;
    }

    private void start(Commands commands, JsonObject command, int bytes, String type) {
        boolean started;
        var when = when(type);
        if (when == RpcCommand.When.URGENT) {
            order.release();
        }
        var place = when.inTurn ? order.next() : null;
        try {
            started = threads.start(
                    place == null
                            ? () -> carryOut(commands, command, out::write, () -> {})
                            : () -> carryOutInOrder(commands, command, place),
                    bytes,
                    when.anyTime,
                    when == RpcCommand.When.URGENT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (!started) {
            if (place != null) {
                place.begun();
            }
            out.write(response(command.get("id"), type.isEmpty() ? "unknown" : type, false)
                    .with("error", "too many commands wait for others to end; send fewer at a time, or abort"));
        }
    }

    /** What was asked just before the client closed its end is still answered, if that does not take long. */
    private void awaitLast() {
        try {
            boolean begun = ready.await(BEGINNING.toMillis(), TimeUnit.MILLISECONDS);
            threads.await(begun ? LAST_WORK : Duration.ZERO, begun ? LAST_ANSWERS : Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void carryOutInOrder(Commands commands, JsonObject command, ArrivalOrder.Place place) {
        try {
            ready.await();
            place.await();
            carryOut(commands, command, out::write, place::begun);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            place.begun();
        }
    }

    private void carryOut(Commands commands, JsonObject command, Consumer<JsonObject> answer, Runnable begun) {
        try {
            ready.await();
        } catch (InterruptedException e) {
            return;
        }
        var id = command.get("id");
        if (!(command.get("type") instanceof String type)) {
            answer.accept(response(id, "unknown", false)
                    .with("error", "the field \"type\" must be a string that names a command"));
            return;
        }
        if (refusal != null) {
            answer.accept(response(id, type, false).with("error", refusal));
            return;
        }
        var answered = new AtomicBoolean();
        try {
            Consumer<@Nullable Object> accepted = data -> {
                if (answered.compareAndSet(false, true)) {
                    var response = response(id, type, true);
                    if (data instanceof Pieces written) {
                        out.write(response, written);
                    } else {
                        answer.accept(data == RpcCommand.NO_DATA ? response : response.with("data", data));
                    }
                }
            };
            var known = RpcCommand.find(type);
            if (known == null) {
                throw new IllegalArgumentException("Unknown command: " + type);
            }
            accepted.accept(commands.run(known, new Call(command, accepted, begun)));
        } catch (InterruptedException e) {
            fail(id, type, "the command was aborted", answered, answer);
        } catch (RuntimeException | Error e) { // An error ends the command and not more.
            fail(id, type, FailureText.of(e), answered, answer);
        }
    }

    /** Failures after a command was accepted are reported by events. */
    private void fail(
            @Nullable Object id, String type, String why, AtomicBoolean answered, Consumer<JsonObject> answer) {
        if (answered.compareAndSet(false, true)) {
            answer.accept(response(id, type, false).with("error", why));
        }
    }

    private static JsonObject response(@Nullable Object id, String command, boolean success) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        if (id != null) {
            fields.put("id", id);
        }
        fields.put("type", "response");
        fields.put("command", command);
        fields.put("success", success);
        return JsonObject.from(fields);
    }
}
