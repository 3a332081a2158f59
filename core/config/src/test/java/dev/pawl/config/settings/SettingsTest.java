package dev.pawl.config.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.config.Desk;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What settings mean, wherever they come from. */
class SettingsTest {
    private static Settings settings(String json) {
        return Settings.of(JsonObject.parse(json));
    }

    private static Settings settings(String user, String project) {
        return SettingsStore.inMemory(JsonObject.parse(user), JsonObject.parse(project))
                .current();
    }

    @Test
    void without_settings_the_defaults_hold() {
        var settings = Settings.defaults();

        assertThat(settings.get(Keys.DEFAULT_PROVIDER)).isNull();
        assertThat(settings.get(Keys.DEFAULT_THINKING_LEVEL)).isEqualTo(ThinkingLevel.MEDIUM);
        assertThat(settings.get(Keys.STEERING_MODE)).isEqualTo(Choices.QueueMode.ONE_AT_A_TIME);
        assertThat(settings.get(Keys.DEFAULT_TOOLS)).containsExactly("read", "bash", "edit", "write");
        assertThat(settings.get(Keys.ENABLED_MODELS)).isNull();
        assertThat(settings.get(Keys.HOOK_TIMEOUT)).isEqualTo(30_000);
        assertThat(settings.get(Keys.THEME)).isEqualTo("system");
        assertThat(settings.retry()).isEqualTo(new Settings.Retry(true, 3, 2_000, 60_000, 0, 60_000, 300_000));
        assertThat(settings.compaction("p", "m")).isEqualTo(new Settings.Compaction(true, 16_384, 20_000));
        assertThat(settings.branchSummary()).isEqualTo(new Settings.BranchSummary(16_384, false));
        assertThat(settings.streamRules())
                .isEqualTo(new Settings.StreamRules(true, Choices.RuleContext.DISCARD, Choices.RuleRepeat.ONCE, 10));
        assertThat(settings.todoCompletion()).isEqualTo(new Settings.TodoCompletion(false, 3));
        assertThat(settings.problems()).isEmpty();
    }

    @Test
    void every_key_takes_what_it_says_it_takes() {
        for (var key : Keys.all()) {
            assertThat(takesItsOwnDefault(key)).as(key.name()).isTrue();
        }
        assertThat(Keys.all()).hasSizeGreaterThan(60).doesNotHaveDuplicates();
    }

    private static <T> boolean takesItsOwnDefault(Setting<T> key) {
        var store = SettingsStore.inMemory(JsonObject.empty(), JsonObject.empty());
        try {
            var changed = store.change(Layer.USER, JsonEdit.nothing().with(key, key.otherwise()));
            return changed.problems().isEmpty() && Objects.equals(changed.get(key), key.otherwise());
        } catch (Exception e) {
            throw new AssertionError(key.name(), e);
        }
    }

    @Test
    void a_project_wins_over_the_user_all_the_way_down() {
        var settings = settings(
                "{\"theme\":\"dark\",\"retry\":{\"maxRetries\":5,\"provider\":{\"maxRetries\":2}}}",
                "{\"theme\":\"light\",\"retry\":{\"provider\":{\"maxRetryDelayMs\":0}}}");

        assertThat(settings.get(Keys.THEME)).isEqualTo("light");
        assertThat(settings.retry()).isEqualTo(new Settings.Retry(true, 5, 2_000, 60_000, 2, 0, 300_000));
        assertThat(settings.get(Layer.USER, Keys.THEME)).isEqualTo("dark");
        assertThat(settings.get(Layer.PROJECT, Keys.RETRY_MAX)).isNull();
    }

    @Test
    void lists_of_what_is_brought_along_are_joined_and_others_are_replaced() {
        var settings = settings(
                "{\"skills\":[\"a\"],\"hooks\":[\"h\"],\"extensions\":[\"e\"],\"enabledModels\":[\"x\"]}",
                "{\"skills\":[\"b\"],\"enabledModels\":[\"y\"]}");

        assertThat(settings.get(Keys.SKILLS)).containsExactly("a", "b");
        assertThat(settings.get(Keys.ENABLED_MODELS)).containsExactly("y");
        assertThat(settings.entries(Layer.PROJECT, Keys.SKILLS)).containsExactly("b");
        assertThat(settings.hookEntries(Layer.USER)).containsExactly("e", "h");
        assertThat(settings.hookEntries(Layer.PROJECT)).isEmpty();
    }

