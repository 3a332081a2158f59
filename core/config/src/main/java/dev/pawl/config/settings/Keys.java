package dev.pawl.config.settings;

import static dev.pawl.config.settings.Section.BROUGHT;
import static dev.pawl.config.settings.Section.HOOKS_AND_RULES;
import static dev.pawl.config.settings.Section.MODEL;
import static dev.pawl.config.settings.Section.NETWORK;
import static dev.pawl.config.settings.Section.POLICY;
import static dev.pawl.config.settings.Section.SESSIONS;
import static dev.pawl.config.settings.Section.TALKING;
import static dev.pawl.config.settings.Section.TERMINAL;
import static dev.pawl.config.settings.Section.TOOLS;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The table of all settings: name, values, default and meaning.
 *
 * <p>The tables in {@code docs/settings.md} are generated from it. Settings are read through these constants only, and
 * every one of them is read somewhere: a test of the house holds both.
 */
public final class Keys {
    private static final List<Setting<?>> ALL = new ArrayList<>();

    /** Hooks that protect do so only if they are given the time; 0 means no limit. */
    private static final Comparator<Long> LONGEST_FIRST = Comparator.comparingLong(
                    (Long millis) -> millis == 0 ? Long.MAX_VALUE : millis)
            .reversed();

    // format:off  One row a setting, in the order of the documentation.
    public static final Setting<@Nullable String> DEFAULT_PROVIDER =
            optional(MODEL, "defaultProvider", "provider to start with");
    public static final Setting<@Nullable String> DEFAULT_MODEL =
            optional(MODEL, "defaultModel", "model to start with");
    public static final Setting<ThinkingLevel> DEFAULT_THINKING_LEVEL =
            choice(MODEL, "defaultThinkingLevel", ThinkingLevel.MEDIUM, "how much models think when a session begins");
    public static final Setting<Map<String, ThinkingLevel>> MODEL_THINKING_LEVELS =
            key(MODEL, "modelThinkingLevels", Kind.levels(), Map.of(),
                "levels of single models: `{\"provider/model\": \"high\"}`");
    public static final Setting<Map<ThinkingLevel, Integer>> THINKING_BUDGETS =
            key(MODEL, "thinkingBudgets", Kind.budgets(), Map.of(), "tokens for levels: `{\"low\": 2048}`");
    public static final Setting<@Nullable List<String>> ENABLED_MODELS =
            optional(MODEL, "enabledModels", Kind.texts("model patterns"),
                "patterns of the models to choose from and to cycle through; all, if it is missing");
    public static final Setting<Boolean> HIDE_THINKING_BLOCK =
            flag(MODEL, "hideThinkingBlock", false, "do not show what the model thinks");
    public static final Setting<Choices.CacheWarming> CACHE_WARMING =
            userOnly(choice(MODEL, "cacheWarming", Choices.CacheWarming.STREAMING,
            "keep prompt caches of providers warm: `\"streaming\"` while the agent works, `\"idle\"` between prompts,"
                        + " too"));

    public static final Setting<Choices.QueueMode> STEERING_MODE =
            choice(TALKING, "steeringMode", Choices.QueueMode.ONE_AT_A_TIME, "how many queued messages steer at once");
    public static final Setting<Choices.QueueMode> FOLLOW_UP_MODE =
            choice(TALKING, "followUpMode", Choices.QueueMode.ONE_AT_A_TIME,
                "the same for messages that wait until the agent is done");
    public static final Setting<@Nullable String> EXTERNAL_EDITOR =
            optional(TALKING, "externalEditor", "command of your editor; else `$VISUAL`, then `$EDITOR`");
    public static final Setting<Choices.DoubleEscape> DOUBLE_ESCAPE_ACTION =
            choice(TALKING, "doubleEscapeAction", Choices.DoubleEscape.TREE, "what two Escapes in an empty editor do");
    public static final Setting<Choices.TreeFilter> TREE_FILTER_MODE =
            choice(TALKING, "treeFilterMode", Choices.TreeFilter.DEFAULT, "what `/tree` shows first");
    public static final Setting<Choices.ProjectTrust> DEFAULT_PROJECT_TRUST =
            userOnly(choice(TALKING, "defaultProjectTrust", Choices.ProjectTrust.ASK,
                "what becomes of projects without a decision"));

