package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.net.Network;
import dev.pawl.config.text.JsonPaths;
import dev.pawl.config.text.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings at one moment: the user's, the project's over them, an organisation's over both, and the defaults below
 * all.
 */
public final class Settings {
    private static final Settings DEFAULTS = new Settings(List.of(), JsonObject.empty(), false, List.of());

    private final List<Source> sources;
    private final JsonObject managed;
    private final JsonObject merged;
    private final boolean projectTrusted;
    private final List<Problem> problems;

    /** @param below what the layers below those of an organisation make together */
    private Settings(List<Source> sources, JsonObject below, boolean projectTrusted, List<Problem> problems) {
        this.sources = List.copyOf(sources);
        this.managed = sources.stream()
                .filter(source -> source.layer == Layer.MANAGED)
                .map(Source::json)
                .reduce(JsonObject.empty(), (first, second) -> SettingsMerge.enforce(second, first));
        this.merged = SettingsMerge.enforce(managed, below);
        this.projectTrusted = projectTrusted;
        this.problems = List.copyOf(problems);
    }

    /** The settings of one file that has been checked. */
    record Source(String where, Layer layer, JsonObject json) {}

    /**
     * A group of keys, as one file has it.
     *
     * @param where the file and the group, as messages begin
     * @param flaws what is wrong with the group as a whole: it is no object, or has fields that it does not know
     */
    public record Group(String file, String where, Layer layer, JsonObject json, List<String> flaws) {}

    /** The value where no layer sets one. */
    public static Settings defaults() {
        return DEFAULTS;
    }

    /** Settings that are in no file. */
    public static Settings of(JsonObject user) {
        var problems = new ArrayList<Problem>();
        var clean = new SettingsCheck("settings", Layer.USER, problems).clean(user);
        return of(List.of(new Source("settings", Layer.USER, clean)), true, problems);
    }

    /** Settings of a user who works where nothing of a project counts. */
    public Settings withoutProject() {
        var others =
                sources.stream().filter(source -> source.layer != Layer.PROJECT).toList();
        return of(others, false, problems);
    }

    /** Of layers that have been checked, the one that holds above the others first. */
    static Settings of(List<Source> sources, boolean projectTrusted, List<Problem> problems) {
        var below = SettingsMerge.merge(layer(sources, Layer.USER), layer(sources, Layer.PROJECT));
        return new Settings(sources, below, projectTrusted, problems);
    }

    private static JsonObject layer(List<Source> sources, Layer layer) {
        for (var source : sources) {
            if (source.layer == layer) {
                return source.json;
            }
        }
        return JsonObject.empty();
    }

    /** These settings under others, which take precedence over all but an organisation's; those of the command line, for example. */
    public Settings with(JsonObject above) {
        var found = new ArrayList<>(problems);
        var clean = new SettingsCheck("settings", Layer.USER, found).clean(above);
        return new Settings(sources, SettingsMerge.over(merged, clean), projectTrusted, found);
    }

    public <T extends @Nullable Object> T get(Setting<T> setting) {
        return setting.value(JsonPaths.get(merged, setting.path()));
    }

    /** The value in one layer, without the other and without the default; null if unset. */
    public <T extends @Nullable Object> @Nullable T get(Layer layer, Setting<T> setting) {
        var json = JsonPaths.get(layer == Layer.MANAGED ? managed : layer(sources, layer), setting.path());
        return json == null ? null : setting.value(json);
    }

    /** Returns whether some layer sets it, so that the value is not the default. */
    public boolean isSet(Setting<?> setting) {
        return JsonPaths.get(merged, setting.path()) != null;
    }

    /**
     * Returns what hooks see: everything as one object, with keys that the house does not know and without those that
     * could not be used.
     */
    public JsonObject json() {
        return merged;
    }

    /** Returns whether the project's settings count. */
    public boolean projectTrusted() {
        return projectTrusted;
    }

    /** Returns the problems of what could not be used or read. */
    public List<Problem> problems() {
        return problems;
    }

    /** The files whose content is not known. While there is one, nothing may run: it may hold what forbids it. */
    public List<Problem> unreadable() {
        return problems.stream()
                .filter(problem -> problem.kind() == Problem.Kind.UNREADABLE)
                .toList();
    }

    /** Returns a group of keys as each file that sets it has it, those of an organisation first. */
    public List<Group> groups(Setting<@Nullable JsonObject> group, List<String> known) {
        var groups = new ArrayList<Group>();
        for (var source : sources) {
            var written = JsonPaths.get(source.json, group.path());
            var json = written == null ? null : group.value(written);
            if (json != null) {
                var where = source.where + ": " + group.name();
                groups.add(new Group(source.where, where, source.layer, json, flaws(where, json, known)));
            }
        }
        return groups;
    }

    private static List<String> flaws(String where, JsonObject json, List<String> known) {
        if (Kind.isReplaced(json)) {
            return List.of(where + " must be an object with " + String.join(", ", known));
        }
        return json.names().stream()
                .filter(name -> !known.contains(name))
                .map(name -> where + "." + name + " is not known; there are " + String.join(", ", known))
                .toList();
    }