    @Test
    void a_null_of_the_project_is_no_value() {
        assertThat(settings("{\"quietStartup\":true}", "{\"quietStartup\":null}")
                        .get(Keys.QUIET_STARTUP))
                .isEqualTo(Choices.QuietStartup.QUIET);
    }

    @Test
    void a_value_of_the_wrong_type_leaves_the_default_and_says_what_is_expected() {
        var settings = settings("{\"hookTimeout\":\"soon\",\"quietStartup\":1,\"theme\":\"dark\"}");

        assertThat(settings.get(Keys.HOOK_TIMEOUT)).isEqualTo(30_000);
        assertThat(settings.get(Keys.QUIET_STARTUP)).isEqualTo(Choices.QuietStartup.ALL);
        assertThat(settings.get(Keys.THEME)).isEqualTo("dark");
        assertThat(Desk.messages(settings.problems()))
                .containsExactlyInAnyOrder(
                        "hookTimeout is \"soon\", but must be a whole number of milliseconds, 0 or more. It is not"
                                + " used.",
                        "quietStartup is 1, but must be true, false or \"header\". It is not used.");
    }

    @Test
    void a_wrong_value_of_the_project_leaves_the_users() {
        var settings = settings("{\"steeringMode\":\"all\"}", "{\"steeringMode\":\"some\"}");

        assertThat(settings.get(Keys.STEERING_MODE)).isEqualTo(Choices.QueueMode.ALL);
        assertThat(Desk.messages(settings.problems()))
                .containsExactly("steeringMode is \"some\", but must be \"all\" or \"one-at-a-time\". It is not used.");
    }

    @Test
    void a_group_that_is_no_object_is_one_problem() {
        var settings = settings("{\"retry\":5,\"compaction\":{\"enabled\":false}}");

        assertThat(settings.retry()).isEqualTo(Settings.defaults().retry());
        assertThat(settings.compaction("p", "m").enabled()).isFalse();
        assertThat(Desk.messages(settings.problems()))
                .containsExactly("retry is 5, but must be an object in braces. It is not used.");
    }

    @Test
    void numbers_have_their_limits() {
        var settings = settings(
                "{\"autocompleteMaxVisible\":2,\"editorPaddingX\":4,\"outputPad\":0,\"compaction\":{\"reserveTokens\":-1},"
                    + "\"httpIdleTimeoutMs\":1.5}");

        assertThat(settings.get(Keys.AUTOCOMPLETE_MAX_VISIBLE)).isEqualTo(5);
        assertThat(settings.get(Keys.EDITOR_PADDING_X)).isZero();
        assertThat(settings.get(Keys.OUTPUT_PAD)).isZero();
        assertThat(settings.compaction("p", "m").reserveTokens()).isEqualTo(16_384);
        assertThat(settings.problems()).hasSize(4).allMatch(Problem::error);
    }

    @Test
    void wrong_elements_of_lists_and_tables_spoil_no_others() {
        var settings = settings("{\"skills\":[\"a\",7,\"b\"],"
                + "\"modelThinkingLevels\":{\"p/a\":\"high\",\"p/b\":\"very\"},"
                + "\"thinkingBudgets\":{\"low\":1000,\"high\":\"much\"},"
                + "\"compaction\":{\"modelOverrides\":{\"p/a\":{\"reserveTokens\":1},\"p/b\":3}},"
                + "\"packages\":[\"npm:x\",{\"source\":\"git:y\"},false]}");

        assertThat(settings.get(Keys.SKILLS)).containsExactly("a", "b");
        assertThat(settings.get(Keys.MODEL_THINKING_LEVELS)).isEqualTo(Map.of("p/a", ThinkingLevel.HIGH));
        assertThat(settings.get(Keys.THINKING_BUDGETS)).isEqualTo(Map.of(ThinkingLevel.LOW, 1000));
        assertThat(settings.compaction("p", "a").reserveTokens()).isEqualTo(1);
        assertThat(settings.get(Keys.PACKAGES)).hasSize(2);
        assertThat(Desk.messages(settings.problems()))
                .anyMatch(message -> message.startsWith("skills[1] is 7,"))
                .anyMatch(message -> message.startsWith("modelThinkingLevels.p/b is \"very\","))
                .anyMatch(message -> message.startsWith("thinkingBudgets.high is \"much\","))
                .anyMatch(message -> message.startsWith("compaction.modelOverrides.p/b is 3,"))
                .anyMatch(message -> message.startsWith("packages[2] is false,"))
                .hasSize(5);
    }