    public static final Setting<List<String>> DEFAULT_TOOLS =
            texts(TOOLS, "defaultTools", "tool names", List.of("read", "bash", "edit", "write"),
                "built-in tools to start with");
    public static final Setting<@Nullable String> SHELL_PATH =
            optional(TOOLS, "shellPath", "shell for commands; else bash, then sh");
    public static final Setting<@Nullable String> SHELL_COMMAND_PREFIX =
            optional(TOOLS, "shellCommandPrefix", "goes before every shell command, on a line of its own");
    public static final Setting<Boolean> EXPOSE_SESSION_ENVIRONMENT =
            tightens(Boolean::logicalAnd, flag(TOOLS, "exposeSessionEnvironment", true,
                "pass session, model and thinking level to commands in `PI_…` variables"));
    public static final Setting<List<String>> COMMAND_KEYS =
            userOnly(texts(TOOLS, "commandKeys", "names of variables", List.of(),
                "environment variables with keys of model providers, or of a fleet, that commands get all the same"));
    public static final Setting<Boolean> IMAGES_AUTO_RESIZE =
            flag(TOOLS, "images.autoResize", true, "make images smaller before they go to a model");
    public static final Setting<Boolean> IMAGES_BLOCK =
            tightens(Boolean::logicalOr, flag(TOOLS, "images.blockImages", false, "send no images to models"));

    public static final Setting<Choices.Codemode> CODEMODE_MODE =
            choice(TOOLS, "codemode.mode", Choices.Codemode.ON,
                "with [codemode](codemode.md): `\"only\"` has the model call other tools from scripts only");
    public static final Setting<Integer> CODEMODE_BUDGET =
            count(TOOLS, "codemode.inlineBudget", 3000, "tokens for tools that are listed in the description of codemode");
    public static final Setting<Long> CODEMODE_TIMEOUT =
            tightensTo(LONGEST_FIRST.reversed(), millis(TOOLS, "codemode.timeout", 600_000,
                "how long a script may take, without the time in which you are asked"));
    public static final Setting<Integer> CODEMODE_CALLS =
            tightensTo(Comparator.naturalOrder(), count(TOOLS, "codemode.maxCalls", 1, 100_000, 1000,
                "how many tools a script may call"));
    public static final Setting<Integer> CODEMODE_PARALLEL =
            tightensTo(Comparator.naturalOrder(), count(TOOLS, "codemode.maxParallel", 1, 64, 8,
                "how many of them run side by side"));
    public static final Setting<Integer> CODEMODE_MEMORY =
            tightensTo(Comparator.naturalOrder(), count(TOOLS, "codemode.maxMegabytes", 8, 1024, 256,
                "the memory of a script"));

    public static final Setting<@Nullable String> SESSION_DIR =
            optional(SESSIONS, "sessionDir", "folder of the sessions; a relative path starts at the project");
    public static final Setting<Choices.Durability> SESSION_DURABILITY =
            tightensTo(Comparator.naturalOrder(), choice(SESSIONS, "session.durability", Choices.Durability.TURN,
                "what a power failure may take, see [sessions](sessions.md#power-failure)"));
    public static final Setting<Boolean> COMPACTION_ENABLED =
            flag(SESSIONS, "compaction.enabled", true, "compact long conversations automatically");
    public static final Setting<Integer> COMPACTION_RESERVE =
            count(SESSIONS, "compaction.reserveTokens", 16_384, "tokens kept free for the answer");
    public static final Setting<Integer> COMPACTION_KEEP_RECENT =
            count(SESSIONS, "compaction.keepRecentTokens", 20_000, "tokens at the end that stay word for word");
    public static final Setting<JsonObject> COMPACTION_OVERRIDES =
            key(SESSIONS, "compaction.modelOverrides", Kind.limits(), JsonObject.empty(),
                "both numbers for single models: `{\"provider/model\": {\"reserveTokens\": 32768}}`");
    public static final Setting<Integer> BRANCH_SUMMARY_RESERVE =
            count(SESSIONS, "branchSummary.reserveTokens", 16_384, "tokens kept free when a branch is summarised");
    public static final Setting<Boolean> BRANCH_SUMMARY_SKIP =
            flag(SESSIONS, "branchSummary.skipPrompt", false, "leave a branch without asking for a summary");

