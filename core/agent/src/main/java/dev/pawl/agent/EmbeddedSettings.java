package dev.pawl.agent;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsFeature;
import dev.pawl.config.text.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings that hold for an agent that a program embeds: those that an agent reads itself, and those of the features
 * that are present. Others are refused by name, so that none is without effect in silence.
 */
final class EmbeddedSettings {
    /** Those that an agent reads wherever it works. */
    static final Set<Setting<?>> READ = Set.of(
            Keys.DEFAULT_THINKING_LEVEL,
            Keys.MODEL_THINKING_LEVELS,
            Keys.THINKING_BUDGETS,
            Keys.CACHE_WARMING,
            Keys.STEERING_MODE,
            Keys.FOLLOW_UP_MODE,
            Keys.SHELL_PATH,
            Keys.SHELL_COMMAND_PREFIX,
            Keys.EXPOSE_SESSION_ENVIRONMENT,
            Keys.IMAGES_AUTO_RESIZE,
            Keys.IMAGES_BLOCK,
            Keys.COMPACTION_ENABLED,
            Keys.COMPACTION_RESERVE,
            Keys.COMPACTION_KEEP_RECENT,
            Keys.COMPACTION_OVERRIDES,
            Keys.BRANCH_SUMMARY_RESERVE,
            Keys.BRANCH_SUMMARY_SKIP,
            Keys.HOOK_TIMEOUT,
            Keys.SHUTDOWN_HOOK_TIMEOUT,
            Keys.TOOL_CALL_HOOK_TIMEOUT,
            Keys.TTSR_ENABLED,
            Keys.TTSR_CONTEXT_MODE,
            Keys.TTSR_REPEAT_MODE,
            Keys.TTSR_REPEAT_GAP,
            Keys.TODO_ENABLED,
            Keys.TODO_MAX_REMINDERS,
            Keys.RETRY_ENABLED,
            Keys.RETRY_MAX,
            Keys.RETRY_BASE_DELAY,
            Keys.RETRY_MAX_DELAY);

    /** Those that are read together with the files of the project. */
    static final Set<Setting<?>> READ_WITH_PROJECT = Set.of(Keys.SKILLS, Keys.PROMPTS);

    /** The methods of the builder that take the place of settings. */
    private static final Map<Setting<?>, String> METHODS = Map.of(
            Keys.DEFAULT_MODEL, "model()",
            Keys.DEFAULT_PROVIDER, "model()",
            Keys.ENABLED_MODELS, "shortList()",
            Keys.DEFAULT_TOOLS, "tools()",
            Keys.SESSION_DIR, "sessions()",
            Keys.HOOKS, "hook()",
            Keys.EXTENSIONS, "hook()",
            Keys.SKILLS, "withProject()",
            Keys.PROMPTS, "withProject()");

    private EmbeddedSettings() {}

    /**
     * Returns the settings of an agent.
     *
     * @param ofHooks those that only hooks read
     * @throws IllegalArgumentException if one of them is misspelt, cannot be used, or would have no effect
     */
    static Settings checked(
            JsonObject written, JsonObject ofHooks, boolean ofProject, Iterable<SettingsFeature> features) {
        var checked = Settings.of(written);
        var wrong = new ArrayList<String>();
        checked.problems().stream().map(Problem::message).forEach(wrong::add);
        unknown(checked.json(), "", wrong);
        var effective = new HashSet<>(READ);
        if (ofProject) {
            effective.addAll(READ_WITH_PROJECT);
        }
        features.forEach(feature -> effective.addAll(feature.settings()));
        for (var setting : Keys.all()) {
            if (checked.isSet(setting) && !effective.contains(setting)) {
                var method = METHODS.get(setting);
                wrong.add(setting.name() + " has no effect on this agent: "
                        + (method == null
                                ? "no module that applies it to embedded agents is present."
                                : "call " + method + " on the builder."));
            }
        }
        for (var name : ofHooks.names()) {
            if (isSetting(name)) {
                wrong.add(name + " is a setting of Pawl, not of a hook; pass it to settings().");
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(wrong.stream()
                    .collect(Collectors.joining("\n", "the agent was not started. In its settings:\n", "")));
        }
        var all = Settings.of(written.with(ofHooks));
        return ofProject ? all : all.withoutProject();
    }

    /** Returns what the settings ask for of the features, in the order in which their hooks are called. */
    static SettingsFeature.Effects effects(Iterable<SettingsFeature> features, SettingsFeature.Place place)
            throws InterruptedException {
        var asked = new ArrayList<SettingsFeature>();
        for (var feature : features) {
            if (feature.settings().stream().anyMatch(place.settings()::isSet)) {
                asked.add(feature);
            }
        }
        asked.sort(Comparator.comparing(SettingsFeature::turn));
        var hooks = new ArrayList<SettingsFeature.Bundled>();
        BashOperations shell = null;
        for (var feature : asked) {
            var effects = feature.at(place);
            hooks.addAll(effects.hooks());
            shell = effects.shell() == null ? shell : effects.shell();
        }
        return new SettingsFeature.Effects(hooks, shell);
    }

    /** Finds the names that are no setting and no group of settings. */
    private static void unknown(JsonObject json, String group, List<String> wrong) {
        for (var key : json.names()) {
            var name = group + key;
            if (Keys.all().stream().anyMatch(setting -> setting.name().equals(name))) {
                continue;
            }
            if (!isSetting(name)) {
                wrong.add(name + " is no setting. Those of hooks are passed to hookSettings().");
            } else if (json.get(key) instanceof JsonObject inside) {
                unknown(inside, name + ".", wrong);
            }
        }
    }

    private static boolean isSetting(String name) {
        return Keys.all().stream()
                .anyMatch(
                        setting -> setting.name().equals(name) || setting.name().startsWith(name + "."));
    }
}
