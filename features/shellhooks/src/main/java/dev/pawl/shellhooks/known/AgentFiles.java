package dev.pawl.shellhooks.known;

import dev.pawl.shellhooks.known.AgentFile.Root;
import dev.pawl.shellhooks.known.Fate.Named;
import dev.pawl.shellhooks.known.Fate.NoEffect;
import dev.pawl.shellhooks.known.Fate.Obeyed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The table of the files and fields of other agents, each with its fate here. What is not in it is named at the start. */
public final class AgentFiles {
    private static final Fate OBEYED = new Obeyed();
    private static final Fate OWN_MATTERS =
            new NoEffect("it is about the models, the screen or the upkeep of that agent");
    private static final Fate TEXTS =
            new NoEffect("it holds texts for the model, which `skills` and `prompts` of settings name");
    private static final Fate SERVERS =
            new NoEffect("it is about tool servers, of which Pawl starts only those in its own files");
    private static final Fate ALLOWS = new NoEffect("it allows more than is allowed without it");
    private static final Fate STATE = new NoEffect("it holds what that agent noted for itself");
    private static final Fate OTHER_WAY = new NoEffect("it restricts where that agent takes plugins and models from");

    private static final String ANY = "(?s).*";
    /** An object with something in it. */
    private static final String IN_USE = "[^\\s{}]";

    private static final String NOT_EMPTY = "(?!\\s*\\[\\s*])";

    /** A file of TOML that may have hooks: escapes may spell the name. */
    private static final String IN_TOML = "hooks|\\\\[uU]";

    private static final String AS_RULES = "Write its rules into permissions of settings.json (docs/policy.md).";
    private static final String AS_HOOK =
            "Write its gate as a hook (pawl hooks new NAME), or as a command in a file of hooks.";

    /** The fields of {@code hooks/hooks.json} of a plugin of Claude Code. */
    public static final Map<String, Fate> PLUGIN_HOOKS =
            new Fields().obeyed("hooks description $schema modules").map();

    /** The fields of the manifest of a plugin of Claude Code. */
    public static final Map<String, Fate> PLUGIN_MANIFEST = new Fields()
            .obeyed("$schema name version description author homepage repository license keywords hooks userConfig")
            .none(TEXTS, "skills commands agents outputStyles rules")
            .none(SERVERS, "mcpServers lspServers")
            .none(
                    OWN_MATTERS,
                    "types dependencies engines themes monitors workflows bin displayName category tags strict")
            .none(OWN_MATTERS, "settings channels defaultEnabled icon logo")
            .named("modules", "runs hooks as functions in that agent and can refuse calls", AS_HOOK, ANY)
            .map();

