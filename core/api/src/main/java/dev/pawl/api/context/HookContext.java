package dev.pawl.api.context;

import dev.pawl.api.Host;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.api.value.ToolInfo;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a hook has at run time: one session, asked afresh at every call.
 *
 * <p>After the session was replaced or the hook reloaded, every method throws a {@link StaleContextException}.
 */
public interface HookContext {
    /** The type of the session's entries that record its permission mode. */
    String PERMISSION_MODE = "permission-mode";

    // The user and the place

    /** The user in front of the program, to show and to ask. */
    Ui ui();

    /** How the program runs: on the screen, printing, or driven by a client. */
    Mode mode();

    /** Whether a user can answer a dialog. A gate that needs an answer blocks where this is false. */
    boolean hasUi();

    /** The folder of the session. */
    Path cwd();

    /** Whether the project's own hooks, settings and prompts are used. */
    boolean isProjectTrusted();

    // The conversation

    /** The conversation as it is kept, to be read. */
    SessionView session();

    /** The session's file; null for one that is not kept. */
    default @Nullable Path sessionFile() {
        return session().file();
    }

    /**
     * A key for what a handler does elsewhere: when the program is ended and the session opened again, what is asked
     * again has the same key, so that the other side can recognise it. It names the session, the event, and the tool
     * call or the place in the session.
     */
    default String idempotencyKey() {
        return session().id() + "/" + session().leafId();
    }

    /** The header at index 0, then the entries from the root to the leaf. */
    default List<Entry> entries() {
        return session().indexed();
    }

    /** The messages that the model would see now. */
    List<Message> messages();

    /** Whether nothing is running. */
    boolean isIdle();

    /** Whether messages wait until the agent takes them. */
    boolean hasPendingMessages();

    /** Ends what the agent is doing. */
    void abort();

    /** Ends the program, once it is idle. */
    void shutdown();

    /** How full the model's window is; null where that cannot be known. */
    @Nullable
    ContextUsage contextUsage();

    /** Starts a compaction and does not wait for it. */
    void compact(CompactOptions options);

    /** The system prompt as the model has it. */
    String systemPrompt();

    // Writing into the session

    /** Keeps state of the hook, which the model never sees: an entry of type {@code custom}. */
    Entry appendEntry(String customType, @Nullable Object data);

    /** Keeps a record whose type was announced with {@link Host#entry}. */
    Entry append(Record data);

    /** Keeps an entry of a type of the hook's own; it must have a {@code type} that the program does not use itself. */
    Entry saveEntry(JsonObject entry);

    /** Has the model's context computed again: at once in a command, before the next request in a handler. */
    void rebuildContext() throws InterruptedException;

    /** Names the session; null removes the name. */
    void setSessionName(@Nullable String name);

    /** The name of the session; null if it has none. */
    default @Nullable String sessionName() {
        return session().name();
    }

    /** Names an entry for the user; null takes the name away. */
    void setLabel(String entryId, @Nullable String label);

    /**
     * The permission mode that the session was put into last; null if it never was. It holds where rules are in use.
     */
    default @Nullable String permissionMode() {
        var last = session().lastCustom(PERMISSION_MODE);
        return last != null && last.data() instanceof JsonObject data ? data.string("mode") : null;
    }

    /** Puts the session into a permission mode: plan, askAll, default, acceptEdits or bypass. */
    default void setPermissionMode(String mode) {
        appendEntry(PERMISSION_MODE, JsonObject.of("mode", mode));
    }

    // Messages

    /** Adds a message of the hook to the conversation, now or when the agent takes it. */
    void sendMessage(HookMessage message, Delivery delivery);

    /** Adds a message of the hook to the conversation, with the default delivery. */
    default void sendMessage(HookMessage message) {
        sendMessage(message, Delivery.DEFAULT);
    }

    /** Sends a message as if the user had typed it. */
    void sendUserMessage(Body content, Delivery delivery);

    /** Sends a text as if the user had typed it, with the default delivery. */
    default void sendUserMessage(String text) {
        sendUserMessage(Body.of(text), Delivery.DEFAULT);
    }

    // Models

    /** All models, to find one or to ask it. */
    ModelRegistry models();

    /** The model in use; null if none was chosen yet. */
    @Nullable
    Model model();

    /** The models of the user's short list. */
    List<ScopedModel> scopedModels();

    /** How much the model is asked to think. */
    ThinkingLevel thinkingLevel();

    /** Changes the model for this session; false if there is no key for it, or a hook refuses it. */
    boolean setModel(Model model) throws InterruptedException;

    /** Changes how much the model is asked to think. */
    void setThinkingLevel(ThinkingLevel level);

    // Tools, commands, settings, programs

    /** The names of the tools that the model may use. */
    List<String> activeTools();

    /** All tools, also those that are switched off. */
    List<ToolInfo> allTools();

    /** Changes which tools the model may use. */
    void setActiveTools(List<String> names);

    /**
     * Calls a tool through all gates, outside of the conversation. A tool that fails or is refused is an answer, not an
     * exception. Hooks are notified of the call as of any other; a handler that calls a tool must expect to be asked
     * about it.
     */
    default CalledTool callTool(String name, JsonObject arguments) throws InterruptedException {
        throw new UnsupportedOperationException("no tool can be called here: there is no session");
    }

    /** The slash commands of hooks, skills and prompt templates. */
    List<CommandInfo> commands();

    /** The settings, user and project put together. */
    JsonObject settings();

    /** Runs a program without a shell and waits for it. */
    default ExecResult exec(String... command) throws InterruptedException {
        return exec(ExecOptions.DEFAULT, command);
    }

    /** Runs a program without a shell, with a folder, variables or a time limit, and waits for it. */
    ExecResult exec(ExecOptions options, String... command) throws InterruptedException;
}
