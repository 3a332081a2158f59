package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every setting that the house knows, with its default. */
public final class Keys {
    private static final List<Setting<?>> KEYS = new ArrayList<>();

    // format:off  One line a key.

    // Model and thinking
    public static final Setting<@Nullable String>               DEFAULT_PROVIDER         = optional("defaultProvider");
    public static final Setting<@Nullable String>               DEFAULT_MODEL            = optional("defaultModel");
    public static final Setting<ThinkingLevel>                  DEFAULT_THINKING_LEVEL   = choice("defaultThinkingLevel", ThinkingLevel.values(), ThinkingLevel.MEDIUM);
    public static final Setting<Map<String, ThinkingLevel>>     MODEL_THINKING_LEVELS    = key("modelThinkingLevels", new Kind.Levels(), Map.of());
    public static final Setting<Map<ThinkingLevel, Integer>>    THINKING_BUDGETS         = key("thinkingBudgets", new Kind.Budgets(), Map.of());
    public static final Setting<@Nullable List<String>>         ENABLED_MODELS           = optional("enabledModels", new Kind.Texts("model patterns"));
    public static final Setting<Boolean>                        HIDE_THINKING_BLOCK      = flag("hideThinkingBlock", false);
    public static final Setting<Choices.CacheWarming>           CACHE_WARMING            = userOnly(Setting.of("cacheWarming", Kind.Choice.of(Choices.CacheWarming.values()), Choices.CacheWarming.STREAMING));

    // Talking to the agent
    public static final Setting<Choices.QueueMode>              STEERING_MODE            = choice("steeringMode", Choices.QueueMode.values(), Choices.QueueMode.ONE_AT_A_TIME);
    public static final Setting<Choices.QueueMode>              FOLLOW_UP_MODE           = choice("followUpMode", Choices.QueueMode.values(), Choices.QueueMode.ONE_AT_A_TIME);
    public static final Setting<@Nullable String>               EXTERNAL_EDITOR          = optional("externalEditor");
    public static final Setting<Choices.DoubleEscape>           DOUBLE_ESCAPE_ACTION     = choice("doubleEscapeAction", Choices.DoubleEscape.values(), Choices.DoubleEscape.TREE);
    public static final Setting<Choices.TreeFilter>             TREE_FILTER_MODE         = choice("treeFilterMode", Choices.TreeFilter.values(), Choices.TreeFilter.DEFAULT);
    public static final Setting<Choices.ProjectTrust>           DEFAULT_PROJECT_TRUST    = userOnly(Setting.of("defaultProjectTrust", Kind.Choice.of(Choices.ProjectTrust.values()), Choices.ProjectTrust.ASK));

    // Tools and the shell
    public static final Setting<List<String>>                   DEFAULT_TOOLS            = texts("defaultTools", "tool names", List.of("read", "bash", "edit", "write"));
    public static final Setting<@Nullable String>               SHELL_PATH               = optional("shellPath");
    public static final Setting<@Nullable String>               SHELL_COMMAND_PREFIX     = optional("shellCommandPrefix");
    public static final Setting<Boolean>                        IMAGES_AUTO_RESIZE       = flag("images.autoResize", true);
    public static final Setting<Boolean>                        IMAGES_BLOCK             = flag("images.blockImages", false);

    // Sessions and context
    public static final Setting<@Nullable String>               SESSION_DIR              = optional("sessionDir");
    public static final Setting<Choices.Durability>             SESSION_DURABILITY       = choice("session.durability", Choices.Durability.values(), Choices.Durability.TURN);
    public static final Setting<Boolean>                        COMPACTION_ENABLED       = flag("compaction.enabled", true);
    public static final Setting<Integer>                        COMPACTION_RESERVE       = count("compaction.reserveTokens", 16_384);
    public static final Setting<Integer>                        COMPACTION_KEEP_RECENT   = count("compaction.keepRecentTokens", 20_000);
    public static final Setting<JsonObject>                     COMPACTION_OVERRIDES     = key("compaction.modelOverrides", new Kind.Limits(), JsonObject.empty());
    public static final Setting<Integer>                        BRANCH_SUMMARY_RESERVE   = count("branchSummary.reserveTokens", 16_384);
    public static final Setting<Boolean>                        BRANCH_SUMMARY_SKIP      = flag("branchSummary.skipPrompt", false);

