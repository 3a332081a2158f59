package dev.pawl.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.policy.budget.BudgetSettings;
import dev.pawl.policy.checkpoint.CheckpointSettings;
import dev.pawl.policy.permission.Grants;
import dev.pawl.policy.permission.LocalRules;
import dev.pawl.policy.permission.PermissionSettings;
import dev.pawl.policy.sandbox.SandboxSettings;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the policy makes of the settings of a user and of a project: the project's JSON ends nothing of the user's. */
class ProjectTightensTest {
    private static final String USER = """
        {"permissions": {"deny": ["Bash(rm *)"], "ask": ["Edit"], "allow": ["Read"], "mode": "askAll", "userBash": true},
         "budget": {"day": 2, "sessionTokens": 5000, "subagents": 3, "onLimit": "stop"},
         "sandbox": {"enabled": true, "read": "project", "hooks": true},
         "checkpoints": "required"}\
        """;

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1e300",
            "\"\"",
            "\"on\"",
            "\"bypass\"",
            "\"ask\"",
            "\"all\"",
            "[]",
            "[null]",
            "[\"*\"]",
            "{}");

    private static final Map<String, List<String>> FIELDS = Map.of(
            "permissions", List.of("deny", "ask", "allow", "mode", "userBash"),
            "budget", List.of("day", "session", "sessionTokens", "subagents", "onLimit"),
            "sandbox", List.of("enabled", "network", "read", "write", "hooks"),
            "checkpoints", List.of("mode", "ignored", "maxFiles"));

    @TempDir
    Path dir;

    private Folders folders;

    @BeforeEach
    void folders() {
        folders = new Folders(dir.resolve("home"), dir.resolve("home/.pi/agent"), dir.resolve("project"));
    }

    @Test
    void every_protection_of_the_user_is_in_force_whatever_a_project_writes() {
        for (var project : projects()) {
            var settings =
                    SettingsStore.inMemory(JsonObject.parse(USER), project).current();
            var made = Policy.hooks(new PolicySetup(
                    folders, settings, null, new Grants(), new LocalTools(Map.of(), dir).programs(null)));
            assertThat(made.hooks().stream().map(one -> one.source().path()))
                    .as(String.valueOf(project))
                    .contains("builtin:permissions", "builtin:budget", "builtin:checkpoints");

            var permissions =
                    PermissionSettings.read(folders, settings, new LocalRules(folders.agentDir(), folders.cwd()));
            assertThat(permissions.mode()).isLessThanOrEqualTo(PermissionMode.ASK_ALL);
            assertThat(permissions.userBash()).isTrue();

            var budget = BudgetSettings.read(folders, settings);
            assertThat(budget.money().get(BudgetSettings.Scope.DAY)).isLessThanOrEqualTo(2);
            assertThat(budget.tokens().get(BudgetSettings.Scope.SESSION)).isLessThanOrEqualTo(5000);
            assertThat(budget.subagents()).isLessThanOrEqualTo(3);
            assertThat(budget.asks()).isFalse();

            var sandbox = SandboxSettings.read(folders, settings);
            assertThat(sandbox.enabled()).isTrue();
            assertThat(sandbox.network()).hasToString("off");
            assertThat(sandbox.homeHidden()).isTrue();
            assertThat(sandbox.hooks()).isTrue();
            assertThat(sandbox.write()).isEmpty();

            assertThat(CheckpointSettings.read(folders, settings).required()).isTrue();
        }
    }

    @Test
    void settings_that_are_not_known_allow_nothing() throws Exception {
        Files.createDirectories(folders.agentDir());
        Files.writeString(folders.agentDir().resolve("settings.json"), "");
        var settings = SettingsStore.in(folders).read(true);

        var made = Policy.hooks(
                new PolicySetup(folders, settings, null, new Grants(), new LocalTools(Map.of(), dir).programs(null)));

        assertThat(made.hooks().stream().map(one -> one.source().path()))
                .containsExactly("builtin:permissions", "builtin:budget", "builtin:checkpoints");
        assertThat(BudgetSettings.read(folders, settings).problems()).isNotEmpty();
        assertThat(SandboxSettings.read(folders, settings).problems()).isNotEmpty();
        assertThat(CheckpointSettings.read(folders, settings).required()).isTrue();
    }

    private static List<JsonObject> projects() {
        var projects = new ArrayList<JsonObject>();
        FIELDS.forEach((key, fields) -> {
            for (var written : VALUES) {
                projects.add(one(key, Json.parse(written)));
                fields.forEach(field -> projects.add(one(key, one(field, Json.parse(written)))));
            }
        });
        return projects;
    }

    private static JsonObject one(String name, @Nullable Object value) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put(name, value);
        return JsonObject.from(fields);
    }
}
