package dev.pawl.agent.conversation;

import dev.pawl.agent.prompt.PromptState;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.session.Session;
import dev.pawl.session.tree.ContextChanges;
import dev.pawl.session.tree.LlmMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a session's branch as the model will see them, kept beside the session.
 *
 * <p>What is appended is added to the list, so a turn costs the same however long the conversation is. Whatever else
 * changes the context has it read from the session again.
 */
public final class Conversation {
    private final Session session;
    private @Nullable List<ContextMessage> messages;
    private PromptState prompt = PromptState.NONE;
    private @Nullable ContextChanges changes;
    private @Nullable Shown shown;
    private int generation;
    private boolean apart;

    /** The first messages of the context as hooks changed them. */
    private record Shown(List<Message> messages, int of) {}

    public Conversation(Session session) {
        this.session = session;
    }

    public Session session() {
        return session;
    }

    /** Keeps a message; messages of hooks are another kind of entry. */
    synchronized Entry append(Message message) {
        var entry = message instanceof Message.Custom custom
                ? session.appendMessage(custom.customType(), custom.content(), custom.display(), custom.details())
                : session.append(message);
        var known = messages;
        if (known != null) {
            known.add(new ContextMessage(message, session.depth()));
            if (message instanceof Message.SystemPrompt system) {
                prompt = prompt.with(system);
            }
        }
        return entry;
    }

    public synchronized List<Message> messages() {
        var known = known();
        var plain = new ArrayList<Message>(known.size());
        for (var message : known) {
            plain.add(message.message());
        }
        return plain;
    }

    /** Returns a copy of the messages of the context. */
    public synchronized List<ContextMessage> snapshot() {
        return List.copyOf(known());
    }

    /** Returns where the branch last changed earlier entries. */
    public synchronized ContextChanges changes() {
        known();
        var found = changes;
        if (found == null) {
            found = session.contextChanges();
            changes = found;
        }
        return found;
    }

    /** Returns the prompt and the tools that were sent to the model so far. */
    public synchronized PromptState prompt() {
        known();
        return prompt;
    }

    /** Activates the tools that the model was offered on this branch, if it was asked at all. */
    public synchronized void restore(SessionTools tools, UnaryOperator<List<String>> changes) {
        var state = prompt();
        if (!state.isNone()) {
            tools.restore(state.tools().keySet(), this::isNew, changes);
        }
    }

    /** Returns whether a tool was never offered on this branch, not even before a compaction, nor taken away. */
    private boolean isNew(String tool) {
        for (var entry : session.branch()) {
            if (entry instanceof Entry.MessageEntry(_, Message.SystemPrompt system, _)
                    && (system.toolsRemoved().contains(tool)
                            || system.toolsAdded().stream().anyMatch(added -> tool.equals(added.string("name"))))) {
                return false;
            }
        }
        return true;
    }

    /** Returns what a compaction keeps so that the prompt and the tools are not summarised with the rest. */
    public synchronized JsonObject checkpoint(long now) {
        var state = prompt();
        return state.equals(PromptState.NONE)
                ? JsonObject.empty()
                : JsonObject.of("systemMessage", state.message(now).toJson());
    }

    synchronized int size() {
        return known().size();
    }

    /** The branch changed in another way than by growing. */
    public synchronized void forget() {
        apart = false;
        messages = null;
        changes = null;
        shown = null;
        generation++;
    }

    /** Returns the messages if they are those of another session, because a hook of a fork kept them; null otherwise. */
    public synchronized @Nullable List<Message> kept() {
        return apart ? messages() : null;
    }

    /** Another number whenever the context was read again. */
    public synchronized int generation() {
        return generation;
    }

    /**
     * Remembers what hooks make of the context, as long as it only grows.
     *
     * @param of how many messages they got
     * @param read the generation that these were of
     */
    public synchronized void show(List<Message> made, int of, int read) {
        if (read == generation) {
            shown = new Shown(made, of);
        }
    }

    /** Returns the messages as the model would see them now: as hooks last changed them, and the newer ones. */
    public synchronized List<Message> shown() {
        var all = messages();
        var made = shown;
        if (made == null || made.of() > all.size()) {
            return all;
        }
        var together = new ArrayList<>(made.messages());
        together.addAll(all.subList(made.of(), all.size()));
        return together;
    }

    public synchronized int shownSize() {
        int all = size();
        var made = shown;
        return made == null || made.of() > all ? all : made.messages().size() + all - made.of();
    }

    /** Replaces the messages, whatever the session contains, until the context is read again. */
    public synchronized void keep(List<ContextMessage> other) {
        apart = true;
        shown = null;
        generation++;
        messages = new ArrayList<>(other);
        prompt = PromptState.of(messages.stream().map(ContextMessage::message).toList());
    }

    private List<ContextMessage> known() {
        var known = messages;
        if (known == null) {
            known = new ArrayList<>(session.contextMessages());
            messages = known;
            prompt = PromptState.of(known.stream().map(ContextMessage::message).toList());
        }
        return known;
    }

    /** Returns whether the last of these messages that a model would read is its own. */
    static boolean endsWithAnswer(List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            var message = messages.get(i);
            if (!(message instanceof Message.SystemPrompt)
                    && !LlmMessages.of(List.of(message)).isEmpty()) {
                return message instanceof Message.Assistant;
            }
        }
        return false;
    }
}
