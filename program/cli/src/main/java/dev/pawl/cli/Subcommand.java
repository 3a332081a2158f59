package dev.pawl.cli;

import dev.pawl.base.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
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
        pawl hooks export --to AGENT HOOK [DIR]  let a hook guard claude, codex, gemini, cursor, copilot or ahp
        pawl hooks validate DIR [--json]         what a plugin of Claude Code listens to, guards and calls
        pawl hooks replay HOOK SESSION…          ask a hook about recorded sessions: what would differ?
        pawl hooks points                        list all events
        """, "list new init edit try test doctor points allow export validate replay"),
    TRUST("""
        pawl trust                               the projects that may run code, and what changed (trust --help)
        """, "list show approve revoke"),
    POLICY("""
        pawl policy check COMMAND                what would become of a command line, and which rule decides
        pawl policy import FILE                  what rules of Codex or Gemini CLI mean here
        """, "check import"),
    SECRETS("""
        pawl secrets                             values that commands use and nothing shows: list, add, check
        """, "list add check"),
    MCP("""
        pawl mcp                                 servers of tools: list, test, add, import (mcp --help)
        """, "list test add remove import login logout serve"),
    ACP("""
        pawl acp                                 work for an editor, as --mode acp
        """, ""),
    AHP("""
        pawl ahp serve [--http PORT]             judge calls of other agents by the rules of this folder
        """, "serve"),
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
        """, "submit send list show attach approve cancel logs remove prune pack move drain"),
    WORKER("", ""),
    SHARE("""
        pawl share SESSION [OUT]                 make a copy of a session for others, without secrets
        """, ""),
    DEV("""
        pawl dev publish [--to FOLDER]           put the artefacts of Pawl into ~/.m2/repository
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
    DOCTOR("""
        pawl doctor [--json] [--bundle FILE]     check machine, keys, network, sandbox, trust, hooks (doctor --help)
        """, ""),
    AUTH("""
        pawl auth check --provider NAME          whether a provider has a key, or its key itself (auth --help)
        """, "check print-api-key print-bearer-token");
    // format:on

    /** The words behind {@code hooks} that load no hooks, and so take no options of the program. */
    private static final List<String> WITHOUT_HOOKS =
            List.of("new", "init", "edit", "allow", "export", "validate", "replay");

    /** Commands that other programs have, and what does the same here. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "help", "--help",
            "version", "--version",
            "models", "--list-models",
            "upgrade", "update",
            "resume", "--resume",
            "continue", "--continue",
            "export", "--export");

    /** Shorter words are too easily near to the name of a command. */
    private static final int SHORT = 4;

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
            case POLICY, SECRETS, AUTH, AHP -> rest.isEmpty() || takesWord(rest.getFirst());
            case DEV -> !rest.isEmpty() && words.contains(rest.getFirst());
            case COMPLETIONS -> rest.size() == 1 && words.contains(rest.getFirst());
            case WORKER, WATCH, DOCTOR -> rest.isEmpty() || rest.getFirst().startsWith("-");
            case SHARE -> !rest.isEmpty();
            default -> true;
        };
    }

    private boolean takesWord(String word) {
        return words.contains(word) || word.startsWith("-");
    }

    /**
     * Returns why words are refused that look like a command and are none; null if they are a prompt.
     *
     * @param words the arguments that are not options
     */
    public static @Nullable Refusal mistyped(List<String> words) {
        if (words.isEmpty()) {
            return null;
        }
        var first = words.getFirst();
        var rest = words.subList(1, words.size());
        var named = named(words);
        if (named != null) {
            var meant = rest.isEmpty() ? null : Nearest.of(rest.getFirst(), named.words);
            return named == HOOKS || (rest.size() > 1 && meant == null) ? null : named.refusal(words, meant);
        }
        if (words.size() > 2) {
            return null;
        }
        var elsewhere = words.size() == 1 ? ELSEWHERE.get(first) : null;
        if (elsewhere != null) {
            return refusal(words, "there is no command " + first, elsewhere);
        }
        var names = Stream.of(values()).map(Subcommand::written).toList();
        var near = first.length() < SHORT ? null : Nearest.of(first, names, 1);
        boolean command = near != null
                && (rest.isEmpty()
                        ? !near.startsWith(first)
                        : isArgument(rest.getFirst(), valueOf(near.toUpperCase(Locale.ROOT))));
        return command
                ? refusal(words, "there is no command " + first, near + (rest.isEmpty() ? "" : " " + rest.getFirst()))
                : null;
    }

    private static boolean isArgument(String word, Subcommand command) {
        return command.words.contains(word)
                || word.startsWith("npm:")
                || word.startsWith("git:")
                || word.indexOf('/') >= 0;
    }

    private Refusal refusal(List<String> given, @Nullable String meant) {
        var rest = given.subList(1, given.size());
        if (rest.isEmpty()) {
            return refusal(given, written() + " needs more: see pawl --help", null);
        }
        return words.contains(rest.getFirst())
                ? refusal(given, written() + " " + rest.getFirst() + " takes less than that", null)
                : refusal(given, takes(rest.getFirst()), meant == null ? null : written() + " " + meant);
    }

    private static Refusal refusal(List<String> given, String what, @Nullable String meant) {
        return Refusal.ofArguments(what + didYouMean(meant) + " A prompt of these words is given behind --: pawl -- "
                + String.join(" ", given));
    }

    private static String didYouMean(@Nullable String meant) {
        return meant == null ? "." : "; did you mean pawl " + meant + "?";
    }

    private String takes(String word) {
        return written() + (words.isEmpty() ? " takes no " : " takes " + String.join(", ", words) + ", not ") + "\""
                + word + "\"";
    }

    /** As it is typed. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What is reported about a word that is none of its words. */
    public Refusal refusal(String word) {
        var near = Nearest.of(word, words);
        return Refusal.ofArguments(takes(word) + (near == null ? "" : didYouMean(written() + " " + near)));
    }

    /** Refuses what follows the name of a command if it is neither an option nor one of its words. */
    public void checkWord(List<String> rest) {
        if (!words.isEmpty() && !rest.isEmpty() && !takesWord(rest.getFirst())) {
            throw refusal(rest.getFirst());
        }
    }
}
