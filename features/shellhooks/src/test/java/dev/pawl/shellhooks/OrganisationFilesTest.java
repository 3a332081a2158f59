package dev.pawl.shellhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.base.net.Network;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of an organisation lie outside of home and project; only the organisation switches them off. */
class OrganisationFilesTest {
    private static final String HOOKS =
            "\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"%s\"}]}]}}";

    @TempDir
    Path dir;

    private void write(String path, String text) throws Exception {
        var file = dir.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String listed() {
        return listed(ShellHooks.Scope.ALL);
    }

    private String listed(ShellHooks.Scope scope) {
        return String.join("\n", found(scope).listed());
    }

    private ShellHooks.Found found(ShellHooks.Scope scope) {
        try (var hooks = new ShellHooks(
                new LocalTools(Map.of(), dir, dir).programs(null),
                dir.resolve("home"),
                dir.resolve("agent"),
                (words, _) -> words,
                TrustedScripts.ANY,
                dir.resolve("root"),
                Network::direct)) {
            return hooks.find(dir.resolve("project"), ShellHooks.Wanted.of(true, scope));
        }
    }

    @Test
    void they_are_read_first_and_the_user_does_not_switch_them_off() throws Exception {
        write("root/etc/claude-code/managed-settings.json", "{" + HOOKS.formatted("managed"));
        write("root/etc/cursor/hooks.json", "{\"version\": 1, \"hooks\": {\"stop\": [{\"command\": \"of-cursor\"}]}}");
        write(
                "root/etc/github-copilot/policy.d/one.json",
                "{\"version\": 1, \"hooks\": {\"agentStop\": [{\"bash\": \"of-copilot\"}]}}");
        write("home/.claude/settings.json", "{\"disableAllHooks\": true, " + HOOKS.formatted("own"));
        assertThat(listed())
                .contains("managed-settings.json: Stop: managed: runs")
                .contains("cursor/hooks.json: stop: of-cursor: runs")
                .contains("one.json: agentStop: of-copilot: runs")
                .contains("Stop: own: switched off");
    }

    @Test
    void an_organisation_may_have_only_its_own_hooks_run_or_none() throws Exception {
        write("home/.claude/settings.json", "{" + HOOKS.formatted("own"));
        write("project/.claude/settings.json", "{" + HOOKS.formatted("projects"));
        write(
                "root/etc/claude-code/managed-settings.json",
                "{\"allowManagedHooksOnly\": true, " + HOOKS.formatted("managed"));
        assertThat(listed())
                .contains("managed: runs")
                .contains("own: switched off")
                .contains("projects: switched off");

        write(
                "root/etc/claude-code/managed-settings.json",
                "{\"disableAllHooks\": true, " + HOOKS.formatted("managed"));
        assertThat(listed()).contains("managed: switched off").contains("own: switched off");
    }

    @Test
    void they_run_where_all_other_hooks_are_left_out() throws Exception {
        write("root/etc/claude-code/managed-settings.json", "{" + HOOKS.formatted("managed"));
        write("home/.claude/settings.json", "{" + HOOKS.formatted("own"));
        write("agent/settings.json", "{\"hooks\": [{\"event\": \"session_stop\", \"command\": \"of-pawl\"}]}");
        assertThat(listed(ShellHooks.Scope.ORGANISATION))
                .contains("managed: runs")
                .doesNotContain("own", "of-pawl");
        assertThat(listed(ShellHooks.Scope.SETTINGS))
                .contains("managed: runs", "of-pawl: runs")
                .doesNotContain("own");
    }

    @Test
    void an_organisation_may_allow_plugins_besides() throws Exception {
        write("home/.claude/settings.json", "{\"enabledPlugins\": {\"p@m\": true}, " + HOOKS.formatted("own"));
        write("plugin/hooks/hooks.json", "{" + HOOKS.formatted("of-plugin"));
        write(
                "home/.claude/plugins/installed_plugins.json",
                "{\"plugins\": {\"p@m\": [{\"installPath\": \"" + dir.resolve("plugin") + "\"}]}}");
        for (var strict : new String[] {"true", "[\"hooks\"]", "{\"hooks\": true}", "\"yes\""}) {
            write("root/etc/claude-code/managed-settings.json", "{\"strictPluginOnlyCustomization\": " + strict + "}");
            assertThat(listed()).contains("own: switched off", "of-plugin: runs");
        }
        for (var loose : new String[] {"false", "[\"skills\"]"}) {
            write("root/etc/claude-code/managed-settings.json", "{\"strictPluginOnlyCustomization\": " + loose + "}");
            assertThat(listed()).contains("own: runs", "of-plugin: runs");
        }
    }

    @Test
    void a_module_of_a_plugin_has_the_values_of_its_options_and_is_missing_without_a_required_one() throws Exception {
        write("home/.claude/settings.json", """
            {"enabledPlugins": {"p@m": true}, "pluginConfigs": {"p@m": {"options": {"level": "none", "name": "x"}}}}
            """);
        write("plugin/hooks/hooks.json", "{\"modules\": [\"./register.ts\"]}");
        write("plugin/hooks/register.ts", "export function register(on) {}");
        write("plugin/.claude-plugin/plugin.json", """
            {"name": "p", "userConfig": {
              "level": {"type": "string", "default": "high", "options": ["low", "high"]},
              "name": {"type": "string", "required": true}}}
            """);
        write(
                "home/.claude/plugins/installed_plugins.json",
                "{\"plugins\": {\"p@m\": [{\"installPath\": \"" + dir.resolve("plugin") + "\"}]}}");
        assertThat(found(ShellHooks.Scope.ALL).modules()).singleElement().satisfies(module -> {
            assertThat(module.plugin()).isEqualTo("p");
            assertThat(module.module()).isEqualTo(dir.resolve("plugin/hooks/register.ts"));
            assertThat(module.options()).hasToString("{\"level\":\"high\",\"name\":\"x\"}");
        });
        assertThat(listed()).contains("register.ts: runs");

        write("home/.claude/settings.json", "{\"enabledPlugins\": {\"p@m\": true}}");
        var found = found(ShellHooks.Scope.ALL);
        assertThat(found.modules()).isEmpty();
        assertThat(found.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.fatal()).isTrue();
            assertThat(problem.message()).contains("the option name of the plugin has no value");
        });
    }

    @Test
    void what_codex_requires_is_read_and_what_is_wrong_with_it_is_an_error() throws Exception {
        write("root/etc/codex/requirements.toml", """
            allowed_approval_policies = ["never"]
            [hooks]
            managed_dir = "/etc/codex/hooks"
            [[hooks.PreToolUse]]
            matcher = "Bash"
            [[hooks.PreToolUse.hooks]]
            type = "command"
            command = "guard"
            """);
        assertThat(listed()).contains("requirements.toml: PreToolUse Bash: guard: runs");
        assertThat(found(ShellHooks.Scope.ALL).problems()).isEmpty();

        write("root/etc/codex/requirements.toml", "[hooks\n");
        assertThat(found(ShellHooks.Scope.ORGANISATION).problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.fatal()).isTrue();
                    assertThat(problem.message())
                            .isEqualTo("is not TOML: line 1: ] is missing. The hooks in it are not there.");
                });
    }
}
