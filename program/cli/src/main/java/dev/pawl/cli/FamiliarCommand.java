package dev.pawl.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Slash commands that people know from other agents, and what does the same here.
 *
 * <p>A command of the program or of a hook that has such a name comes first.
 */
public enum FamiliarCommand {
    CLEAR(new Runs(SlashCommand.NEW, "")),
    RESET(new Runs(SlashCommand.NEW, "")),
    EXIT(new Runs(SlashCommand.QUIT, "")),
    BRANCH(new Runs(SlashCommand.FORK, "")),
    COST(new Runs(SlashCommand.SESSION, "")),
    USAGE(new Runs(SlashCommand.SESSION, "")),
    STATUS(new Runs(SlashCommand.SESSION, "")),
    REWIND(new Runs(SlashCommand.TREE, "")),
    UNDO(new Runs(SlashCommand.TREE, "")),
    CONFIG(new Runs(SlashCommand.SETTINGS, "")),
    THEME(new Runs(SlashCommand.SETTINGS, "theme")),
    MODELS(new Runs(SlashCommand.MODEL, "")),
    EFFORT(new Runs(SlashCommand.THINKING, "")),
    KEYBINDINGS(new Runs(SlashCommand.HOTKEYS, "")),
    TASKS(new Runs(SlashCommand.RUNNING, "")),
    BASHES(new Runs(SlashCommand.RUNNING, "")),
    RELEASE_NOTES(new Runs(SlashCommand.CHANGELOG, "")),
    PLAN(new RunsOfHook(
            "mode",
            "plan",
            "Plan mode belongs to the permissions: start with --permission-mode plan,"
                    + " or put \"permissions\": {} into the settings and /reload.")),
    PERMISSIONS(new RunsOfHook(
            "mode",
            "",
            "Every call runs: there are no \"permissions\" in the settings. They name what is"
                    + " allowed, asked about and denied (docs/policy.md).")),
    INIT(new Writes("Look through this project and write AGENTS.md for agents and people who are new to it: what it is,"
            + " how to build, test and run it, how it is laid out, and the conventions that are easy to miss. Keep it"
            + " under a page; improve the file if there is one.")),
    REVIEW(new Writes("Review the changes of this project that are not committed. Report mistakes, missing tests and"
            + " what is hard to understand, the worst first, each with file and line. Change nothing.")),
    MEMORY(new Says(
            "What holds in every session is read from AGENTS.md: the one of the project, and ~/.pi/agent/AGENTS.md."
                    + " Change the file, then /reload; /context shows which ones are read.")),
    AGENTS(new Says(
            "Subagents are tools that hooks add; /hooks lists what each hook adds, /running shows those at work.")),
    MCP(new Says("No servers of tools are configured; in a shell, pawl mcp add adds one.")),
    DOCTOR(new Says("In a shell, pawl hooks doctor checks what hooks need. /hooks and /why show what they do."));

    @SuppressWarnings("ImmutableEnumChecker") // A record of strings and enums.
    public final Meaning meaning;

    FamiliarCommand(Meaning meaning) {
        this.meaning = meaning;
    }

    /** The meaning of a name. */
    public sealed interface Meaning {}

    /** A command of the program does it. */
    public record Runs(SlashCommand command, String argument) implements Meaning {}

    /** A command of a hook does it; {@code otherwise} says what to do where that hook is not loaded. */
    public record RunsOfHook(String command, String argument, String otherwise) implements Meaning {}

    /** A prompt does it, which is put into the editor. */
    public record Writes(String prompt) implements Meaning {}

    /** Something else does it, which is said. */
    public record Says(String text) implements Meaning {}

    /** The name, without the slash. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what a word stands for; null if it is none of them. */
    public static @Nullable FamiliarCommand find(String word) {
        for (var command : values()) {
            if (command.word().equals(word)) {
                return command;
            }
        }
        return null;
    }
}
