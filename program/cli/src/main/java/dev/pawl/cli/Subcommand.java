package dev.pawl.cli;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The commands of the program, with the words that may follow each: one table for the parsers and the shells. */
@SuppressWarnings("ImmutableEnumChecker") // The list is one of List.of.
public enum Subcommand {
    HOOKS("new", "init", "edit", "try", "test", "doctor", "points", "allow", "replay"),
    INSTALL,
    REMOVE,
    UNINSTALL,
    UPDATE,
    LIST,
    CONFIG("enable", "disable"),
    POLICY("check"),
    TRUST("list", "show", "approve", "revoke"),
    MCP("list", "test", "add", "remove", "import", "login", "logout", "serve"),
    FLEET("submit", "send", "list", "attach", "approve", "cancel", "logs", "remove", "pack", "move", "drain"),
    AUDIT("verify", "export"),
    WORKER,
    WATCH,
    SHARE,
    TRACE,
    ACP,
    DEV("publish"),
    COMPLETIONS("bash", "zsh", "fish");

    /** The words of which one may follow; empty for a command that takes a name, a file or nothing. */
    public final List<String> words;

    Subcommand(String... words) {
        this.words = List.of(words);
    }

    /** The command that a command line begins with; null if it begins with something else. */
    public static @Nullable Subcommand of(List<String> args) {
        for (var command : values()) {
            if (!args.isEmpty() && args.getFirst().equals(command.written())) {
                return command;
            }
        }
        return null;
    }

    /** As it is typed. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the command line has one of its words behind the command. */
    public boolean isFollowed(List<String> args) {
        return args.size() > 1 && words.contains(args.get(1));
    }

    /** What is reported about a word that is none of its words. */
    public Refusal refusal(String word) {
        return Refusal.ofArguments(written() + " takes " + String.join(", ", words) + ", not \"" + word + "\"");
    }
}