    // format:off
    private static final Map<String, Fate> CLAUDE_SETTINGS = new Fields()
            .obeyed("$schema hooks disableAllHooks allowManagedHooksOnly allowedHttpHookUrls httpHookAllowedEnvVars"
                + " strictPluginOnlyCustomization enabledPlugins pluginConfigs permissions")
            .named("env", "sets variables for that agent and its commands",
                "Set the variables where you start the program, or in a hook of SessionStart with CLAUDE_ENV_FILE.", null)
            .named("sandbox", "runs commands in a sandbox", "Set sandbox in settings.json (docs/policy.md).", null)
            .named("modules prependPlugins appendPlugins", "runs plugins before and behind all others", AS_HOOK, ANY)
            .named("autoMode disableAutoMode", "has a model judge each call", AS_RULES, null)
            .named("allowManagedPermissionRulesOnly", "leaves only an organisation's rules in force", AS_RULES, null)
            .named("deniedMcpServers disabledMcpjsonServers allowedMcpServers allowManagedMcpServersOnly",
                "keeps tool servers from being started", "Name in mcp.json only the servers that may start.", null)
            .named("disableSkillShellExecution respectGitignore", "keeps something from being run or shown", AS_RULES, null)
            .named("apiKeyHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh otelHeadersHelper policyHelper",
                "runs a command for credentials or settings", "Sign in with /login, or set the variables of the provider.", null)
            .none(ALLOWS, "skipDangerousModePermissionPrompt useAutoModeDuringPlan allowedChannelPlugins enableAllProjectMcpServers"
                + " enabledMcpjsonServers allowAllClaudeAiMcps managedMcpServers sshHostAllowlist")
            .none(OTHER_WAY, "strictKnownMarketplaces blockedMarketplaces skippedMarketplaces skippedPlugins extraKnownMarketplaces"
                + " pluginSuggestionMarketplaces pluginTrustMessage availableModels enforceAvailableModels forceLoginMethod"
                + " forceLoginOrgUUID forceLoginGatewayUrl forceRemoteSettingsRefresh minimumVersion requiredMinimumVersion"
                + " requiredMaximumVersion parentSettingsBehavior disableSideloadFlags forceHotReloadPrompt")
            .none(OWN_MATTERS, "advisorModel agent agentPushNotifEnabled alwaysThinkingEnabled askUserQuestionTimeout attribution"
                + " autoCompactEnabled autoConnectIde autoInstallIdeExtension autoMemoryDirectory autoMemoryEnabled autoScrollEnabled"
                + " autoUpdates autoUpdatesChannel awaySummaryEnabled axScreenReader browserExternalPageTools channelsEnabled claudeMd"
                + " claudeMdExcludes cleanupPeriodDays companyAnnouncements defaultShell diffTool disableAgentView disableArtifact"
                + " disableBrowserExternalNavigation disableBundledSkills disableClaudeAiConnectors disableDeepLinkRegistration"
                + " disableMobileSimulatorTools disableRemoteControl disableWorkflows editorMode effortLevel emojiCompletionEnabled"
                + " enableArtifact externalEditorContext fallbackModel fastMode fastModePerSessionOptIn feedbackSurveyRate"
                + " fileCheckpointingEnabled fileSuggestion footerLinksRegexes includeCoAuthoredBy includeGitInstructions"
                + " inputNeededNotifEnabled language messageIdleNotifThresholdMs model modelOverrides modelType outputStyle"
                + " permissionExplainerEnabled plansDirectory prUrlTemplate preferredNotifChannel prefersReducedMotion processWrapper"
                + " promptSuggestionEnabled remote remoteControlAtStartup requireCoworkFullVmSandbox respondToBashCommands"
                + " showClearContextOnPlanAccept showMessageTimestamps showThinkingSummaries showTurnDuration skillListingBudgetFraction"
                + " skillListingMaxDescChars skillOverrides skipWebFetchPreflight spinnerTipsEnabled spinnerTipsOverride spinnerVerbs"
                + " sshConfigs statusLine subagentStatusLine syntaxHighlightingDisabled teammateDefaultModel teammateMode"
                + " terminalProgressBarEnabled terminalTitleFromRename theme tui verbose viewMode vimInsertModeRemaps voice voiceEnabled"
                + " wheelScrollAccelerationEnabled workflowKeywordTriggerEnabled workflowSizeGuideline worktree"
                + " wslInheritsWindowsSettings feedbackSurveyState agentType")
            .map();

    private static final Map<String, Fate> CODEX_HOOKS = new Fields().obeyed("hooks description").none(OWN_MATTERS, "$schema").map();

