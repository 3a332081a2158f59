package dev.pawl.tui.editor;

import dev.pawl.api.ui.Autocompletion;
import dev.pawl.base.Fuzzy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Completes slash commands and their arguments, files after an {@code @}, and paths when asked to. */
public final class Completions implements Autocompletion {
    private static final int MOST = 50;

    private final List<Command> commands;
    private final FileCompletion files;

    public Completions(List<Command> commands, Path cwd, Map<String, String> environment, Listing listing) {
        this.commands = List.copyOf(commands);
        this.files = new FileCompletion(cwd, environment, listing);
    }

    /** Finds the files that can be named after an {@code @}. */
    @FunctionalInterface
    public interface Listing {
        /** Paths relative to the folder, in order, those of folders with a slash at their end; at most so many. */
        List<String> below(Path folder, int most) throws InterruptedException;
    }

    /** A command that can be completed; {@code arguments} may be null. */
    public record Command(
            String name,
            @Nullable String description,
            @Nullable String argumentHint,
            @Nullable Arguments arguments) {
        public static Command of(String name, String description) {
            return new Command(name, description, null, null);
        }
    }

    /** How the argument of a command may continue. May take its time. */
    @FunctionalInterface
    public interface Arguments {
        List<Item> complete(String prefix) throws InterruptedException;
    }

    @Override
    public @Nullable Suggestions suggest(List<String> lines, int line, int column, boolean forced)
            throws InterruptedException {
        var before = lines.get(line).substring(0, column);
        if (line == 0 && before.startsWith("/")) {
            int space = before.indexOf(' ');
            if (space < 0 && before.indexOf('/', 1) < 0) {
                return commands(before);
            }
            var arguments = space < 0 ? null : arguments(before.substring(1, space), before.substring(space + 1));
            if (arguments != null) {
                return arguments;
            }
        }
        return files.suggest(before, forced);
    }

    private @Nullable Suggestions commands(String prefix) {
        var found = Fuzzy.best(commands, prefix.substring(1), Command::name);
        var items = new ArrayList<Item>();
        for (var command : found.subList(0, Math.min(MOST, found.size()))) {
            var hint = command.argumentHint;
            var description = command.description == null ? "" : command.description;
            var shown = hint == null ? description : hint + (description.isEmpty() ? "" : " — " + description);
            items.add(new Item(command.name, command.name, shown.isEmpty() ? null : shown));
        }
        return items.isEmpty() ? null : new Suggestions(prefix, items);
    }

    private @Nullable Suggestions arguments(String name, String prefix) throws InterruptedException {
        for (var command : commands) {
            if (command.name.equals(name) && command.arguments != null) {
                var items = command.arguments.complete(prefix);
                return items.isEmpty() ? null : new Suggestions(prefix, items);
            }
        }
        return null;
    }

    @Override
    public Applied apply(List<String> lines, int line, int column, Item item, String prefix) {
        var text = lines.get(line);
        var before = text.substring(0, column - prefix.length());
        var after = text.substring(column);
        boolean command = prefix.startsWith("/") && before.isBlank() && line == 0 && isCommand(item.value());
        var value = command ? "/" + item.value() + " " : item.value();
        boolean closed = command || (prefix.startsWith("@") && !item.value().endsWith("/"));
        var inserted = closed && !command ? value + " " : value;
        if (inserted.endsWith(" ") && after.startsWith(" ")) {
            after = after.substring(1);
        }
        var changed = new ArrayList<>(lines);
        changed.set(line, before + inserted + after);
        return new Applied(List.copyOf(changed), line, before.length() + inserted.length());
    }

    private boolean isCommand(String value) {
        return commands.stream().anyMatch(command -> command.name.equals(value));
    }
}
