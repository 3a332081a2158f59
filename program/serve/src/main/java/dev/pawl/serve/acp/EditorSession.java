package dev.pawl.serve.acp;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.McpServer;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.base.Words;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.serve.driven.PermissionModes;
import dev.pawl.serve.driven.PromptSlot;
import dev.pawl.serve.jsonrpc.ProtocolError;
import dev.pawl.serve.served.ServedAgent;
import dev.pawl.serve.served.ServedSetup;
import dev.pawl.start.AgentStart;
import dev.pawl.start.Wiring;
import dev.pawl.start.Workplace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One session of a client: an agent with hooks, tools and a folder of its own. */
final class EditorSession implements AutoCloseable {
    private static final int TITLE = 80;
    private static final List<JsonObject> MODES = PermissionMode.words().stream()
            .map(mode -> JsonObject.of("id", mode, "name", mode))
            .toList();

    private final String id;
    private final Path cwd;
    private final Channel channel;
    private final ToolCalls calls;
    private final SessionUpdates updates;
    private final Wiring wiring;
    private final ServedAgent served;
    private final Agent agent;
    private final PromptSlot slot;
    private final HookReport report;
    private List<JsonObject> commands = List.of();
    private volatile boolean closed;

    EditorSession(String id, Channel channel, ServedSetup setup, List<McpServer> servers, AgentStart.Opener opener)
            throws IOException, InterruptedException {
        this.id = id;
        this.channel = channel;
        var places = setup.places();
        this.cwd = places.cwd();
        this.calls = new ToolCalls(channel, new CallPaths(cwd, places.home()));
        var ui = new EditorUi(channel, calls);
        var notices = new EditorNotices(places, setup.err(), ui);
        this.updates = new SessionUpdates(channel, calls, notices::report, this::sendOptions);
        var shell = channel.capabilities().terminals()
                ? new EditorShell(channel, calls, places.environment(), this::hiddenShell)
                : null;
        this.wiring = new Wiring(
                setup.line(),
                places,
                Mode.ACP,
                ui,
                notices,
                new Workplace(new EditorTexts(channel), shell, servers, Map.of()));
        this.served = new ServedAgent(wiring, notices, setup, opener);
        this.agent = served.agent();
        this.slot = served.slot();
        this.report = new HookReport(channel, agent);
        served.begin(this::onEvent);
        report.follow();
    }

    /** A terminal of the client shows all output of a command, also what a hook would remove, and values of secrets. */
    private @Nullable BashOperations hiddenShell() {
        var engine = agent.engine();
        boolean hidden = wiring.hidesValues()
                || engine.withholds(HookPoints.TOOL_RESULT)
                || engine.withholds(HookPoints.USER_BASH_RESULT);
        return hidden ? wiring.tools().localBash() : null;
    }

    private void onEvent(AgentEvent event) {
        updates.onEvent(event);
        if (event instanceof AgentEvent.TurnEnded) {
            sendUsage();
        }
    }

    String id() {
        return id;
    }

    Path cwd() {
        return cwd;
    }

    boolean hasModel() {
        return agent.model() != null;
    }

    /** The state of a session in the response that opens it. */
    JsonObject state() {
        var options = JsonObject.of("configOptions", new ConfigOptions(agent, served.models()).list());
        var modes = new PermissionModes(agent);
        return modes.areThere()
                ? options.with("modes", JsonObject.of("currentModeId", modes.current(), "availableModes", MODES))
                : options;
    }

    /** Sends the whole conversation so far. */
    void replay() {
        new Replay(channel, calls).send(agent.messages());
    }

    /** Called when the client has received the response that opens the session: sends kept and initial updates. */
    void open() {
        channel.open();
        try {
            sendCommands(true);
            if (agent.messageCount() > 0) {
                sendUsage();
            }
        } catch (RuntimeException e) {
            if (!closed) {
                throw e;
            }
            // The client has closed or deleted the session meanwhile.
        }
    }

    /** Sends the list of commands, if it has changed: hooks and tool servers may add commands at any time. */
    private synchronized void sendCommands(boolean first) {
        var now = agent.context().tools().commands().stream().map(this::command).toList();
        if (first || !now.equals(commands)) {
            commands = now;
            channel.update("available_commands_update", JsonObject.of("availableCommands", now));
        }
    }

    private JsonObject command(CommandInfo info) {
        var description = info.description();
        var hint = info.kind() == CommandInfo.Kind.PROMPT ? agent.argumentHint(info.name()) : null;
        return JsonObject.of("name", info.name(), "description", description == null ? "" : description)
                .with("input", JsonObject.of("hint", hint == null ? "arguments" : hint));
    }

