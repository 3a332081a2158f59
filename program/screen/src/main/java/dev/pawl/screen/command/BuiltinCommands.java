package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.ai.Models;
import dev.pawl.api.Command;
import dev.pawl.api.context.CommandContext;
import dev.pawl.cli.BuiltinNames;
import dev.pawl.cli.Notice;
import dev.pawl.screen.picker.Menus;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.screen.view.Shortcuts;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The commands that come with the program. */
public final class BuiltinCommands {
    /** Older names, which are not listed. */
    private static final Map<String, String> ALIASES = Map.of("exit", "quit", "branch", "fork");

    private final AgentScreen face;
    private final Map<String, Builtin> commands = new LinkedHashMap<>();
    private final ModelCommands models;
    private final FirstStart firstStart;

    /** A command: what it does with what is behind its name. */
    public record Builtin(
            String name,
            String description,
            @Nullable String argument,
            Command.@Nullable Completer completer,
            Action action) {}

    /** Runs on a thread of its own and may wait. */
    @FunctionalInterface
    interface Action {
        void run(String argument) throws Exception;
    }

    /**
     * The commands of one conversation.
     *
     * @param trusted receives what the user decides about a project
     * @param notices what was wrong or left out when hooks and settings were loaded
     */
    public BuiltinCommands(
            SessionDisplay display,
            AgentScreen face,
            Agent agent,
            Models registry,
            Sessions sessions,
            SessionPaths sessionPaths,
            Shortcuts shortcuts,
            BiConsumer<Path, Boolean> trusted,
            Supplier<List<Notice>> notices) {
        this.face = face;
        var out = new CommandOutput(face, display);
        var look = face.look();
        var questions = face.questions();
        var folders = face.folders();
        var menus = new Menus(look, face.dialogs());
        this.models = new ModelCommands(out, look, face.background(), agent, registry, menus);
        var session = new SessionCommands(out, face, display, agent, registry, sessions, sessionPaths, menus);
        var trust = new TrustCommand(out, look, questions, folders, agent, session, trusted);
        var keys = new LoginCommands(out, look, face.dialogs(), questions, agent, registry, menus, face.environment());
        this.firstStart = new FirstStart(out, questions, folders, agent, registry, keys);
        var looks = new LookCommands(out, look, face.copying(), folders, face.tui(), agent, shortcuts, menus);
        var hooks = new HookReports(out, look, folders, agent);
        var why = new WhyReport(out, look, agent, notices);
        var sharing = new ShareDialog(out, look, questions, folders, face.environment(), agent, sessions);
        // format:off  One line a command.
        add("settings", "change settings", null, _ -> new SettingsMenu(out, face, agent, menus).open());
        add("model", "choose the model", "[name]", models::complete, models::choose);
        add("thinking", "choose how much the model thinks", "[level]", models::completeLevel, models::level);
        add("scoped-models", "choose the short list that keys cycle through", null, _ -> new ShortList(out, look, face.background(), agent, registry, menus).open());
        add("new", "begin a new session", null, _ -> agent.newSession(CommandContext.NewSession.plain()));
        add("resume", "go on with another session", null, _ -> session.resume());
        add("tree", "go elsewhere in this session", null, _ -> session.tree());
        add("fork", "begin a session from an earlier message", null, _ -> session.fork());
        add("clone", "go on in a copy of this session", null, _ -> session.copy());
        add("name", "name this session", "[name]", null, session::name);
        add("session", "figures of this session", null, _ -> session.figures());
        add("compact", "compact the conversation", "[what to mind]", null, session::compact);
        add("recover", "go on with a run that the end of the program interrupted", null, _ -> session.recover());
        add("export", "write this session to a file", "[file]", null, session::export);
        add("share", "make a copy for others, without secrets", "[file]", null, sharing::share);
        add("import", "go on with a copy of a session file", "<file.jsonl>", null, session::adopt);
        add("find", "search the conversation for words", "[words]", null, looks::find);
        add("copy", "copy the last answer", null, _ -> looks.copy());
        add("hooks", "what is loaded, what it listens to, how it does", null, _ -> hooks.hooks());
        add("why", "which hook did what to a tool call or request", "[call]", why::complete, why::show);
        add("login", "save a provider's key", "[provider]", keys::complete, keys::login);
        add("logout", "forget a provider's key", "[provider]", keys::complete, keys::logout);
        add("trust", "decide whether to trust this project", null, _ -> trust.run());
        add("reload", "load hooks, settings and resources again", null, _ -> session.reload());
        add("hotkeys", "all keys", null, _ -> looks.hotkeys());
        add("changelog", "what is new", null, _ -> looks.changelog());
        add("help", "all commands", null, _ -> looks.help(List.copyOf(commands.values())));
        add("quit", "leave", null, _ -> display.quit());
        // format:on
    }

    private void add(String name, String description, @Nullable String argument, Action action) {
        add(name, description, argument, null, action);
    }

    private void add(
            String name,
            String description,
            @Nullable String argument,
            Command.@Nullable Completer completer,
            Action action) {
        if (!BuiltinNames.has(name)) {
            throw new IllegalStateException("/" + name + " is missing from the names");
        }
        commands.put(name, new Builtin(name, description, argument, completer, action));
    }

    public List<Builtin> all() {
        return List.copyOf(commands.values());
    }

    /** Whether a name, or another word for it, calls one of these. */
    public boolean has(String name) {
        return commands.containsKey(ALIASES.getOrDefault(name, name));
    }

    /** What may follow a command's name. */
    public List<Command.Completion> complete(String name, String prefix) {
        var command = commands.get(name);
        var completer = command == null ? null : command.completer();
        try {
            return completer == null ? List.of() : completer.complete(prefix);
        } catch (Exception e) {
            return List.of();
        }
    }

    public FirstStart firstStart() {
        return firstStart;
    }

    public ModelCommands models() {
        return models;
    }

    /** Runs the command that a text calls; false if it is none of these. */
    public boolean run(String text) {
        if (!text.startsWith("/")) {
            return false;
        }
        int space = text.indexOf(' ');
        var name = text.substring(1, space < 0 ? text.length() : space);
        var command = commands.get(ALIASES.getOrDefault(name, name));
        var argument = space < 0 ? "" : text.substring(space + 1).strip();
        if (command == null || (!argument.isEmpty() && command.argument() == null)) {
            return false;
        }
        face.background().start("/" + name, () -> command.action().run(argument));
        return true;
    }
}