    public static final Setting<Long> HOOK_TIMEOUT =
            tightensTo(LONGEST_FIRST, millis(HOOKS_AND_RULES, "hookTimeout", 30_000, "how long a handler may take"));
    public static final Setting<Long> SHUTDOWN_HOOK_TIMEOUT =
            userOnly(millis(HOOKS_AND_RULES, "shutdownHookTimeout", 2_000,
                "how long a handler of `session_shutdown` may take when the program ends"));
    public static final Setting<Boolean> FOREIGN_HOOKS =
            userOnly(flag(HOOKS_AND_RULES, "foreignHooks", true,
                "run the hooks in files of Claude Code, Codex and others, see [foreign-hooks.md](foreign-hooks.md)"));
    public static final Setting<Boolean> SHELL_HOOKS_BLOCK =
            tightens(Boolean::logicalOr, flag(HOOKS_AND_RULES, "shellHooks.blockOnFailure", false,
                "a shell or web hook that fails blocks"));
    public static final Setting<Boolean> SHELL_HOOKS_SPLIT =
            tightens(Boolean::logicalOr, flag(HOOKS_AND_RULES, "shellHooks.splitEdits", false,
                "ask shell hooks about each replacement of an `edit`"));
    public static final Setting<Choices.Transcript> SHELL_HOOKS_TRANSCRIPT =
            choice(HOOKS_AND_RULES, "shellHooks.transcript", Choices.Transcript.SESSION,
                "what `transcript_path` of shell hooks names: the session file, or a copy in the lines of Claude Code");
    public static final Setting<Long> TOOL_CALL_HOOK_TIMEOUT =
            millis(HOOKS_AND_RULES, "toolCallHookTimeout", 0,
                "the same at `tool_call`, where a handler that takes longer blocks the call");
    public static final Setting<Choices.HookOrder> HOOK_ORDER =
            choice(HOOKS_AND_RULES, "hookOrder", Choices.HookOrder.USER_FIRST, "whose hooks come first");
    public static final Setting<@Nullable String> NODE_PATH =
            optional(HOOKS_AND_RULES, "nodePath", "the Node.js that runs TypeScript hooks; else `node` on the path");
    public static final Setting<Boolean> TTSR_ENABLED =
            tightens(Boolean::logicalOr, flag(HOOKS_AND_RULES, "ttsr.enabled", true,
                "stop an answer that breaks a stream rule"));
    public static final Setting<Choices.RuleContext> TTSR_CONTEXT_MODE =
            choice(HOOKS_AND_RULES, "ttsr.contextMode", Choices.RuleContext.DISCARD, "what becomes of that answer");
    public static final Setting<Choices.RuleRepeat> TTSR_REPEAT_MODE =
            tightensTo(Comparator.reverseOrder(), choice(HOOKS_AND_RULES, "ttsr.repeatMode", Choices.RuleRepeat.ONCE,
                "whether a rule is applied again"));
    public static final Setting<Integer> TTSR_REPEAT_GAP =
            tightensTo(Comparator.naturalOrder(), count(HOOKS_AND_RULES, "ttsr.repeatGap", 10,
                "after how many turns a rule is applied again"));
    public static final Setting<Boolean> TODO_ENABLED =
            flag(HOOKS_AND_RULES, "todoCompletion.enabled", false, "remind the agent of what it left undone");
    public static final Setting<Integer> TODO_MAX_REMINDERS =
            count(HOOKS_AND_RULES, "todoCompletion.maxReminders", 3, "how often");
    public static final Setting<@Nullable JsonObject> TRACES =
            userOnly(optional(HOOKS_AND_RULES, "traces", Kind.group(),
                "keep what hooks did beside each session: `{\"keep\": true, \"megabytes\": 10}`, see"
                        + " [observe](observe.md#traces)"));
    public static final Setting<@Nullable JsonObject> AUDIT =
            userOnly(optional(HOOKS_AND_RULES, "audit", Kind.group(),
                "write decisions about tool calls to a file that shows changes to it: `{\"file\": \"~/audit.jsonl\","
                        + " \"megabytes\": 50}`, see [observe](observe.md#audit)"));
    public static final Setting<@Nullable JsonObject> SHADOW =
            userOnly(optional(HOOKS_AND_RULES, "shadow", Kind.groupOr("hooks"),
            "hooks whose decisions are recorded and not applied: `true` for all, or `{\"hooks\": [\"guard.java\"]}`,"
                        + " see [observe](observe.md#shadow)"));
    public static final Setting<@Nullable JsonObject> TELEMETRY =
            userOnly(optional(HOOKS_AND_RULES, "telemetry", Kind.group(),
                "send traces, metrics and logs to a collector: `{\"endpoint\": \"http://localhost:4318\"}`, see"
                        + " [observe](observe.md#opentelemetry)"));

