package dev.pawl.agent.session;

import dev.pawl.api.Command;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.Contributions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slash commands of a session's hooks. */
public final class Commands {
    private static final Duration COMPLETION_PATIENCE = Duration.ofSeconds(2);

    private final Engine engine;

    Commands(Engine engine) {
        this.engine = engine;
    }

    public boolean isCommand(String text) {
        return text.startsWith("/") && find(name(text)) != null;
    }

    /** Returns the command of a name; null if no hook has it. */
    Contributions.@Nullable NamedCommand find(String name) {
        return contributed().command(name);
    }

    private Contributions contributed() {
        return new Contributions(engine.hooks());
    }

    List<CommandInfo> infos() {
        return contributed().commands().stream()
                .map(command -> new CommandInfo(
                        command.name(),
                        command.command().description(),
                        CommandInfo.Kind.EXTENSION,
                        command.hook().source()))
                .toList();
    }

    /** Returns possible arguments of a command; none if it offers none, or fails. */
    public List<Command.Completion> complete(String name, String prefix) {
        var command = contributed().command(name);
        var completer = command == null ? null : command.command().completer();
        if (completer == null) {
            return List.of();
        }
        try {
            return Bounded.call(
                    "completion of " + name, () -> List.copyOf(completer.complete(prefix)), COMPLETION_PATIENCE);
        } catch (Bounded.Broken e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /** Returns the name of the command that a text calls. */
    static String name(String text) {
        int space = text.indexOf(' ');
        return text.substring(1, space < 0 ? text.length() : space);
    }
}