    private static final Map<String, Fate> CODEX_SETTINGS = new Fields()
            .obeyed("hooks")
            .named("notify", "runs a program when a turn ends", "Write it as a hook of Stop.", null)
            .named("approval_policy sandbox_mode sandbox_workspace_write permissions default_permissions sandbox_policy"
                + " allowed_approval_policies allowed_sandbox_modes allowed_permissions rules",
                "asks about commands, refuses them, or runs them in a sandbox",
                "Set permissions and sandbox in settings.json (docs/policy.md).", null)
            .named("shell_environment_policy", "hides variables from commands", "Set sandbox in settings.json (docs/policy.md).", null)
            .none(SERVERS, "mcp_servers mcp_oauth_callback_port mcp_oauth_callback_url mcp_oauth_credentials_store")
            .none(OTHER_WAY, "forced_login_method forced_chatgpt_workspace_id enforce_residency allowed_web_search_modes"
                + " feature_requirements marketplaces")
            .none(ALLOWS, "projects apps allow_login_shell")
            .none(TEXTS, "skills instructions developer_instructions model_instructions_file experimental_instructions_file"
                + " experimental_compact_prompt_file compact_prompt project_doc_max_bytes project_doc_fallback_filenames"
                + " project_root_markers personality commit_attribution")
            .none(OWN_MATTERS, "$schema model model_provider model_providers model_reasoning_effort model_reasoning_summary"
                + " model_verbosity model_context_window model_auto_compact_token_limit model_max_output_tokens"
                + " model_supports_reasoning_summaries model_catalog_json plan_mode_reasoning_effort review_model profile profiles"
                + " history tui notice hide_agent_reasoning show_raw_agent_reasoning file_opener features tools tool_output_token_limit"
                + " web_search disable_response_storage chatgpt_base_url openai_base_url preferred_auth_method"
                + " cli_auth_credentials_store check_for_update_on_startup disable_paste_burst analytics feedback otel log_dir"
                + " sqlite_home agents memories background_terminal_max_timeout ghost_snapshot suppress_unstable_features_warning"
                + " windows js_repl_node_path js_repl_node_module_dirs zsh_path audio realtime service_tier oss_provider"
                + " windows_wsl_setup_acknowledged codex_hooks plugins experimental_use_unified_exec_tool"
                + " experimental_use_freeform_apply_patch")
            .map();

    private static final Map<String, Fate> CODEX_REQUIREMENTS = new Fields().all(CODEX_SETTINGS).obeyed("rules").map();

    private static final Map<String, Fate> GEMINI_SETTINGS = new Fields()
            .obeyed("$schema hooks hooksConfig")
            .named("tools coreTools excludeTools", "decides which tools there are and which commands are asked about",
                AS_RULES, otherThan("allowed|sandbox|shell|enableInteractiveShell|pager|showColor|useRipgrep|autoAccept") + "|\\A\\s*\\[")
            .named("policyPaths adminPolicyPaths", "names files of rules about tool calls", AS_RULES, ANY)
            .named("security admin sandbox toolSandboxing", "restricts what that agent may do",
                "Set permissions and sandbox in settings.json (docs/policy.md).", null)
            .none(ALLOWS, "allowedTools")
            .none(SERVERS, "mcp mcpServers allowMCPServers excludeMCPServers mcpServerCommand")
            .none(OWN_MATTERS, "general output ui ide privacy telemetry billing model modelConfigs agents context contextManagement"
                + " useWriteTodos advanced experimental extensions skills theme selectedAuthType autoAccept contextFileName preferredEditor"
                + " vimMode checkpointing fileFiltering bugCommand hideTips hideBanner hideFooter usageStatisticsEnabled maxSessionTurns"
                + " summarizeToolOutput chatCompression accessibility memoryImportFormat ideMode disableAutoUpdate customThemes"
                + " includeDirectories loadMemoryFromIncludeDirectories toolDiscoveryCommand toolCallCommand worktree")
            .map();

    private static final Map<String, Fate> COPILOT_HOOKS = new Fields().obeyed("version hooks disableAllHooks description").none(OWN_MATTERS, "$schema").map();

    private static final Map<String, Fate> COPILOT_SETTINGS = new Fields()
            .obeyed("version hooks disableAllHooks")
            .named("denied_urls deniedUrls", "refuses addresses", AS_RULES, null)
            .none(ALLOWS, "trusted_folders trustedFolders allowed_urls allowedUrls enabledPlugins enabledMcpServers")
            .none(SERVERS, "mcpServers disabledMcpServers")
            .none(OTHER_WAY, "extraKnownMarketplaces companyAnnouncements")
            .none(OWN_MATTERS, "$schema banner model theme beep parallel_tool_execution render_markdown screen_reader stream auto_update"
                + " autoUpdate includeCoAuthoredBy logged_in_users last_logged_in_user log_level logLevel editorMode effortLevel"
                + " experimental statusLine updateTerminalTitle askUser custom_agents bashEnv")
            .map();

