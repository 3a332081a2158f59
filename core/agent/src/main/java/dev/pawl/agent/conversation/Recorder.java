package dev.pawl.agent.conversation;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.secret.Masking;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.MessageStart;
import dev.pawl.api.event.SessionInfoChanged;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Draft;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.trace.ProgramEvent;
import dev.pawl.session.NotKeptException;
import dev.pawl.session.Session;
import dev.pawl.session.ledger.Ledger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes messages into the conversation: hooks may change them, the session keeps them, listeners are notified. */
public final class Recorder {
    private final Conversation conversation;
    private final Engine engine;
    private final Listeners listeners;
    private final Queues queues;
    private final InstantSource clock;
    private final Ledger ledger;
    private final Masking masking;
    private final List<Message> afterTurn = new ArrayList<>();
    private final List<String> turnEntryIds = new ArrayList<>();

    /** @param ledger receives the calls of an answer before the session has it */
    public Recorder(
            Conversation conversation,
            Engine engine,
            Listeners listeners,
            Queues queues,
            InstantSource clock,
            Ledger ledger,
            Masking masking) {
        this.conversation = conversation;
        this.engine = engine;
        this.listeners = listeners;
        this.queues = queues;
        this.clock = clock;
        this.ledger = ledger;
        this.masking = masking;
    }

    public Conversation conversation() {
        return conversation;
    }

    /** Returns what takes the values of secrets out of what comes in. */
    public Masking masking() {
        return masking;
    }

    public Session session() {
        return conversation.session();
    }

    public long now() {
        return clock.millis();
    }

    /** Records a message: hooks may change it before it is kept. */
    public Message record(Message raw) throws InterruptedException {
        var message = masking.message(raw);
        begin(message);
        return finish(message);
    }

    /** Keeps a message that a hook sent outside of a run; hooks are not asked about it. */
    public Message add(Message raw) {
        var message = masking.message(raw);
        listeners.publish(new AgentEvent.MessageStarted(message));
        return keep(message);
    }

    /** As {@link #record}, for what must be kept although the run was aborted. */
    public Message recordUninterrupted(Message raw) {
        var message = masking.message(raw);
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
            return keep(unchecked(message));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Keeps a message that has begun; after a second abort it is kept without asking hooks. */
    public Message recordEnd(Message raw) {
        var message = masking.message(raw);
        Thread.interrupted();
        try {
            return finish(message);
        } catch (InterruptedException e) {
            return keep(unchecked(message));
        }
    }

    /** A message that hooks were not asked about to the end. What must not pass without them is withheld. */
    private Message unchecked(Message message) {
        return engine.withholds(HookPoints.MESSAGE_END)
                ? new MessageEnd(message)
                        .withheld("The run was aborted meanwhile.")
                        .message()
                : message;
    }

    public void begin(Message message) throws InterruptedException {
        if (message instanceof Message.User user) {
            queues.sent(user);
        }
        try {
            if (engine.hasHandlers(HookPoints.MESSAGE_START)) {
                engine.fire(HookPoints.MESSAGE_START, new MessageStart(message));
            }
        } finally {
            listeners.publish(new AgentEvent.MessageStarted(message));
        }
    }

    private Message finish(Message message) throws InterruptedException {
        return keep(engine.fire(HookPoints.MESSAGE_END, new MessageEnd(message), Recorder::kindFlaw)
                .message());
    }

    /** A role is only a word; what reads a message counts on its kind. */
    private static @Nullable String kindFlaw(MessageEnd before, MessageEnd after) {
        return before.message().getClass() == after.message().getClass()
                ? null
                : "message_end may not make something else of a message with the role "
                        + before.message().role();
    }

    /** Keeps a message. Hooks may have put a value into it. */
    private Message keep(Message changed) {
        var message = masking.message(changed);
        if (message instanceof Message.Assistant answer) {
            ledger.asked(answer.toolCalls().stream().map(Content.ToolUse::id).toList());
        }
        var entry = conversation.append(message);
        if (message instanceof Message.User) {
            queues.recorded();
        }
        if (message instanceof Message.Assistant || message instanceof Message.ToolResult) {
            turnEntryIds.add(entry.id());
        }
        listeners.publish(new AgentEvent.MessageEnded(message));
        return message;
    }

    /** A turn begins: it has no entries yet. */
    public void beginTurn() {
        turnEntryIds.clear();
    }

    /** Returns the entries of the current turn: the answer's, then those of the results. */
    public List<String> turnEntryIds() {
        return List.copyOf(turnEntryIds);
    }

    /** Keeps a message of a hook behind the results of the turn that is under way. */
    public void recordAfterTurn(Message message) {
        synchronized (afterTurn) {
            afterTurn.add(message);
        }
    }

    /** Returns whether a message of a hook waits for the end of the turn. */
    boolean hasTurnMessages() {
        synchronized (afterTurn) {
            return !afterTurn.isEmpty();
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

    /** Reports a failure of the program itself. What could not be kept has been reported already. */
    public void failed(String during, RuntimeException e) {
        if (!(e instanceof NotKeptException)) {
            engine.traces().note(ProgramEvent.failure(during, e));
            listeners.publish(new AgentEvent.ProgramFailed(during, FailureText.plain(e)));
        }
    }

    /** Gives the session a name, and reports it; a null name takes the name away. */
    public void rename(@Nullable String name) {
        session().rename(name);
        var now = session().name();
        try {
            engine.fire(HookPoints.SESSION_INFO_CHANGED, new SessionInfoChanged(now));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        listeners.publish(new AgentEvent.NameChanged(now));
    }

    public void write(List<Draft> drafts) {
        if (!drafts.isEmpty()) {
            Drafts.write(conversation, drafts, now(), this::appended);
        }
    }

    /** Notifies listeners of an entry that is not a message. */
    public Entry appended(Entry entry) {
        listeners.publish(new AgentEvent.EntryAppended(entry));
        return entry;
    }

    /** Removes an entry from what the model sees; the session keeps it. */
    public void hide(String entryId) {
        var edit = conversation.session().editContext(entryId, null);
        conversation.forget();
        appended(edit);
    }

    /** Returns whether the conversation ends with a message that the model can answer. */
    public boolean canContinue() {
        return !Conversation.endsWithAnswer(conversation.messages());
    }

    /** Returns whether the model can be asked again with the messages that wait; if not, reports the reason. */
    public boolean canContinue(String point) {
        if (canContinue() || hasTurnMessages() || !queues.isEmpty()) {
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