    // Hooks and rules
    public static final Setting<Long>                           HOOK_TIMEOUT             = millis("hookTimeout", 30_000);
    public static final Setting<Long>                           TOOL_CALL_HOOK_TIMEOUT   = millis("toolCallHookTimeout", 0);
    public static final Setting<Choices.HookOrder>              HOOK_ORDER               = choice("hookOrder", Choices.HookOrder.values(), Choices.HookOrder.USER_FIRST);
    public static final Setting<Boolean>                        TTSR_ENABLED             = flag("ttsr.enabled", true);
    public static final Setting<Choices.RuleContext>            TTSR_CONTEXT_MODE        = choice("ttsr.contextMode", Choices.RuleContext.values(), Choices.RuleContext.DISCARD);
    public static final Setting<Choices.RuleRepeat>             TTSR_REPEAT_MODE         = choice("ttsr.repeatMode", Choices.RuleRepeat.values(), Choices.RuleRepeat.ONCE);
    public static final Setting<Integer>                        TTSR_REPEAT_GAP          = count("ttsr.repeatGap", 10);
    public static final Setting<Boolean>                        TODO_ENABLED             = flag("todoCompletion.enabled", false);
    public static final Setting<Integer>                        TODO_MAX_REMINDERS       = count("todoCompletion.maxReminders", 3);

    // Terminal
    public static final Setting<String>                         THEME                    = key("theme", new Kind.Text(), "system");
    public static final Setting<Boolean>                        QUIET_STARTUP            = flag("quietStartup", false);
    public static final Setting<Choices.TuiMode>                TUI_MODE                 = choice("tuiMode", Choices.TuiMode.values(), Choices.TuiMode.FULLSCREEN);
    public static final Setting<Integer>                        EDITOR_PADDING_X         = count("editorPaddingX", 0, 3, 0);
    public static final Setting<Integer>                        OUTPUT_PAD               = count("outputPad", 0, 1, 1);
    public static final Setting<Integer>                        AUTOCOMPLETE_MAX_VISIBLE = count("autocompleteMaxVisible", 3, 20, 5);
    public static final Setting<Boolean>                        SHOW_HARDWARE_CURSOR     = flag("showHardwareCursor", false);
    public static final Setting<Boolean>                        TERMINAL_SHOW_IMAGES     = flag("terminal.showImages", true);
    public static final Setting<Integer>                        TERMINAL_IMAGE_WIDTH     = count("terminal.imageWidthCells", 1, Integer.MAX_VALUE, 60);
    public static final Setting<Boolean>                        TERMINAL_CLEAR_ON_SHRINK = flag("terminal.clearOnShrink", false);
    public static final Setting<Boolean>                        TERMINAL_PROGRESS        = flag("terminal.showTerminalProgress", false);
    public static final Setting<Choices.Detected>               TERMINAL_HYPERLINKS      = detected("terminal.hyperlinks");
    public static final Setting<Choices.ImageProtocol>          TERMINAL_IMAGES          = key("terminal.images", new Kind.Choice<>(List.of(Choices.ImageProtocol.values()), null, Choices.ImageProtocol.NONE), Choices.ImageProtocol.AUTO);
    public static final Setting<Choices.Detected>               TERMINAL_TRUE_COLOR      = detected("terminal.trueColor");
    public static final Setting<String>                         MARKDOWN_CODE_INDENT     = key("markdown.codeBlockIndent", new Kind.Text(), "  ");
    public static final Setting<Choices.Mermaid>                MARKDOWN_MERMAID         = choice("markdown.mermaid", Choices.Mermaid.values(), Choices.Mermaid.STREAMING);