    private static final Map<String, Fate> CURSOR_HOOKS = new Fields().obeyed("version hooks").none(OWN_MATTERS, "$schema").map();

    private static final Map<String, Fate> CURSOR_SETTINGS = new Fields()
            .named("permissions", "allows and refuses commands and files", AS_RULES, otherThan("allow") + NOT_EMPTY)
            .named("sandbox approvalMode", "decides which commands are asked about or run in a sandbox", AS_RULES, null)
            .none(OWN_MATTERS, "$schema version editor display channel model hasChangedDefaultModel network attribution privacyCache authInfo"
                + " maxMode notifications selectedModel")
            .map();

    private static final Map<String, Fate> OPENCODE_SETTINGS = new Fields()
            .named("plugin", "runs packages that can refuse calls", AS_HOOK, null)
            .named("permission tools", "decides which tools there are, and which calls are asked about or refused", AS_RULES, null)
            .none(SERVERS, "mcp")
            .none(OWN_MATTERS, "$schema model small_model provider disabled_providers enabled_providers theme keybinds tui share autoshare"
                + " autoupdate username agent mode default_agent command instructions formatter lsp experimental snapshot watcher"
                + " compaction server skills enterprise layout logLevel")
            .map();
    // format:on

    private static final List<AgentFile> ALL = all();

    private AgentFiles() {}

    /** Returns the table, in the order of the agents. */
    public static List<AgentFile> table() {
        return ALL;
    }