    public static final Setting<@Nullable JsonObject> SHARE =
            userOnly(optional(SESSIONS, "share", Kind.group(),
            "how `/share` redacts and where it sends to: `{\"patterns\": [\"regex\"], \"upload\": \"https://…\"}`, see"
                        + " [observe](observe.md#share)"));

    public static final Setting<Boolean> WATCH =
            userOnly(flag(HOOKS_AND_RULES, "watch", false,
            "let `pawl watch` see the sessions that run and answer their questions, see [observe](observe.md#watch)"));

    public static final Setting<@Nullable JsonObject> PERMISSIONS =
            tightens(Tightening::permissions, optional(POLICY, "permissions", Kind.group(),
                "rules about tool calls: `{\"allow\": […], \"ask\": […], \"deny\": […], \"mode\": \"default\"}`, see"
                        + " [policy](policy.md)"));
    public static final Setting<@Nullable JsonObject> BUDGET =
            tightens(Tightening::budget, optional(POLICY, "budget", Kind.group(),
            "what may be spent: `{\"session\": 5, \"day\": 20, \"subtree\": 1}` in dollars, `sessionTokens` and so on,"
                        + " `subagents`, `subagentDepth`, see [policy](policy.md#budgets)"));
    public static final Setting<@Nullable JsonObject> SANDBOX =
            tightensWhole(Tightening::sandbox, optional(POLICY, "sandbox", Kind.group(),
            "where shell commands run: `{\"enabled\": true, \"network\": \"off\"}`, see [policy](policy.md#sandbox)"));
    public static final Setting<@Nullable JsonObject> CHECKPOINTS =
            tightens(Tightening::checkpoints, optional(POLICY, "checkpoints", Kind.groupOr("mode"),
                "keep the files before each call that can change them, for `/rewind`: `true`, `\"required\"`, or"
                        + " `{\"mode\": true, \"ignored\": false, \"maxFileMegabytes\": 10, \"maxFiles\": 50000}`, see"
                        + " [policy](policy.md#checkpoints)"));

    public static final Setting<@Nullable JsonObject> SECRETS =
            tightensWhole(Tightening::secrets, optional(POLICY, "secrets", Kind.group(),
                "values that commands can use and nothing shows:"
                        + " `{\"GITHUB_TOKEN\": {\"env\": \"GITHUB_TOKEN\", \"sinks\": [\"Bash(gh *)\"]}}`, see"
                        + " [secrets](secrets.md)"));

