package dev.pawl.api;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.tool.BuiltinTools;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.McpServer;
import dev.pawl.api.value.OnFailure;
import dev.pawl.api.value.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The program as a hook sees it at load time: a hook registers here what it listens to and what it contributes.
 *
 * <p>Registering is possible at any later time, too. What acts on a session is in {@link HookContext}: handlers get
 * one, and {@link #context} gives one to timers and threads of the hook's own.
 */
public interface Host {
    // Listening

    /** Listens at a point. Handlers are called in the order of hooks, then of registration. */
    <H> Subscription on(HookPoint<?, H> point, H handler);

    /**
     * Listens at a point and specifies what happens if the handler fails. A closed gate always stops; {@code STOP} is
     * possible where the table of points shows what is withheld, and refused elsewhere.
     */
    <H> Subscription on(HookPoint<?, H> point, H handler, OnFailure onFailure);

    /** Listens under a name, old or new. An unknown name is accepted, reported in a diagnostic, and never fired. */
    default Subscription onNamed(String name, NamedHandler handler) {
        return onNamed(name, handler, null);
    }

    /** Listens under a name and specifies what happens if the handler fails; null for the default of the point. */
    Subscription onNamed(String name, NamedHandler handler, @Nullable OnFailure onFailure);

    // Bringing

    /** Registers a tool. The hook's own tool of the same name is replaced; of two hooks the first one loaded wins. */
    void tool(Tool tool);

    /** Registers a slash command. */
    void command(Command command);

    /** Registers a slash command without completion of its arguments. */
    default void command(String name, String description, Command.Handler handler) {
        command(new Command(name, description, handler, null));
    }

    /** Registers a command that suggests its arguments while they are typed. */
    default void command(String name, String description, Command.Handler handler, Command.Completer completer) {
        command(new Command(name, description, handler, completer));
    }

    /** Registers a key that runs an action. */
    void shortcut(Shortcut shortcut);

    /** Registers an option of the command line. */
    void flag(Flag flag);

    /** The value of a switch of this hook, as given on the command line. */
    boolean flagged(String name);

    /** Returns the value of a text flag of this hook, as given on the command line; null if there is none. */
    @Nullable
    String flagValue(String name);

    /** Declares that this hook owns a type of session entry and what its data looks like. */
    <R extends Record> void entry(String type, Class<R> data);

    /** Rewrites shell commands of the bash tool just before they start. */
    void spawn(UnaryOperator<SpawnRequest> spawnHook);

    /** Draws the hook's own messages of this type. */
    void messageRenderer(String customType, MessageRenderer renderer);

    /** Draws the hook's own entries of this type. */
    void entryRenderer(String customType, MessageRenderer.ForEntry renderer);

    /** Draws calls and results of tools, also of those that others bring. */
    void toolRenderer(ToolRenderer.Resolver resolver);

    /** Changes Markdown on its way to the screen; one for each hook, a later one replaces it. */
    void markdownTransformer(MarkdownTransformer transformer);

    /** Registers a provider of models, or changes one that is there. */
    void provider(String name, ProviderConfig config);

    /** Removes a provider that this hook registered. */
    void removeProvider(String name);

    /** Changes fields of a model, such as its context window, in the words of {@code modelOverrides} of models.json. */
    void modelOverride(String provider, String id, JsonObject fields);

    /** Registers a model that chooses a real one for each request. */
    void virtualModel(VirtualModel model);

    /** Removes a virtual model that this hook registered. */
    void removeVirtualModel(String provider, String id);

    /** Registers a tool server. */
    void mcpServer(McpServer server);

    /** Removes a tool server that this hook registered. */
    void removeMcpServer(String name);

    /** Returns the tool servers that this hook registered. */
    List<McpServer> mcpServers();

    // Using

    /** Runs something again and again until the hook is unloaded or the subscription closed. */
    Subscription every(Duration period, Shortcut.Action action);

    /**
     * Returns a number that outlives this version of the hook: 0 at first, and kept over {@code /reload} and a change of session
     * until the program ends. Hooks do not share numbers; what must outlive the program belongs in an entry.
     */
    AtomicLong counter(String name);

    /** Returns the channels on which hooks send each other values. */
    EventBus events();

    /** Returns the built-in tools, to wrap them or to use them with other operations. */
    BuiltinTools builtins();

    /** Runs a program without a shell and waits for it. */
    default ExecResult exec(String... command) throws InterruptedException {
        return exec(ExecOptions.DEFAULT, command);
    }

    /** Runs a program without a shell, with a folder, variables or a time limit, and waits for it. */
    ExecResult exec(ExecOptions options, String... command) throws InterruptedException;

    /** Returns the current session, for timers and threads of the hook's own. Not usable before {@code session_start}. */
    HookContext context();
}
