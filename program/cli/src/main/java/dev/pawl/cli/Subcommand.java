package dev.pawl.cli;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The commands of the program, with their help and the words that may follow: one table for parsers, help and shells. */
@SuppressWarnings("ImmutableEnumChecker") // The list is one of List.of.
public enum Subcommand {
    // format:off
    HOOKS("""
        pawl [options] hooks                     list the loaded hooks and the events they listen to
        pawl [options] hooks try POINT [TEXT]    send one event to them: hooks try tool_call "rm -rf x"
        pawl [options] hooks try /COMMAND [ARGS] run a command of a hook; tool:NAME '{…}' calls a tool of one
        pawl [options] hooks doctor              check what hooks need and report what is wrong
        pawl hooks new NAME [--point POINT]      write a hook; also --tool, --command, --provider, --test, -l
        pawl hooks init [FOLDER]                 write a Maven project for hooks, with settings for editors
        pawl hooks edit NAME                     open a hook in your editor
        pawl hooks allow URL                     let hooks take libraries (//DEPS) from this Maven repository
        pawl [options] hooks test EVENT          run hooks of other agents: hooks test PreToolUse < payload.json
        pawl hooks replay HOOK SESSION…          ask a hook about recorded sessions: what would differ?
        pawl hooks points                        list all events
        """, "new init edit try test doctor points allow replay"),
    TRUST("""
        pawl trust                               the projects that may run code, and what changed (trust --help)
        """, "list show approve revoke"),
    POLICY("""
        pawl policy check COMMAND                what would become of a command line, and which rule decides
        """, "check"),
    MCP("""
        pawl mcp                                 servers of tools: list, test, add, import (mcp --help)
        """, "list test add remove import login logout serve"),
    ACP("""
        pawl acp                                 work for an editor, as --mode acp
        """, ""),
    TRACE("""
        pawl trace SESSION [OUT]                 what hooks did in a session, and how long it took
        """, ""),
    AUDIT("""
        pawl audit verify|export [FILE]          check the record of decisions, or send it to a collector
        """, "verify export"),
    WATCH("""
        pawl watch [--port PORT]                 a page of the sessions that run now, to answer their questions
        """, ""),
    FLEET("""
        pawl fleet, pawl worker                  sessions that outlive the program that runs them (fleet --help)
        """, "submit send list attach approve cancel logs remove pack move drain"),
    WORKER("", ""),
    SHARE("""
        pawl share SESSION [OUT]                 make a copy of a session for others, without secrets
        """, ""),
    DEV("""
        pawl dev publish [--to FOLDER]           put the API and the test kit into ~/.m2/repository
        """, "publish"),
    COMPLETIONS("""
        pawl completions bash|zsh|fish           what your shell needs to complete command lines
        """, "bash zsh fish"),
    INSTALL("""
        pawl install|remove|update SOURCE        packages of hooks, skills, prompts and themes: npm:NAME,
        """, ""),
    REMOVE("", ""),
    UNINSTALL("", ""),
    UPDATE("", ""),
    LIST("""
        pawl list, pawl config                   git:HOST/USER/REPO, mvn:GROUP:ARTIFACT or a path (install --help)
        """, ""),
    CONFIG("", "enable disable"),
    AUTH("""
        pawl auth check --provider NAME          whether a provider has a key, or its key itself (auth --help)
        """, "check print-api-key print-bearer-token");
    // format:on

    /** The words behind {@code hooks} that load no hooks, and so take no options of the program. */
    private static final List<String> WITHOUT_HOOKS = List.of("new", "init", "edit", "allow", "replay");

    /** The words of which one may follow; empty for a command that takes a name, a file or nothing. */
    public final List<String> words;

    /** Its lines in the help of the program. */
    final String help;

    Subcommand(String help, String words) {
        this.help = help;
        this.words = words.isEmpty() ? List.of() : List.of(words.split(" ", -1));
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
            case POLICY, AUTH -> rest.isEmpty() || takesWord(rest.getFirst());
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
