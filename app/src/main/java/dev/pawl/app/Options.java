package dev.pawl.app;

import dev.pawl.api.model.ThinkingLevel;
import java.util.Map;
import java.util.Set;

/** The options of the command line: their names, what follows them, and what they set. */
final class Options {
    private static final String HOOK = "the path of a hook: a .java file, a .jar or a folder";
    private static final String SESSION = "a session file, or the beginning of a session's id";
    private static final String TOOLS = "names of tools, with commas between them";

    /** Options with a value, and what that is. */
    static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("--mode", "text, json or rpc"),
            Map.entry("--provider", "the name of a provider"),
            Map.entry("--model", "a model, as provider/id or a part of its name"),
            Map.entry("--api-key", "a key"),
            Map.entry("--thinking", "a level: off, minimal, low, medium, high, xhigh or max"),
            Map.entry("--models", "patterns of models, with commas between them"),
            Map.entry("--session", SESSION),
            Map.entry("--session-id", "an id for the new session"),
            Map.entry("--fork", SESSION),
            Map.entry("--session-dir", "a folder for sessions"),
            Map.entry("--name", "a name for the session"),
            Map.entry("-n", "a name for the session"),
            Map.entry("--tools", TOOLS),
            Map.entry("-t", TOOLS),
            Map.entry("--exclude-tools", TOOLS),
            Map.entry("-xt", TOOLS),
            Map.entry("--hook", HOOK),
            Map.entry("--extension", HOOK),
            Map.entry("-e", HOOK),
            Map.entry("--skill", "the path of a skill"),
            Map.entry("--prompt-template", "the path of a prompt template"),
            Map.entry("--theme", "the path of a theme"),
            Map.entry("--use-theme", "the name of a theme"),
            Map.entry("--system-prompt", "a text or the path of one"),
            Map.entry("--append-system-prompt", "a text or the path of one"),
            Map.entry("--tui-mode", "regular or fullscreen"),
            Map.entry("--export", "a session file"));

    /** Options that stand alone. */
    static final Set<String> NOTHING = Set.of(
            "-p",
            "--print",
            "-c",
            "--continue",
            "-r",
            "--resume",
            "--no-session",
            "-nbt",
            "--no-builtin-tools",
            "-nt",
            "--no-tools",
            "-ne",
            "--no-extensions",
            "-ns",
            "--no-skills",
            "-np",
            "--no-prompt-templates",
            "--no-themes",
            "-nc",
            "--no-context-files",
            "--no-mcp",
            "--verbose",
            "-a",
            "--approve",
            "-na",
            "--no-approve",
            "--offline");

    private Options() {}

    static boolean isOne(String arg) {
        return NOTHING.contains(arg) || VALUES.containsKey(arg) || arg.equals("--list-models");
    }

    static void set(CommandLine line, String option) {
        switch (option) {
            case "-p", "--print" -> line.print = true;
            case "-c", "--continue" -> line.resumeLast = true;
            case "-r", "--resume" -> line.pickSession = true;
            case "--no-session" -> line.noSession = true;
            case "-nbt", "--no-builtin-tools" -> line.noBuiltinTools = true;
            case "-nt", "--no-tools" -> line.noTools = true;
            case "-ne", "--no-extensions" -> line.noDiscovery = true;
            case "-ns", "--no-skills" -> line.noSkills = true;
            case "-np", "--no-prompt-templates" -> line.noTemplates = true;
            case "-nc", "--no-context-files" -> line.noContextFiles = true;
            case "--no-themes" -> line.noThemes = true;
            case "--offline" -> line.offline = true;
            case "-a", "--approve" -> line.approved = true;
            case "-na", "--no-approve" -> line.approved = false;
            default -> {
                // The network is not used before a model is asked, and nothing is hidden from who starts it:
                // --no-mcp and --verbose are fulfilled already.
            }
        }
    }

    static void set(CommandLine line, String option, String value) {
        switch (option) {
            case "--mode" -> line.output = output(value);
            case "--provider" -> line.provider = value;
            case "--model" -> line.model = value;
            case "--api-key" -> line.apiKey = value;
            case "--thinking" -> line.thinking = level(value);
            case "--models" -> line.models = CommandLine.list(value);
            case "--session" -> line.session = value;
            case "--session-id" -> line.sessionId = value;
            case "--fork" -> line.fork = value;
            case "--session-dir" -> line.sessionDir = value;
            case "--name", "-n" -> line.name = filled(value, option);
            case "--tools", "-t" -> line.tools = CommandLine.list(value);
            case "--exclude-tools", "-xt" -> line.excludeTools = CommandLine.list(value);
            case "--hook", "--extension", "-e" -> line.hooks.add(value);
            case "--skill" -> line.skills.add(value);
            case "--prompt-template" -> line.templates.add(value);
            case "--system-prompt" -> line.systemPrompt = value;
            case "--append-system-prompt" -> line.appendSystemPrompt.add(value);
            case "--tui-mode" -> line.tuiMode = screen(value);
            case "--use-theme" -> line.useTheme = filled(value, option);
            case "--theme" -> line.themes.add(value);
            case "--export" -> throw Refusal.ofArguments("--export is not part of this version yet");
            default -> throw new IllegalArgumentException(option);
        }
    }

    private static CommandLine.Output output(String value) {
        return switch (value) {
            case "text" -> CommandLine.Output.TEXT;
            case "json" -> CommandLine.Output.JSON;
            case "rpc" -> CommandLine.Output.RPC;
            default -> throw Refusal.ofArguments("--mode is text, json or rpc, not \"" + value + "\"");
        };
    }

    private static ThinkingLevel level(String value) {
        var level = ThinkingLevel.find(value);
        if (level == null) {
            throw Refusal.ofArguments(
                    "--thinking is off, minimal, low, medium, high, xhigh or max, not \"" + value + "\"");
        }
        return level;
    }

    private static String screen(String value) {
        if (!value.equals("regular") && !value.equals("fullscreen")) {
            throw Refusal.ofArguments("--tui-mode is regular or fullscreen, not \"" + value + "\"");
        }
        return value;
    }

    private static String filled(String value, String option) {
        if (value.isBlank()) {
            throw Refusal.ofArguments(option + " needs " + VALUES.get(option) + ", not an empty text");
        }
        return value.strip();
    }
}
