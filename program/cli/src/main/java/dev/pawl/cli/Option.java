package dev.pawl.cli;

import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.base.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Every option of the command line: its names, its value, and its text in the help. */
@SuppressWarnings("ImmutableEnumChecker") // The list is one of List.of, the check of a value has no state.
public enum Option {
    // format:off
    PRINT(Section.OUTPUT, "print the answer and exit, without a screen", "--print", "-p"),
    MODE(Section.OUTPUT, Value.oneOf(CommandLine.Output.words()), """
        text: the last answer; json: every event as a line of JSON;
        rpc: another program sends commands and reads events;
        acp: an editor does, by the Agent Client Protocol\
        """, "--mode"),

    MODEL(Section.MODEL, Value.of("NAME", "a model, as provider/id or a part of its name"), "provider/id or a part of a name; with :high, its thinking level", "--model"),
    PROVIDER(Section.MODEL, Value.of("NAME", "the name of a provider"), "the provider of the model that --model names", "--provider"),
    API_KEY(Section.MODEL, Value.of("KEY", "a key"), "the key of the provider", "--api-key"),
    THINKING(Section.MODEL, Value.oneOf("LEVEL", "a level: ", ThinkingLevel.words()), Words.or(ThinkingLevel.words()), "--thinking"),
    MODELS(Section.MODEL, Value.of("PATTERNS", "patterns of models, with commas between them"), "the models to cycle through: claude*,openai/gpt-5:high", "--models"),
    LIST_MODELS(Section.MODEL, Value.optional("QUERY"), "list the models that have a key", "--list-models"),

    CONTINUE(Section.SESSION, "continue the last session of this folder", "--continue", "-c"),
    SESSION(Section.SESSION, Value.of("FILE|ID", "a session file, or the beginning of a session's id"), "continue this session; the beginning of its id is enough", "--session"),
    FORK(Section.SESSION, Value.of("FILE|ID", "a session file, or the beginning of a session's id"), "continue a copy of this session", "--fork"),
    SESSION_ID(Section.SESSION, Value.of("ID", "an id for the new session"), "the session with exactly this id; created if there is none", "--session-id"),
    RECOVER(Section.SESSION, "go on with a run that the end of the program interrupted", "--recover"),
    WORKTREE(Section.SESSION, "work in a git worktree of its own; it is removed if nothing was done", "--worktree"),
    NO_SESSION(Section.SESSION, "do not save the session", "--no-session"),
    NAME(Section.SESSION, Value.of("NAME", "a name for the session").checked(Option::filled), "name the session", "--name", "-n"),
    SESSION_DIR(Section.SESSION, Value.of("FOLDER", "a folder for sessions"), "the folder that sessions are stored in", "--session-dir"),
    RESUME(Section.SESSION, "choose a session on the screen", "--resume", "-r"),
    EXPORT(Section.SESSION, Value.of("FILE|ID", "a session file, or the beginning of a session's id"), "write this session to a file: --export SESSION [out.html|.md|.jsonl]", "--export"),

    TOOLS(Section.TOOLS, Value.of("NAMES", "names of tools, with commas between them"), "only these (read,bash,my*), or changes: +grep,-bash", "--tools", "-t"),
    EXCLUDE_TOOLS(Section.TOOLS, Value.of("NAMES", "names of tools, with commas between them"), "without these", "--exclude-tools", "-xt"),
    NO_BUILTIN_TOOLS(Section.TOOLS, "only the tools of hooks", "--no-builtin-tools", "-nbt"),
    NO_TOOLS(Section.TOOLS, "no tools", "--no-tools", "-nt"),

    HOOK(Section.HOOKS, Value.of("PATH", "the path of a hook: a .java file, a .jar or a folder"), "load a hook for this run: a .java file, a .jar or a folder; may be repeated", "--hook", "--extension", "-e"),
    NO_EXTENSIONS(Section.HOOKS, "load only the hooks named with --hook", "--no-extensions", "-ne"),
    APPROVE(Section.HOOKS, "trust this project's own files, for this run", "--approve", "-a"),
    NO_APPROVE(Section.HOOKS, "do not trust them, whatever was decided before", "--no-approve", "-na"),

    PERMISSION_MODE(Section.HOOKS, Value.oneOf(PermissionMode.words()), "how much is asked: " + String.join(", ", PermissionMode.words()), "--permission-mode"),