    public static final Setting<String> THEME =
            key(TERMINAL, "theme", Kind.text(), "system", "name of a theme, or `\"light/dark\"` for two");
    public static final Setting<Choices.QuietStartup> QUIET_STARTUP =
            key(TERMINAL, "quietStartup", Kind.choice(Choices.QuietStartup.class, Choices.QuietStartup.QUIET,
                Choices.QuietStartup.ALL), Choices.QuietStartup.ALL,
                "show no header; `\"header\"` shows it without what was loaded");
    public static final Setting<Boolean> WELCOMED =
            userOnly(flag(TERMINAL, "welcomed", false,
                "the demonstration was chosen at the first start, so the ways to a real model are not offered again"));
    public static final Setting<Choices.TuiMode> TUI_MODE =
            choice(TERMINAL, "tuiMode", Choices.TuiMode.FULLSCREEN,
                "`\"fullscreen\"` has a screen of its own, `\"regular\"` writes below what stands in the terminal");
    public static final Setting<Choices.Scrollbar> FULLSCREEN_SCROLLBAR =
            choice(TERMINAL, "fullscreenScrollbar", Choices.Scrollbar.AUTO,
                "`\"auto\"` shows a scrollbar while the end is out of sight");
    public static final Setting<Boolean> FULLSCREEN_COPY_ON_SELECT =
            flag(TERMINAL, "fullscreenCopyOnSelect", true,
                "copy what is selected with the mouse when its button is released");
    public static final Setting<Integer> FULLSCREEN_WHEEL_LINES =
            key(TERMINAL, "fullscreenWheelScrollLines", Kind.countOrAuto(100), 0,
                "lines that a turn of the wheel moves; `\"auto\"` goes by how fast it is turned");
    public static final Setting<Choices.ExitOutput> FULLSCREEN_EXIT_OUTPUT =
            choice(TERMINAL, "fullscreenExitOutput", Choices.ExitOutput.TRANSCRIPT,
                "what leaving writes into the shell: the conversation, or only how to go on with it");
    public static final Setting<Integer> EDITOR_PADDING_X =
            count(TERMINAL, "editorPaddingX", 0, 3, 0, "columns beside the editor");
    public static final Setting<Integer> OUTPUT_PAD =
            count(TERMINAL, "outputPad", 0, 1, 1, "columns beside the conversation");
    public static final Setting<Integer> AUTOCOMPLETE_MAX_VISIBLE =
            count(TERMINAL, "autocompleteMaxVisible", 3, 20, 5, "suggestions shown at once");
    public static final Setting<Boolean> SHOW_HARDWARE_CURSOR =
            flag(TERMINAL, "showHardwareCursor", true,
                "show the terminal's own cursor; `false` draws one in its place");
    public static final Setting<Boolean> TERMINAL_SHOW_IMAGES =
            flag(TERMINAL, "terminal.showImages", true, "show images where the terminal can");
    public static final Setting<Integer> TERMINAL_IMAGE_WIDTH =
            count(TERMINAL, "terminal.imageWidthCells", 1, Integer.MAX_VALUE, 60, "how many columns wide");
    public static final Setting<Boolean> TERMINAL_PROGRESS =
            flag(TERMINAL, "terminal.showTerminalProgress", false, "show progress in the terminal's tab");
    public static final Setting<Choices.Notify> TERMINAL_NOTIFY =
            choice(TERMINAL, "terminal.notify", Choices.Notify.OFF,
            "when a run of ten seconds or more is over, or a question waits: `\"bell\"`, or a `\"message\"` (OSC 9)");
    public static final Setting<Choices.Detected> TERMINAL_HYPERLINKS =
            detected(TERMINAL, "terminal.hyperlinks",
                "make addresses clickable; `\"auto\"` where the terminal is known for it");
    public static final Setting<Choices.ImageProtocol> TERMINAL_IMAGES =
            key(TERMINAL, "terminal.images", Kind.choice(Choices.ImageProtocol.class, null, Choices.ImageProtocol.NONE),
                Choices.ImageProtocol.AUTO, "how images are shown; `\"auto\"` finds it out from the environment");
    public static final Setting<Choices.Detected> TERMINAL_TRUE_COLOR =
            detected(TERMINAL, "terminal.trueColor",
                "use 24-bit colours; `\"auto\"` finds it out from the environment");
    public static final Setting<String> MARKDOWN_CODE_INDENT =
            key(TERMINAL, "markdown.codeBlockIndent", Kind.text(), "  ", "what the lines of code blocks begin with");

    public static final Setting<@Nullable String> HTTP_PROXY =
            userOnly(optional(NETWORK, "httpProxy", "proxy for everything"));
    public static final Setting<List<String>> CA_CERTIFICATES =
            userOnly(texts(NETWORK, "caCertificates", "paths", List.of(),
                "files (PEM) with certificates to trust in addition to Java's and the system's"));
    public static final Setting<Long> HTTP_IDLE_TIMEOUT =
            key(NETWORK, "httpIdleTimeoutMs", Kind.millisOrDisabled(), 300_000L,
                "how long a connection may be silent; `\"disabled\"` means no limit, too");
    public static final Setting<Boolean> RETRY_ENABLED =
            flag(NETWORK, "retry.enabled", true, "try again what failed for a passing reason");
    public static final Setting<Integer> RETRY_MAX = count(NETWORK, "retry.maxRetries", 3, "how often");
    public static final Setting<Long> RETRY_BASE_DELAY =
            millis(NETWORK, "retry.baseDelayMs", 2_000,
                "after how long the first time; each further time it is twice as long");
    public static final Setting<Long> RETRY_MAX_DELAY =
            millis(NETWORK, "retry.maxAgentDelayMs", 60_000, "but never longer than this");
    public static final Setting<Integer> RETRY_PROVIDER_MAX =
            count(NETWORK, "retry.provider.maxRetries", 0,
                "how often a single request is tried again before the agent sees the failure");
    public static final Setting<Long> RETRY_PROVIDER_MAX_DELAY =
            millis(NETWORK, "retry.provider.maxRetryDelayMs", 60_000, "the longest wait a provider may ask for");
    public static final Setting<@Nullable Long> RETRY_PROVIDER_TIMEOUT =
            optional(NETWORK, "retry.provider.timeoutMs", Kind.millis(),
                "how long a request may take; else `httpIdleTimeoutMs`");