    @Test
    void what_is_the_users_alone_is_not_taken_from_a_project() {
        var settings = settings("{}", "{\"defaultProjectTrust\":\"always\",\"httpProxy\":\"http://evil\"}");

        assertThat(settings.get(Keys.DEFAULT_PROJECT_TRUST)).isEqualTo(Choices.ProjectTrust.ASK);
        assertThat(settings.get(Keys.HTTP_PROXY)).isNull();
        assertThat(settings.json().names()).isEmpty();
        assertThat(settings.problems()).hasSize(2).noneMatch(Problem::error);
    }

    @Test
    void a_switch_may_be_found_out_or_said() {
        var settings = settings(
                "{\"terminal\":{\"hyperlinks\":true,\"trueColor\":false,\"images\":false,\"imageWidthCells\":40}}");

        assertThat(settings.get(Keys.TERMINAL_HYPERLINKS)).isEqualTo(Choices.Detected.ON);
        assertThat(settings.get(Keys.TERMINAL_TRUE_COLOR)).isEqualTo(Choices.Detected.OFF);
        assertThat(settings.get(Keys.TERMINAL_IMAGES)).isEqualTo(Choices.ImageProtocol.NONE);
        assertThat(settings.get(Keys.TERMINAL_IMAGE_WIDTH)).isEqualTo(40);
        assertThat(Keys.TERMINAL_IMAGES.expected()).isEqualTo("\"auto\", \"kitty\", \"iterm2\", \"sixel\" or false");
    }

    @Test
    void a_model_has_its_own_levels_and_limits() {
        var settings = settings("{\"defaultThinkingLevel\":\"low\",\"modelThinkingLevels\":{\"p/m:1\":\"max\"},"
                + "\"compaction\":{\"keepRecentTokens\":7,\"modelOverrides\":{\"p/m:1\":{\"reserveTokens\":9}}}}");

        assertThat(settings.thinkingLevel("p", "m:1")).isEqualTo(ThinkingLevel.MAX);
        assertThat(settings.thinkingLevel("p", "other")).isEqualTo(ThinkingLevel.LOW);
        assertThat(settings.compaction("p", "m:1")).isEqualTo(new Settings.Compaction(true, 9, 7));
        assertThat(settings.compaction("p", "other")).isEqualTo(new Settings.Compaction(true, 16_384, 7));
    }

    @Test
    void a_providers_timeout_is_that_of_http_unless_it_has_its_own() {
        assertThat(settings("{\"httpIdleTimeoutMs\":5}").retry().providerTimeoutMs())
                .isEqualTo(5);
        assertThat(settings("{\"httpIdleTimeoutMs\":5,\"retry\":{\"provider\":{\"timeoutMs\":6}}}")
                        .retry()
                        .providerTimeoutMs())
                .isEqualTo(6);
    }

    @Test
    void paths_in_settings_start_at_the_project_or_at_home() {
        var folders = new Folders(Path.of("/home/me"), Path.of("/home/me/.pi/agent"), Path.of("/home/me/p"));

        assertThat(settings("{\"sessionDir\":\"sessions\"}").sessionDir(folders))
                .isEqualTo(Path.of("/home/me/p/sessions"));
        assertThat(settings("{\"sessionDir\":\"~/s\"}").sessionDir(folders)).isEqualTo(Path.of("/home/me/s"));
        assertThat(settings("{\"shellPath\":\"/bin/zsh\"}").shellPath(folders)).isEqualTo(Path.of("/bin/zsh"));
        assertThat(settings("{\"sessionDir\":\"\"}").sessionDir(folders)).isNull();
        assertThat(settings("{\"sessionDir\":\"a\\u0000b\"}").sessionDir(folders))
                .isNull();
    }

