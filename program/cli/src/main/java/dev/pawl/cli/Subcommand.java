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
    COMPLETIONS("bash", "zsh", "fish"),
    /** Kept free for a later version. */
    AUTH;

    /** The words behind {@code hooks} that load no hooks, and so take no options of the program. */
    private static final List<String> WITHOUT_HOOKS = List.of("new", "init", "edit", "allow", "replay");

    /** The words of which one may follow; empty for a command that takes a name, a file or nothing. */
    public final List<String> words;

    Subcommand(String... words) {
        this.words = List.of(words);
    }

    /** Returns the command that a command line is; null for prompts and options, also for a prompt that begins like one. */
    public static @Nullable Subcommand of(List<String> args) {
        var named = named(args);
        return named != null && named.takes(args.subList(1, args.size())) ? named : null;
    }

    /** Returns the command whose name a command line begins with; null if it begins with something else. */
    public static @Nullable Subcommand named(List<String> args) {
        for (var command : values()) {
            if (!args.isEmpty() && args.getFirst().equals(command.written())) {
                return command;
            }
        }
        return null;
    }

    private boolean takes(List<String> rest) {
        return switch (this) {
            case HOOKS -> !rest.isEmpty() && WITHOUT_HOOKS.contains(rest.getFirst());
            case TRUST -> rest.isEmpty() || (rest.size() <= 2 && takesWord(rest.getFirst()));
            case POLICY -> rest.isEmpty() || takesWord(rest.getFirst());
            case DEV -> !rest.isEmpty() && words.contains(rest.getFirst());
            case COMPLETIONS -> rest.size() == 1 && words.contains(rest.getFirst());
            case WORKER -> rest.isEmpty() || rest.getFirst().startsWith("-");
            case WATCH -> rest.isEmpty() || rest.getFirst().equals("--port");
            case SHARE -> !rest.isEmpty();
            default -> true;
        };
    }

    private boolean takesWord(String word) {
        return words.contains(word) || word.equals("--help");
    }

    /** As it is typed. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What is reported about a word that is none of its words. */
    public Refusal refusal(String word) {
        return Refusal.ofArguments(written() + " takes " + String.join(", ", words) + ", not \"" + word + "\"");
    }
}