    public static final Setting<List<Object>> PACKAGES =
            joins(key(BROUGHT, "packages", Kind.sources("package sources"), List.of(),
                "packages: sources, or objects with a source and filters, see [packages](packages.md)"));
    public static final Setting<List<String>> EXTENSIONS =
            joins(texts(BROUGHT, "extensions", "paths", List.of(), "hooks"));
    public static final Setting<List<Object>> HOOKS =
            joins(key(BROUGHT, "hooks", Kind.sources("paths or shell hooks"), List.of(),
                "hooks, or [shell hooks](foreign-hooks.md#in-settings)"));
    public static final Setting<List<String>> SKILLS = joins(texts(BROUGHT, "skills", "paths", List.of(), "skills"));
    public static final Setting<List<String>> PROMPTS =
            joins(texts(BROUGHT, "prompts", "paths", List.of(), "prompt templates"));
    public static final Setting<List<String>> THEMES = joins(texts(BROUGHT, "themes", "paths", List.of(), "themes"));
    public static final Setting<Boolean> ENABLE_SKILL_COMMANDS =
            flag(BROUGHT, "enableSkillCommands", true,
                "offer skills as `/skill:name` while typing; typed in full they work in any case");
    // format:on

    private Keys() {}

    /** Returns all of them, in the order in which they are documented. */
    public static List<Setting<?>> all() {
        return Collections.unmodifiableList(ALL);
    }

    private static Setting<Boolean> flag(Section section, String name, boolean otherwise, String about) {
        return key(section, name, Kind.flag(), otherwise, about);
    }

    private static Setting<@Nullable String> optional(Section section, String name, String about) {
        return optional(section, name, Kind.text(), about);
    }

    private static Setting<Long> millis(Section section, String name, long otherwise, String about) {
        return key(section, name, Kind.millis(), otherwise, about);
    }

    private static Setting<Integer> count(Section section, String name, int otherwise, String about) {
        return count(section, name, 0, Integer.MAX_VALUE, otherwise, about);
    }

    private static Setting<Integer> count(
            Section section, String name, int least, int most, int otherwise, String about) {
        return key(section, name, Kind.count(least, most), otherwise, about);
    }

    private static <E extends Enum<E>> Setting<E> choice(Section section, String name, E otherwise, String about) {
        return key(section, name, Kind.choice(otherwise.getDeclaringClass()), otherwise, about);
    }

    private static Setting<Choices.Detected> detected(Section section, String name, String about) {
        var kind = Kind.choice(Choices.Detected.class, Choices.Detected.ON, Choices.Detected.OFF);
        return key(section, name, kind, Choices.Detected.AUTO, about);
    }

    private static Setting<List<String>> texts(
            Section section, String name, String what, List<String> otherwise, String about) {
        return key(section, name, Kind.texts(what), otherwise, about);
    }

    private static <T> Setting<T> key(Section section, String name, Kind<T> kind, T otherwise, String about) {
        return kept(Setting.of(section, name, kind, otherwise, about));
    }

    private static <T> Setting<@Nullable T> optional(Section section, String name, Kind<T> kind, String about) {
        return kept(Setting.of(section, name, kind, about));
    }

    /** Makes the setting of the last row one that a project cannot change. */
    private static <T extends @Nullable Object> Setting<T> userOnly(Setting<T> setting) {
        return ruled(setting, new ProjectRule.UserOnly<>());
    }

    /** Makes the setting of the last row a list that a project adds to. */
    private static <T extends @Nullable Object> Setting<T> joins(Setting<T> setting) {
        return ruled(setting, new ProjectRule.Joins<>());
    }

    /** Makes the setting of the last row one that a project can only make stricter. */
    private static <T extends @Nullable Object> Setting<T> tightens(BinaryOperator<T> stricter, Setting<T> setting) {
        return ruled(setting, new ProjectRule.Tightens<>(stricter));
    }

    /** The same, where also what a layer leaves out is decided by it. */
    private static <T extends @Nullable Object> Setting<T> tightensWhole(
            BinaryOperator<T> stricter, Setting<T> setting) {
        return ruled(setting, new ProjectRule.Tightens<>(stricter, true));
    }

    /** The same with an order that puts the strictest value first. */
    private static <T> Setting<T> tightensTo(Comparator<? super T> strictestFirst, Setting<T> setting) {
        return ruled(setting, ProjectRule.Tightens.by(strictestFirst));
    }

    private static <T extends @Nullable Object> Setting<T> ruled(Setting<T> setting, ProjectRule<T> rule) {
        ALL.removeLast();
        return kept(setting.with(rule));
    }

    private static <T extends @Nullable Object> Setting<T> kept(Setting<T> setting) {
        ALL.add(setting);
        return setting;
    }
}