    @Test
    void older_names_and_forms_are_read_as_what_they_are_called_today() {
        var settings = settings("{\"queueMode\":\"all\",\"websockets\":true,\"retry\":{\"maxDelayMs\":7},"
                + "\"skills\":{\"customDirectories\":[\"s\"],\"enableSkillCommands\":false}}");

        assertThat(settings.problems()).isEmpty();
        assertThat(settings.get(Keys.STEERING_MODE)).isEqualTo(Choices.QueueMode.ALL);
        assertThat(settings.retry().providerMaxRetryDelayMs()).isEqualTo(7);
        assertThat(settings.get(Keys.SKILLS)).containsExactly("s");
        assertThat(settings.get(Keys.ENABLE_SKILL_COMMANDS)).isFalse();
    }

    @Test
    void every_key_and_form_of_pi_is_read_without_a_word() {
        var settings = settings("""
            {
              "$schema": "https://example.org/settings.schema.json", "lastChangelogVersion": "1.5.0",
              "quietStartup": "header", "httpIdleTimeoutMs": "disabled", "websocketConnectTimeoutMs": "disabled",
              "transport": "websocket-cached", "websockets": true, "npmCommand": ["mise", "exec", "npm"],
              "selfUpdateCommand": ["true"], "markdown": {"mermaid": "final", "codeBlockIndent": ""},
              "showHardwareCursor": false, "showCacheMissNotices": true, "collapseChangelog": true,
              "terminal": {"clearOnShrink": true, "hyperlinks": "auto", "images": "iterm2", "trueColor": true},
              "fullscreenExitOutput": "resume-hint", "fullscreenScrollbar": "hidden",
              "fullscreenCopyOnSelect": false, "fullscreenWheelScrollLines": "auto",
              "codemode": {"mode": "only", "inlineBudget": 10}, "warnings": {"anthropicExtraUsage": false},
              "sessionShareDestination": "gist", "enableAnalytics": false, "packages": [{"source": "npm:x"}]
            }\
            """);

        assertThat(settings.problems()).isEmpty();
        assertThat(settings.get(Keys.QUIET_STARTUP)).isEqualTo(Choices.QuietStartup.HEADER);
        assertThat(settings.retry().providerTimeoutMs()).isZero();
        assertThat(settings.json().strings("npmCommand")).containsExactly("mise", "exec", "npm");
    }

    @Test
    void a_key_is_set_if_some_layer_has_it() {
        assertThat(settings("{\"retry\":{\"enabled\":true}}").isSet(Keys.RETRY_ENABLED))
                .isTrue();
        assertThat(settings("{}", "{\"theme\":\"dark\"}").isSet(Keys.THEME)).isTrue();
        assertThat(settings("{\"retry\":{}}").isSet(Keys.RETRY_ENABLED)).isFalse();
    }

    @Test
    void the_command_line_can_be_put_over_everything() {
        var settings = settings("{\"theme\":\"dark\",\"mine\":1}")
                .with(JsonObject.of("theme", "light", "httpProxy", "http://proxy"));

        assertThat(settings.get(Keys.THEME)).isEqualTo("light");
        assertThat(settings.get(Keys.HTTP_PROXY)).isEqualTo("http://proxy");
        assertThat(settings.json().get("mine")).isEqualTo(1L);
    }

    @Test
    void changes_in_memory_hold_as_long_as_the_store_does() throws Exception {
        var store = SettingsStore.inMemory(JsonObject.parse("{\"mine\":[1],\"theme\":\"dark\"}"), JsonObject.empty());

        store.change(
                Layer.USER,
                JsonEdit.nothing()
                        .with(Keys.QUIET_STARTUP, Choices.QuietStartup.QUIET)
                        .with(List.of("modelThinkingLevels", "p/m"), "high")
                        .without(Keys.THEME));

        assertThat(store.read(true).json())
                .isEqualTo(JsonObject.parse(
                        "{\"mine\":[1],\"quietStartup\":true,\"modelThinkingLevels\":{\"p/m\":\"high\"}}"));
    }
}