    /** The entries of a layer's lists {@code extensions} and {@code hooks}, which mean the same. */
    public List<String> hookEntries(Layer layer) {
        var entries = new ArrayList<>(entries(layer, Keys.EXTENSIONS));
        hooks(layer).stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .forEach(entries::add);
        return List.copyOf(entries);
    }

    /** Returns whether a layer's list {@code hooks} holds hooks that are shell commands or web addresses. */
    public boolean hasShellHooks(Layer layer) {
        return hooks(layer).stream().anyMatch(JsonObject.class::isInstance);
    }

    private List<Object> hooks(Layer layer) {
        var hooks = get(layer, Keys.HOOKS);
        return hooks == null ? List.of() : hooks;
    }

    /** The entries of one layer's list; relative paths in it start at the folder of that layer's settings. */
    public List<String> entries(Layer layer, Setting<List<String>> setting) {
        var entries = get(layer, setting);
        return entries == null ? List.of() : entries;
    }

    /**
     * The location of the sessions; null if the settings leave it to the program. Relative paths start at the project.
     */
    public @Nullable Path sessionDir(Folders folders) {
        var written = get(Keys.SESSION_DIR);
        return written == null ? null : folders.find(folders.cwd(), written);
    }

    /** The shell for commands; null if the settings leave it to the house. */
    public @Nullable Path shellPath(Folders folders) {
        var written = get(Keys.SHELL_PATH);
        return written == null ? null : folders.find(folders.cwd(), written);
    }

    /** The way to the network that these settings and the environment describe. Relative paths start at the user's settings. */
    public Network network(Folders folders, Map<String, String> environment) {
        var certificates = get(Keys.CA_CERTIFICATES).stream()
                .map(written -> folders.find(folders.agentDir(), written))
                .filter(Objects::nonNull)
                .toList();
        return Network.of(get(Keys.HTTP_PROXY), certificates, environment);
    }

    /** The level to start a model with. */
    public ThinkingLevel thinkingLevel(String provider, String modelId) {
        var own = get(Keys.MODEL_THINKING_LEVELS).get(provider + "/" + modelId);
        return own == null ? get(Keys.DEFAULT_THINKING_LEVEL) : own;
    }

    /** How often and how soon a failed request is tried again. */
    public Retry retry() {
        var timeout = get(Keys.RETRY_PROVIDER_TIMEOUT);
        return new Retry(
                get(Keys.RETRY_ENABLED),
                get(Keys.RETRY_MAX),
                get(Keys.RETRY_BASE_DELAY),
                get(Keys.RETRY_MAX_DELAY),
                get(Keys.RETRY_PROVIDER_MAX),
                get(Keys.RETRY_PROVIDER_MAX_DELAY),
                timeout == null ? get(Keys.HTTP_IDLE_TIMEOUT) : timeout);
    }

    /** When and how far a conversation with some model is compacted. */
    public Compaction compaction(String provider, String modelId) {
        var own = get(Keys.COMPACTION_OVERRIDES).object(provider + "/" + modelId);
        return new Compaction(
                get(Keys.COMPACTION_ENABLED),
                own.integer("reserveTokens", get(Keys.COMPACTION_RESERVE)),
                own.integer("keepRecentTokens", get(Keys.COMPACTION_KEEP_RECENT)));
    }

    public BranchSummary branchSummary() {
        return new BranchSummary(get(Keys.BRANCH_SUMMARY_RESERVE), get(Keys.BRANCH_SUMMARY_SKIP));
    }

    /** Returns what becomes of an answer that breaks a stream rule. */
    public StreamRules streamRules() {
        return new StreamRules(
                get(Keys.TTSR_ENABLED),
                get(Keys.TTSR_CONTEXT_MODE),
                get(Keys.TTSR_REPEAT_MODE),
                get(Keys.TTSR_REPEAT_GAP));
    }

    public TodoCompletion todoCompletion() {
        return new TodoCompletion(get(Keys.TODO_ENABLED), get(Keys.TODO_MAX_REMINDERS));
    }

    /** The keys {@code retry.*}; times in milliseconds, and 0 for a provider's longest delay means any. */
    public record Retry(
            boolean enabled,
            int maxRetries,
            long baseDelayMs,
            long maxAgentDelayMs,
            int providerMaxRetries,
            long providerMaxRetryDelayMs,
            long providerTimeoutMs) {}

    /** The keys {@code compaction.*}, for one model. */
    public record Compaction(boolean enabled, int reserveTokens, int keepRecentTokens) {}

    /** The keys {@code branchSummary.*}. */
    public record BranchSummary(int reserveTokens, boolean skipPrompt) {}

    /** The keys {@code ttsr.*}. */
    public record StreamRules(boolean enabled, Choices.RuleContext context, Choices.RuleRepeat repeat, int repeatGap) {}

    /** The keys {@code todoCompletion.*}. */
    public record TodoCompletion(boolean enabled, int maxReminders) {}
}