    // format:off
    private static List<AgentFile> all() {
        var rows = new ArrayList<AgentFile>();
        var claude = new Rows("Claude Code", rows);
        claude.obeyed(Root.SYSTEM, CLAUDE_SETTINGS, "etc/claude-code/managed-settings.json",
            "Library/Application Support/ClaudeCode/managed-settings.json");
        claude.named(Root.SYSTEM, "holds more settings of your organisation", "Move its hooks to managed-settings.json.",
            IN_USE, "etc/claude-code/managed-settings.d/*.json");
        claude.obeyed(Root.HOME, CLAUDE_SETTINGS, ".claude/settings.json");
        claude.obeyed(Root.PROJECT, CLAUDE_SETTINGS, ".claude/settings.json", ".claude/settings.local.json");
        claude.named(Root.HOME, "brings a plugin, with its hooks", "Install the plugin (claude plugin install), or write its gate as a hook.",
            ANY, ".claude/skills/*/.claude-plugin/plugin.json");
        claude.named(Root.PROJECT, "brings a plugin, with its hooks", "Install the plugin (claude plugin install), or write its gate as a hook.",
            ANY, ".claude/skills/*/.claude-plugin/plugin.json");
        claude.none(Root.PROJECT, SERVERS, ".claude/mcp.json");
        claude.none(Root.PROJECT, STATE, ".claude/launch.json", ".claude/scheduled_tasks.json", ".claude/*.lock");
        claude.none(Root.HOME, STATE, ".claude/stats-cache.json", ".claude/.credentials.json", ".claude/*-cache.json",
            ".claude/keybindings.json", ".claude/remote-settings.json", ".claude/policy-limits.json");

        var codex = new Rows("Codex", rows);
        codex.obeyed(Root.SYSTEM, CODEX_REQUIREMENTS, "etc/codex/requirements.toml");
        codex.obeyed(Root.SYSTEM, Map.of(), "etc/codex/rules/*.rules");
        codex.named(Root.SYSTEM, "holds more settings of your organisation", "Move its hooks to requirements.toml.", IN_TOML,
            "etc/codex/managed_config.toml", "etc/codex/config.toml");
        for (var root : List.of(Root.HOME, Root.PROJECT)) {
            codex.obeyed(root, CODEX_HOOKS, ".codex/hooks.json");
            codex.obeyed(root, CODEX_SETTINGS, ".codex/config.toml");
            codex.obeyed(root, Map.of(), ".codex/rules/*.rules");
        }
        codex.none(Root.HOME, STATE, ".codex/auth.json", ".codex/version.json", ".codex/models_cache.json", ".codex/internal_storage.json",
            ".codex/.codex-global-state.json", ".codex/*_cache.json");

        var copilot = new Rows("Copilot", rows);
        copilot.obeyed(Root.SYSTEM, COPILOT_HOOKS, "etc/github-copilot/policy.d/*.json");
        copilot.obeyed(Root.HOME, COPILOT_HOOKS, ".copilot/hooks/*.json");
        copilot.obeyed(Root.HOME, COPILOT_SETTINGS, ".copilot/settings.json");
        copilot.obeyed(Root.PROJECT, COPILOT_HOOKS, ".github/hooks/*.json");
        copilot.obeyed(Root.PROJECT, COPILOT_SETTINGS, ".github/copilot/settings.json", ".github/copilot/settings.local.json");
        copilot.named(Root.HOME, "runs code that can refuse calls", AS_HOOK, ANY, ".copilot/extensions/*/extension.mjs");
        copilot.named(Root.PROJECT, "runs code that can refuse calls", AS_HOOK, ANY, ".github/extensions/*/extension.mjs");
        copilot.none(Root.HOME, SERVERS, ".copilot/mcp-config.json");
        copilot.none(Root.HOME, STATE, ".copilot/config.json", ".copilot/permissions-config.json", ".copilot/command-history-state.json");

        var cursor = new Rows("Cursor", rows);
        cursor.obeyed(Root.SYSTEM, CURSOR_HOOKS, "etc/cursor/hooks.json", "Library/Application Support/Cursor/hooks.json");
        cursor.obeyed(Root.HOME, CURSOR_HOOKS, ".cursor/hooks.json");
        cursor.obeyed(Root.PROJECT, CURSOR_HOOKS, ".cursor/hooks.json");
        cursor.named(Root.HOME, CURSOR_SETTINGS, ".cursor/cli-config.json");
        cursor.named(Root.PROJECT, CURSOR_SETTINGS, ".cursor/cli.json");
        for (var root : List.of(Root.HOME, Root.PROJECT)) {
            cursor.named(root, "restricts the network and the files of commands", "Set sandbox in settings.json (docs/policy.md).", null,
                ".cursor/sandbox.json");
            cursor.named(root, "decides which commands are asked about", AS_RULES, null, ".cursor/permissions.json");
            cursor.none(root, SERVERS, ".cursor/mcp.json");
        }
        cursor.none(Root.PROJECT, OWN_MATTERS, ".cursor/environment.json", ".cursor/worktrees.json", ".cursor/settings.json", ".cursor/BUGBOT.md");
        cursor.none(Root.HOME, STATE, ".cursor/argv.json", ".cursor/ide_state.json", ".cursor/agent-cli-state.json", ".cursor/prompt_history.json",
            ".cursor/statsig-cache.json", ".cursor/unified_repo_list.json");
        cursor.named(Root.PROJECT, "keeps files from the model", "Write rules such as \"deny\": [\"read(NAME)\"] into permissions of settings.json.", null,
            ".cursorignore");

        var gemini = new Rows("Gemini CLI", rows);
        gemini.named(Root.SYSTEM, "holds settings of your organisation", "Move its hooks to a file of your own.", IN_USE,
            "etc/gemini-cli/settings.json", "Library/Application Support/GeminiCli/settings.json");
        gemini.obeyed(Root.SYSTEM, Map.of(), "etc/gemini-cli/policies/*.toml", "Library/Application Support/GeminiCli/policies/*.toml");
        for (var root : List.of(Root.HOME, Root.PROJECT)) {
            gemini.obeyed(root, GEMINI_SETTINGS, ".gemini/settings.json");
            gemini.obeyed(root, Map.of(), ".gemini/policies/*.toml", ".gemini/extensions/*/policies/*.toml");
            gemini.named(root, "runs hooks of an extension", "Copy the hooks to hooks of .gemini/settings.json.", ANY,
                ".gemini/extensions/*/hooks/hooks.json");
        }
        gemini.none(Root.HOME, STATE, ".gemini/oauth_creds.json", ".gemini/google_accounts.json", ".gemini/state.json", ".gemini/projects.json",
            ".gemini/trustedFolders.json", ".gemini/trusted_hooks.json", ".gemini/mcp-oauth-tokens.json", ".gemini/mcp-server-enablement.json",
            ".gemini/extension_integrity.json");
        gemini.none(Root.PROJECT, OWN_MATTERS, ".gemini/config.yaml");
        gemini.named(Root.PROJECT, "keeps files from the model", "Write rules such as \"deny\": [\"read(NAME)\"] into permissions of settings.json.", null,
            ".geminiignore");

        var opencode = new Rows("opencode", rows);
        for (var folder : List.of("plugin", "plugins")) {
            for (var ending : List.of("js", "mjs", "ts")) {
                opencode.named(Root.HOME, "runs code that can refuse calls", AS_HOOK, null, ".config/opencode/" + folder + "/*." + ending);
                opencode.named(Root.PROJECT, "runs code that can refuse calls", AS_HOOK, null, ".opencode/" + folder + "/*." + ending);
            }
        }
        opencode.named(Root.HOME, OPENCODE_SETTINGS, ".config/opencode/opencode.json", ".config/opencode/opencode.jsonc");
        opencode.named(Root.PROJECT, OPENCODE_SETTINGS, "opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc");
        opencode.none(Root.PROJECT, STATE, ".opencode/package.json", ".opencode/package-lock.json", ".opencode/tui.json");

        var windsurf = new Rows("Windsurf", rows);
        var asHooks = "Write its commands as hooks in settings.json (docs/foreign-hooks.md#in-settings).";
        windsurf.named(Root.SYSTEM, "runs commands that can refuse actions", asHooks, null, "etc/windsurf/hooks.json",
            "Library/Application Support/Windsurf/hooks.json");
        windsurf.named(Root.HOME, "runs commands that can refuse actions", asHooks, null, ".codeium/windsurf/hooks.json");
        windsurf.named(Root.PROJECT, "runs commands that can refuse actions", asHooks, null, ".windsurf/hooks.json");
        windsurf.none(Root.PROJECT, SERVERS, ".windsurf/mcp_config.json");
        windsurf.named(Root.PROJECT, "keeps files from the model", "Write rules such as \"deny\": [\"read(NAME)\"] into permissions of settings.json.", null,
            ".codeiumignore");
        return List.copyOf(rows);
    }
    // format:on