    /** The effects of hooks. */
    JsonObject hooks(@Nullable String call) {
        return report.answer(call);
    }

    /** Reserves the session for a prompt that another thread runs; others are refused until it ends. */
    void reserve() {
        if (!slot.reserve()) {
            throw new ProtocolError(
                    ProtocolError.INVALID_REQUEST,
                    "a prompt of this session is under way; wait for its answer, or cancel it");
        }
    }

    /** Runs the prompt that was reserved, and returns why it ended. */
    String prompt(Prompt prompt) throws InterruptedException {
        try {
            slot.begin();
            updates.newPrompt();
            report.follow();
            boolean first = agent.messageCount() == 0;
            if (agent.prompt(prompt.queuedAs(Delivery.As.FOLLOW_UP)) == Disposition.QUEUED) {
                agent.waitForIdle();
            }
            if (first && agent.session().name() == null) {
                sendTitle(prompt.text());
            }
            sendCommands(false);
            return outcome(updates.last());
        } catch (InterruptedException e) {
            endRun();
            return "cancelled";
        } catch (RuntimeException e) {
            if (slot.isCancelled()) {
                return "cancelled";
            }
            throw e;
        } finally {
            slot.end();
        }
    }

    private void endRun() throws InterruptedException {
        Thread.interrupted();
        agent.abort();
    }

    private String outcome(Message.@Nullable Assistant last) {
        if (slot.isCancelled()) {
            return "cancelled";
        }
        if (last == null) {
            return "end_turn";
        }
        return switch (last.stopReason()) {
            case ABORTED -> "cancelled";
            case LENGTH -> "max_tokens";
            case ERROR ->
                throw new ProtocolError(
                        ProtocolError.INTERNAL, last.errorMessage() == null ? "the model failed" : last.errorMessage());
            default -> last.stopReason() == StopReason.OTHER && isRefusal(last) ? "refusal" : "end_turn";
        };
    }

    private static boolean isRefusal(Message.Assistant last) {
        return last.extra().string("stopReason", "").equals("refusal");
    }

    /** Ends the prompt under way, without waiting. */
    void cancel() {
        served.cancel();
    }

    /** Sets the permission mode; the entry that stores it notifies the client. */
    void setMode(String mode) {
        var known = PermissionMode.find(mode);
        if (known == null) {
            throw ProtocolError.params("mode is " + Words.or(PermissionMode.words()) + ", not \"" + mode + "\"");
        }
        try {
            new PermissionModes(agent).set(known);
        } catch (IllegalStateException e) {
            throw ProtocolError.params(String.valueOf(e.getMessage()));
        }
    }

    List<JsonObject> set(String option, String value) throws InterruptedException {
        var options = new ConfigOptions(agent, served.models());
        options.set(option, value);
        return options.list();
    }

    private void sendOptions() {
        if (agent.hasBegun()) {
            channel.update(
                    "config_option_update",
                    JsonObject.of("configOptions", new ConfigOptions(agent, served.models()).list()));
        }
    }

    private void sendTitle(String text) {
        var line = Words.firstLine(text);
        channel.update(
                "session_info_update",
                JsonObject.of(
                        "title",
                        Words.excerpt(line, TITLE),
                        "updatedAt",
                        Instant.now().toString()));
    }

    private void sendUsage() {
        var window = agent.contextUsage();
        if (window != null && window.tokens() != null) {
            var cost = agent.session().stats().usage().cost().total();
            channel.update(
                    "usage_update",
                    JsonObject.of("used", window.tokens(), "size", window.contextWindow())
                            .with("cost", JsonObject.of("amount", cost, "currency", "USD")));
        }
    }

    @Override
    public void close() {
        closed = true;
        served.close();
    }

    /** Reports problems with files and failures of hooks to the client, in addition to standard error. */
    private static final class EditorNotices extends NoticePrinter {
        private final Places places;
        private final EditorUi ui;

        EditorNotices(Places places, PrintStream err, EditorUi ui) {
            super(places, err);
            this.places = places;
            this.ui = ui;
        }

        @Override
        protected void reported(Notice notice) {
            ui.notify(text(notice, ""), notice.error() ? Severity.ERROR : Severity.WARNING);
        }

        @Override
        public synchronized void report(HookError error) {
            super.report(error);
            ui.notify(
                    "hook " + places.shown(error.hookPath()) + " failed at " + error.event() + ": " + error.error(),
                    Severity.ERROR);
        }
    }
}
