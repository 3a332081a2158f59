package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.api.Command;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.ui.Autocompletion;
import dev.pawl.cli.SlashCommand;
import dev.pawl.config.settings.Keys;
import dev.pawl.screen.command.BuiltinCommands;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.tools.ProjectFiles;
import dev.pawl.tui.editor.Completions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Completes commands and files with those there are now. */
final class LiveCompletion implements Autocompletion {
    private final AgentScreen screen;
    private final Agent agent;
    private final BuiltinCommands builtins;
    private List<CommandInfo> known = List.of();
    private final ProjectFiles files;
    private @Nullable Path cwd;
    private @Nullable Completions completions;

    LiveCompletion(AgentScreen screen, Agent agent, BuiltinCommands builtins) {
        this.screen = screen;
        this.agent = agent;
        this.builtins = builtins;
        this.files = new ProjectFiles(screen.environment, screen.folders.home());
    }

    @Override
    public @Nullable Suggestions suggest(List<String> lines, int line, int column, boolean forced)
            throws InterruptedException {
        return current().suggest(lines, line, column, forced);
    }

    @Override
    public Applied apply(List<String> lines, int line, int column, Item item, String prefix) {
        return current().apply(lines, line, column, item, prefix);
    }

    private synchronized Completions current() {
        boolean begun = agent.hasBegun() && !agent.isClosed();
        var now = begun ? agent.context().tools().commands() : known;
        var here = begun ? agent.session().cwd() : screen.folders.cwd();
        var last = completions;
        if (last == null || !now.equals(known) || !here.equals(cwd)) {
            known = now;
            cwd = here;
            last = new Completions(commands(now), here, screen.environment, files::below);
            completions = last;
        }
        return last;
    }

    private List<Completions.Command> commands(List<CommandInfo> brought) {
        var commands = new ArrayList<Completions.Command>();
        for (var command : SlashCommand.values()) {
            commands.add(new Completions.Command(
                    command.word(),
                    command.description,
                    command.argument,
                    builtins.completes(command) ? prefix -> items(builtins.complete(command, prefix)) : null));
        }
        boolean skills = screen.settings().get(Keys.ENABLE_SKILL_COMMANDS);
        for (var info : brought) {
            if ((info.kind() != CommandInfo.Kind.SKILL || skills) && SlashCommand.find(info.name()) == null) {
                commands.add(new Completions.Command(
                        info.name(),
                        info.description(),
                        null,
                        info.kind() != CommandInfo.Kind.EXTENSION
                                ? null
                                : prefix -> items(agent.completeCommand(info.name(), prefix))));
            }
        }
        return commands;
    }

    private static List<Item> items(List<Command.Completion> completions) {
        return completions.stream()
                .map(one -> new Item(one.value(), one.label(), one.description()))
                .toList();
    }
}