    // Network
    public static final Setting<Choices.Transport>              TRANSPORT                = choice("transport", Choices.Transport.values(), Choices.Transport.AUTO);
    public static final Setting<@Nullable String>               HTTP_PROXY               = userOnly(Setting.of("httpProxy", new Kind.Text()));
    public static final Setting<Long>                           HTTP_IDLE_TIMEOUT        = millis("httpIdleTimeoutMs", 300_000);
    public static final Setting<Boolean>                        RETRY_ENABLED            = flag("retry.enabled", true);
    public static final Setting<Integer>                        RETRY_MAX                = count("retry.maxRetries", 3);
    public static final Setting<Long>                           RETRY_BASE_DELAY         = millis("retry.baseDelayMs", 2_000);
    public static final Setting<Long>                           RETRY_MAX_DELAY          = millis("retry.maxAgentDelayMs", 60_000);
    public static final Setting<Integer>                        RETRY_PROVIDER_MAX       = count("retry.provider.maxRetries", 0);
    public static final Setting<Long>                           RETRY_PROVIDER_MAX_DELAY = millis("retry.provider.maxRetryDelayMs", 60_000);
    public static final Setting<@Nullable Long>                 RETRY_PROVIDER_TIMEOUT   = optional("retry.provider.timeoutMs", new Kind.Millis());

    // What is brought along
    public static final Setting<List<Object>>                   PACKAGES                 = key("packages", new Kind.Sources(), List.of());
    public static final Setting<List<String>>                   EXTENSIONS               = texts("extensions", "paths", List.of());
    public static final Setting<List<String>>                   HOOKS                    = texts("hooks", "paths", List.of());
    public static final Setting<List<String>>                   SKILLS                   = texts("skills", "paths", List.of());
    public static final Setting<List<String>>                   PROMPTS                  = texts("prompts", "paths", List.of());
    public static final Setting<List<String>>                   THEMES                   = texts("themes", "paths", List.of());
    public static final Setting<Boolean>                        ENABLE_SKILL_COMMANDS    = flag("enableSkillCommands", true);
    public static final Setting<@Nullable List<String>>         NPM_COMMAND              = optional("npmCommand", new Kind.Texts("words of a command"));
    public static final Setting<@Nullable List<String>>         SELF_UPDATE_COMMAND      = userOnly(Setting.of("selfUpdateCommand", new Kind.Texts("words of a command")));
    // format:on

    private Keys() {}

    /** All of them, in the order in which people read about them. */
    public static List<Setting<?>> all() {
        return Collections.unmodifiableList(KEYS);
    }

    private static Setting<Boolean> flag(String name, boolean otherwise) {
        return key(name, new Kind.Flag(), otherwise);
    }

    private static Setting<@Nullable String> optional(String name) {
        return optional(name, new Kind.Text());
    }

    private static Setting<Long> millis(String name, long otherwise) {
        return key(name, new Kind.Millis(), otherwise);
    }

    private static Setting<Integer> count(String name, int otherwise) {
        return count(name, 0, Integer.MAX_VALUE, otherwise);
    }

    private static Setting<Integer> count(String name, int least, int most, int otherwise) {
        return key(name, new Kind.Count(least, most), otherwise);
    }

    private static <E extends Enum<E>> Setting<E> choice(String name, E[] all, E otherwise) {
        return key(name, Kind.Choice.of(all), otherwise);
    }

    private static Setting<Choices.Detected> detected(String name) {
        return key(
                name,
                new Kind.Choice<>(List.of(Choices.Detected.values()), Choices.Detected.ON, Choices.Detected.OFF),
                Choices.Detected.AUTO);
    }

    private static Setting<List<String>> texts(String name, String what, List<String> otherwise) {
        return key(name, new Kind.Texts(what), otherwise);
    }

    private static <T> Setting<T> key(String name, Kind<T> kind, T otherwise) {
        return keep(Setting.of(name, kind, otherwise));
    }

    private static <T> Setting<@Nullable T> optional(String name, Kind<T> kind) {
        return keep(Setting.of(name, kind));
    }

    private static <T extends @Nullable Object> Setting<T> userOnly(Setting<T> setting) {
        return keep(setting.userOnly());
    }

    private static <T extends @Nullable Object> Setting<T> keep(Setting<T> setting) {
        KEYS.add(setting);
        return setting;
    }
}