    /** Matches a field that is not known to refuse nothing. */
    private static String otherThan(String harmless) {
        return "\"(?!(?:" + harmless + ")\")[^\"]*\"\\s*:";
    }

    private static @Nullable Pattern pattern(@Nullable String words) {
        return words == null ? null : Pattern.compile(words);
    }

    /** Adds the files of one agent. */
    private record Rows(String agent, List<AgentFile> rows) {
        void obeyed(Root root, Map<String, Fate> fields, String... paths) {
            add(root, OBEYED, fields, paths);
        }

        void none(Root root, Fate why, String... paths) {
            add(root, why, Map.of(), paths);
        }

        void named(Root root, String would, String instead, @Nullable String refuses, String... paths) {
            add(root, new Named(would, instead, pattern(refuses)), Map.of(), paths);
        }

        /** Files of which each field has its own fate. */
        void named(Root root, Map<String, Fate> fields, String... paths) {
            add(root, new NoEffect("each of its fields is looked at"), fields, paths);
        }

        private void add(Root root, Fate fate, Map<String, Fate> fields, String... paths) {
            for (var path : paths) {
                rows.add(new AgentFile(agent, root, path, fate, fields));
            }
        }
    }

    /** The fields of one file. */
    private static final class Fields {
        private final Map<String, Fate> map = new LinkedHashMap<>();

        Fields obeyed(String names) {
            return none(OBEYED, names);
        }

        Fields named(String names, String would, String instead, @Nullable String refuses) {
            return none(new Named(would, instead, pattern(refuses)), names);
        }

        Fields none(Fate fate, String names) {
            for (var name : names.split(" ", -1)) {
                map.put(name, fate);
            }
            return this;
        }

        Fields all(Map<String, Fate> fields) {
            map.putAll(fields);
            return this;
        }

        Map<String, Fate> map() {
            return Collections.unmodifiableMap(map);
        }
    }
}