    SYSTEM_PROMPT(Section.PROMPT, Value.of("TEXT|FILE", "a text or the path of one"), "replace the system prompt", "--system-prompt"),
    APPEND_SYSTEM_PROMPT(Section.PROMPT, Value.of("TEXT|FILE", "a text or the path of one"), "add to the system prompt; may be repeated", "--append-system-prompt"),
    NO_CONTEXT_FILES(Section.PROMPT, "ignore AGENTS.md and similar files", "--no-context-files", "-nc"),
    SKILL(Section.PROMPT, Value.of("PATH", "the path of a skill"), "one more skill; may be repeated", "--skill"),
    NO_SKILLS(Section.PROMPT, "no skills except those named with --skill", "--no-skills", "-ns"),
    PROMPT_TEMPLATE(Section.PROMPT, Value.of("PATH", "the path of a prompt template"), "one more prompt template; may be repeated", "--prompt-template"),
    NO_PROMPT_TEMPLATES(Section.PROMPT, "no templates except those named with --prompt-template", "--no-prompt-templates", "-np"),

    TUI_MODE(Section.SCREEN, Value.oneOf(List.of("regular", "fullscreen")), "regular: below the lines of the shell; fullscreen: a screen of its own", "--tui-mode"),
    USE_THEME(Section.SCREEN, Value.of("NAME", "the name of a theme").checked(Option::filled), "the theme for this run", "--use-theme"),
    THEME(Section.SCREEN, Value.of("PATH", "the path of a theme"), "one more theme; may be repeated", "--theme"),
    NO_THEMES(Section.SCREEN, "no themes except the built-in ones and those named with --theme", "--no-themes"),
    VERBOSE(Section.SCREEN, "accepted for compatibility; without effect", "--verbose"),

    OFFLINE(Section.OTHER, "use no network except for the model", "--offline"),
    NO_MCP(Section.OTHER, "connect no MCP servers", "--no-mcp"),
    HELP(Section.OTHER, "print this text", "--help", "-h"),
    VERSION(Section.OTHER, "print the version", "--version", "-v");
    // format:on

    /** The parts of the help. */
    enum Section {
        OUTPUT("Output"),
        MODEL("Model"),
        SESSION("Session"),
        TOOLS("Tools"),
        HOOKS("Hooks and project"),
        PROMPT("System prompt"),
        SCREEN("Screen"),
        OTHER("Other");

        final String title;

        Section(String title) {
            this.title = title;
        }
    }

    /**
     * The value that follows an option.
     *
     * @param placeholder what the help shows in its place
     * @param needed what the option needs, for the message when it is missing
     * @param words the values that there are; empty if they are not few
     * @param check returns the value to use, or refuses it
     */
    record Value(String placeholder, String needed, boolean required, List<String> words, Check check) {
        /** Checks the value that was given to the option of a name. */
        @FunctionalInterface
        interface Check {
            String apply(String name, String needed, String value);
        }

        static Value of(String placeholder, String needed) {
            return new Value(placeholder, needed, true, List.of(), (_, _, value) -> value);
        }

        static Value optional(String placeholder) {
            return new Value(placeholder, "", false, List.of(), (_, _, value) -> value);
        }

        static Value oneOf(List<String> words) {
            return oneOf(String.join("|", words), "", words);
        }

        static Value oneOf(String placeholder, String what, List<String> words) {
            var choice = Words.or(words);
            return new Value(placeholder, what + choice, true, words, (name, _, value) -> {
                if (!words.contains(value)) {
                    throw Refusal.ofArguments(name + " is " + choice + ", not \"" + value + "\"");
                }
                return value;
            });
        }

        Value checked(Check check) {
            return new Value(placeholder, needed, required, words, check);
        }

        Value checked(UnaryOperator<String> check) {
            return checked((_, _, value) -> check.apply(value));
        }
    }

    private static final Map<String, Option> BY_NAME = byName();

    /**
     * Without streams and maps of enums: the first of them in a JVM costs as much as all the rest of the command line.
     */
    private static Map<String, Option> byName() {
        var all = new HashMap<String, Option>();
        for (var option : values()) {
            for (var name : option.names) {
                all.put(name, option);
            }
        }
        return Map.copyOf(all);
    }

    final Section section;
    final @Nullable Value value;
    final String help;
    final List<String> names;

    Option(Section section, String help, String... names) {
        this.section = section;
        this.value = null;
        this.help = help;
        this.names = List.of(names);
    }

    Option(Section section, Value value, String help, String... names) {
        this.section = section;
        this.value = value;
        this.help = help;
        this.names = List.of(names);
    }

    /** Returns all names. */
    static Set<String> names() {
        return BY_NAME.keySet();
    }

    /** The option of a name; null if there is none. */
    static @Nullable Option find(String name) {
        return BY_NAME.get(name);
    }

    private static String filled(String name, String needed, String value) {
        if (value.isBlank()) {
            throw Refusal.ofArguments(name + " needs " + needed + ", not an empty text");
        }
        return value.strip();
    }
}
