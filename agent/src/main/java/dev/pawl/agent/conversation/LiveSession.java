package dev.pawl.agent.conversation;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.tool.ToolBox;
import dev.pawl.ai.Models;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.MessageStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.Draft;
import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.session.NotKeptException;
import dev.pawl.session.Session;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One session with the hooks that are bound to it, and everything a run of it needs. */
public final class LiveSession {
    private final Conversation conversation;
    private final Engine engine;
    private final Listeners listeners;
    private final Models models;
    private final ModelInUse model;
    private final ToolBox tools;
    private final SystemPrompts prompts;
    private final Queues queues;
    private final Settings settings;
    private final InstantSource clock;
    private final List<Message> afterTurn = new ArrayList<>();
    private final List<String> turnEntryIds = new ArrayList<>();
    private int toldTools = -1;

    public LiveSession(
            Conversation conversation,
            Engine engine,
            Listeners listeners,
            Models models,
            ModelInUse model,
            ToolBox tools,
            SystemPrompts prompts,
            Queues queues,
            Settings settings,
            InstantSource clock) {
        this.conversation = conversation;
        this.engine = engine;
        this.listeners = listeners;
        this.models = models;
        this.model = model;
        this.tools = tools;
        this.prompts = prompts;
        this.queues = queues;
        this.settings = settings;
        this.clock = clock;
    }

    public Session session() {
        return conversation.session();
    }

    public Conversation conversation() {
        return conversation;
    }

    public Engine engine() {
        return engine;
    }

    public Listeners listeners() {
        return listeners;
    }

    public Models models() {
        return models;
    }

    public ModelInUse model() {
        return model;
    }

    public ToolBox tools() {
        return tools;
    }

    public SystemPrompts prompts() {
        return prompts;
    }

    public Queues queues() {
        return queues;
    }

    public Settings settings() {
        return settings;
    }

    public long now() {
        return clock.millis();
    }

    public boolean toolsOneByOne() {
        return false;
    }

    /** Takes a message into the conversation: hooks may change it before it is kept. */
    Message say(Message message) throws InterruptedException {
        begin(message);
        return finish(message);
    }

    /** Keeps a message that no run says; hooks are not asked about it, for it is theirs. */
    public Message add(Message message) {
        listeners.tell(new AgentEvent.MessageStarted(message));
        return keep(message);
    }

    /** As {@link #say}, for what must be kept although the run was aborted. */
    public Message sayUninterrupted(Message message) {
        boolean interrupted = Thread.interrupted();
        try {
            begin(message);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            return finish(message);
        } catch (InterruptedException e) {
            interrupted = true;
            return keep(message);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As {@link #finish}; a second abort only takes the hooks' say in it away. */
    public Message sayEnd(Message message) {
        Thread.interrupted();
        try {
            return finish(message);
        } catch (InterruptedException e) {
            return keep(message);
        }
    }

    public void begin(Message message) throws InterruptedException {
        if (message instanceof Message.User user) {
            queues.said(user);
        }
        try {
            if (engine.hears(HookPoints.MESSAGE_START)) {
                engine.fire(HookPoints.MESSAGE_START, new MessageStart(message));
            }
        } finally {
            listeners.tell(new AgentEvent.MessageStarted(message));
        }
    }

    Message finish(Message message) throws InterruptedException {
        return keep(engine.fire(HookPoints.MESSAGE_END, new MessageEnd(message), LiveSession::kindFlaw)
                .message());
    }

    /** A role is only a word; what reads a message counts on its kind. */
    private static @Nullable String kindFlaw(MessageEnd before, MessageEnd after) {
        return before.message().getClass() == after.message().getClass()
                ? null
                : "message_end may not make something else of a message with the role "
                        + before.message().role();
    }

    private Message keep(Message message) {
        var entry = conversation.append(message);
        if (message instanceof Message.Assistant || message instanceof Message.ToolResult) {
            turnEntryIds.add(entry.id());
        }
        listeners.tell(new AgentEvent.MessageEnded(message));
        return message;
    }

    /** A turn begins: it has no entries yet. */
    public void beginTurn() {
        turnEntryIds.clear();
    }

    /** The entries of the current turn: the answer's, then those of the results. */
    public List<String> turnEntryIds() {
        return List.copyOf(turnEntryIds);
    }

    /** Tells the model, before its next request, of tools that came or went meanwhile. */
    public void betweenTurns() throws InterruptedException {
        model.refresh();
        tellTools();
    }

    void tellTools() throws InterruptedException {
        int version = tools.version();
        if (version != toldTools) {
            var change = promptChange();
            if (change != null) {
                say(change);
            }
            toldTools = version;
        }
    }

    /** The system message that the model is to read before the next request; null if it knows all. */
    public Message.@org.jspecify.annotations.Nullable SystemPrompt promptChange() {
        toldTools = tools.version();
        return conversation.prompt().changeTo(prompts.sections(), tools.declarations(), now());
    }

    /** What hooks say while a turn is under way and nobody is to answer: kept behind the turn's results. */
    public void sayAfterTurn(Message message) {
        synchronized (afterTurn) {
            afterTurn.add(message);
        }
    }

    public void flushTurnMessages() {
        List<Message> waiting;
        synchronized (afterTurn) {
            waiting = List.copyOf(afterTurn);
            afterTurn.clear();
        }
        for (var message : waiting) {
            add(message);
        }
    }

    /** An answer that stands for a run that broke. */
    public Message.Assistant sayBroken(StopReason reason, String words) {
        var known = model.model();
        return (Message.Assistant) sayUninterrupted(new Message.Assistant(
                List.of(),
                known == null ? "" : known.api(),
                known == null ? "" : known.provider(),
                known == null ? "" : known.id(),
                Usage.NONE,
                reason,
                words,
                now(),
                JsonObject.empty()));
    }

    /** The program itself failed. What could not be kept is told already. */
    public void failed(String during, RuntimeException e) {
        if (!(e instanceof NotKeptException)) {
            listeners.tell(new AgentEvent.ProgramFailed(during, FailureText.plain(e)));
        }
    }

    public void write(List<Draft> drafts) {
        if (!drafts.isEmpty()) {
            Drafts.write(conversation, drafts, now(), entry -> listeners.tell(new AgentEvent.EntryAppended(entry)));
        }
    }

    /** Whether the model can be asked again as things stand; if not, it is told at whose wish. */
    public boolean canContinue(String point) {
        if (!Conversation.endsWithAnswer(conversation.messages())) {
            return true;
        }
        engine.report(new HookError(
                "<boundary>",
                point,
                "one more request was asked for, but the conversation ends with the model's own answer: add a message"
                        + " for it to answer",
                null));
        return false;
    }
}
