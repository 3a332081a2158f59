package dev.pawl.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The slash commands of the screen, in the order in which {@code /help} lists them. */
public enum SlashCommand {
    SETTINGS("change settings", "[words]"),
    MODEL("choose the model", "[name]"),
    THINKING("choose how much the model thinks", "[level]"),
    SCOPED_MODELS("choose the short list that keys cycle through"),
    NEW("begin a new session"),
    RESUME("continue another session"),
    TREE("go elsewhere in this session"),
    FORK("begin a session from an earlier message"),
    CLONE("continue in a copy of this session"),
    NAME("name this session", "[name]"),
    SESSION("figures of this session"),
    CONTEXT("what fills the model's window, and what each hook put there"),
    RUNNING("what is under way: look into it, end it alone"),
    COMPACT("compact the conversation", "[what to mind]"),
    RECOVER("continue a run that the end of the program interrupted"),
    EXPORT("write this session to a file", "[file]"),
    SHARE("make a copy for others, without secrets", "[file]"),
    IMPORT("continue with a copy of a session file", "<file.jsonl>"),
    FIND("search the conversation for words", "[words]"),
    COPY("copy the last answer"),
    HOOKS("what is loaded, what it listens to, how it does"),
    WHY("which hook did what to a tool call or request", "[call]"),
    LOGIN("save a provider's key", "[provider]"),
    LOGOUT("forget a provider's key", "[provider]"),
    TRUST("decide whether to trust this project"),
    RELOAD("load hooks, settings and resources again"),
    HOTKEYS("all keys"),
    CHANGELOG("what is new"),
    HELP("all commands"),
    QUIT("leave");

    public final String description;

    /** What may follow the name; null if nothing may. */
    public final @Nullable String argument;

    SlashCommand(String description) {
        this(description, null);
    }

    SlashCommand(String description, @Nullable String argument) {
        this.description = description;
        this.argument = argument;
    }

    /** The name, without the slash. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the command of a name; null if there is none. */
    public static @Nullable SlashCommand find(String word) {
        for (var command : values()) {
            if (command.word().equals(word)) {
                return command;
            }
        }
        return null;
    }
}
