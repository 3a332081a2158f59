package dev.pawl.api;

import dev.pawl.api.context.CommandContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A slash command. */
public record Command(
        String name,
        String description,
        Handler handler,
        @Nullable Completer completer) {
    public Command {
        if (name.isBlank() || name.contains(" ") || name.startsWith("/")) {
            throw new IllegalArgumentException("a command's name is a word without the slash, not \"" + name + "\"");
        }
    }

    @FunctionalInterface
    public interface Handler {
        Outcome run(CommandContext ctx) throws Exception;
    }

    /** Suggests arguments for what was typed behind the name so far. */
    @FunctionalInterface
    public interface Completer {
        List<Completion> complete(String prefix) throws Exception;
    }

    public record Completion(
            String value, String label, @Nullable String description) {
        public static Completion of(String value) {
            return new Completion(value, value, null);
        }
    }
}
