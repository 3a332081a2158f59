package dev.pawl.screen.command;

import dev.pawl.api.Command;
import dev.pawl.api.context.CommandContext;
import dev.pawl.cli.Notice;
import dev.pawl.cli.SlashCommand;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.screen.view.Shortcuts;
import dev.pawl.start.AgentStart;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Runs the slash commands that come with the program. */
public final class BuiltinCommands {
    /** Those that replace the session or its hooks: what is sent meanwhile waits, for it would find neither. */
    private static final Set<SlashCommand> REPLACING = EnumSet.of(
            SlashCommand.NEW,
            SlashCommand.RESUME,
            SlashCommand.FORK,
            SlashCommand.CLONE,
            SlashCommand.IMPORT,
            SlashCommand.TRUST,
            SlashCommand.RELOAD);

    private final AgentScreen screen;
    private final Map<SlashCommand, Action> actions = new EnumMap<>(SlashCommand.class);
    private final Map<SlashCommand, Command.Completer> completers;
    private final ModelCommands models;
    private final FirstStart firstStart;

    /** Runs on a thread of its own and may wait. */
    @FunctionalInterface
    private interface Action {
        void run(String argument) throws Exception;
    }

    /**
     * The commands of one conversation.
     *
     * @param notices what was wrong or left out when hooks and settings were loaded
     */
    public BuiltinCommands(
            SessionDisplay display,
            AgentScreen screen,
            AgentStart start,
            Shortcuts shortcuts,
            Supplier<List<Notice>> notices) {
        this.screen = screen;
        var scope = new CommandScope(screen, start, display);
        this.models = new ModelCommands(scope);
        var session = new SessionCommands(scope);
        var trust = new TrustCommand(scope, session);
        var keys = new LoginCommands(scope);
        this.firstStart = new FirstStart(scope, keys);
        var looks = new LookCommands(scope, shortcuts);
        var hooks = new HookReports(scope);
        var why = new WhyReport(scope, notices);
        var sharing = new ShareDialog(scope);
        this.completers = Map.of(
                SlashCommand.MODEL,
                models::complete,
                SlashCommand.THINKING,
                models::completeLevel,
                SlashCommand.WHY,
                why::complete,
                SlashCommand.LOGIN,
                keys::complete,
                SlashCommand.LOGOUT,
                keys::complete);
        for (var command : SlashCommand.values()) {
            actions.put(
                    command,
                    switch (command) {
                        case SETTINGS -> words -> new SettingsMenu(scope).open(words);
                        case MODEL -> models::choose;
                        case THINKING -> models::level;
                        case SCOPED_MODELS -> _ -> new ShortList(scope).open();
                        case NEW -> _ -> scope.agent().newSession(CommandContext.NewSession.plain());
                        case RESUME -> _ -> session.resume();
                        case TREE -> _ -> session.tree();
                        case FORK -> _ -> session.fork();
                        case CLONE -> _ -> session.copy();
                        case NAME -> session::name;
                        case SESSION -> _ -> session.figures();
                        case CONTEXT -> _ -> scope.report(new ContextReport(screen.look, scope.agent()));
                        case RUNNING -> _ -> running(scope);
                        case COMPACT -> session::compact;
                        case RECOVER -> _ -> session.recover();
                        case EXPORT -> session::export;
                        case SHARE -> sharing::share;
                        case IMPORT -> session::adopt;
                        case FIND -> looks::find;
                        case COPY -> _ -> looks.copy();
                        case HOOKS -> _ -> hooks.hooks();
                        case WHY -> why::show;
                        case LOGIN -> keys::login;
                        case LOGOUT -> keys::logout;
                        case TRUST -> _ -> trust.run();
                        case RELOAD -> _ -> session.reload();
                        case HOTKEYS -> _ -> looks.hotkeys();
                        case CHANGELOG -> _ -> looks.changelog();
                        case HELP -> _ -> looks.help();
                        case QUIT -> _ -> display.quit();
                    });
        }
    }

    private static void running(CommandScope scope) throws InterruptedException {
        var look = scope.screen().look;
        if (scope.agent().runningWork().isEmpty()) {
            scope.status("Nothing is under way.");
            return;
        }
        var keys = Hints.of(
                look.keys.text("tui.select.confirm") + " look into it",
                RunningList.END + " end it alone",
                look.keys.text("tui.select.cancel") + " back");
        scope.screen()
                .menus
                .<Boolean>open("Under way", "", keys, done -> new RunningList(look, scope.agent()::runningWork, done));
    }

    public boolean completes(SlashCommand command) {
        return completers.containsKey(command);
    }

    /** Returns what may follow a command's name. */
    public List<Command.Completion> complete(SlashCommand command, String prefix) {
        var completer = completers.get(command);
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
        var command = SlashCommand.find(name);
        var argument = space < 0 ? "" : text.substring(space + 1).strip();
        if (command == null || (!argument.isEmpty() && command.argument == null)) {
            return false;
        }
        var action = Objects.requireNonNull(actions.get(command), command.name());
        if (!REPLACING.contains(command)) {
            screen.background.start("/" + name, () -> action.run(argument));
            return true;
        }
        screen.submissions.hold();
        screen.background.start("/" + name, () -> {
            try {
                action.run(argument);
            } finally {
                screen.tui.run(screen.submissions::release);
            }
        });
        return true;
    }
}
