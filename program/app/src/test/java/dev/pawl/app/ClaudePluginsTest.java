package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of plugins that Claude Code has installed. */
class ClaudePluginsTest {
    private static final String ENABLED = "{\"enabledPlugins\":{\"guard@shop\":true}}";

    @TempDir
    Path dir;

    /** A program with the plugin {@code guard@shop}, which refuses commands that hold "danger", in its user's home. */
    private TestProgram program() throws IOException {
        var pawl = TestProgram.in(
                dir,
                Turn.calls(call("bash", JsonObject.of("command", "echo danger > made"))),
                Turn.text("Done."),
                Turn.calls(call("bash", JsonObject.of("command", "echo danger > made"))),
                Turn.text("Done."));
        var root = pawl.home.resolve(".claude/plugins/cache/my shop/guard/1.0");
        var handler = JsonObject.of("type", "command", "command", "sh '${CLAUDE_PLUGIN_ROOT}/scripts/guard.sh'");
        var group = JsonObject.of("matcher", "Bash", "hooks", List.of(handler));
        write(
                root.resolve("hooks/hooks.json"),
                JsonObject.of("description", "Guards", "hooks", JsonObject.of("PreToolUse", List.of(group)))
                        .toString());
        write(root.resolve("scripts/guard.sh"), """
            grep -q danger && { echo "$CLAUDE_PLUGIN_ROOT $CLAUDE_PLUGIN_DATA says no" >&2; exit 2; }
            exit 0
            """);
        var installation = JsonObject.of("scope", "user", "installPath", root.toString());
        write(
                pawl.home.resolve(".claude/plugins/installed_plugins.json"),
                JsonObject.of("version", 2, "plugins", JsonObject.of("guard@shop", List.of(installation)))
                        .toString());
        return pawl;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static boolean ran(TestProgram pawl, String... args) throws Exception {
        assertThat(pawl.run(args).out()).isEqualTo("Done.\n");
        return Files.deleteIfExists(pawl.project.resolve("made"));
    }

    @Test
    void a_plugin_that_is_switched_on_runs_with_its_variables_and_is_listed() throws Exception {
        try (var pawl = program()) {
            ClaudeHooksTest.user(pawl, ENABLED);
            assertThat(ran(pawl, "-p", "Go")).isFalse();
            assertThat(pawl.asked(2).getLast())
                    .contains("/my shop/guard/1.0 ", "/.claude/plugins/data/guard-shop says no");
            assertThat(pawl.run("hooks").out()).contains("guard/1.0/hooks/hooks.json: PreToolUse Bash", ": runs");
        }
    }

    @Test
    void a_plugin_that_is_switched_off_or_not_named_does_not_run() throws Exception {
        try (var pawl = program()) {
            assertThat(ran(pawl, "-p", "Go")).isTrue();
            ClaudeHooksTest.user(pawl, ENABLED.replace("true", "false"));
            assertThat(ran(pawl, "-p", "Go")).isTrue();
        }
    }

    @Test
    void a_project_switches_it_on_and_off_only_if_it_is_trusted() throws Exception {
        try (var pawl = program().file(".claude/settings.json", ENABLED)) {
            assertThat(ran(pawl, "-p", "Go")).as("not trusted").isTrue();
            assertThat(ran(pawl, "--approve", "-p", "Go")).as("trusted").isFalse();
        }
        try (var pawl = program().file(".claude/settings.json", ENABLED.replace("true", "false"))) {
            ClaudeHooksTest.user(pawl, ENABLED);
            assertThat(ran(pawl, "--no-approve", "-p", "Go")).as("not trusted").isFalse();
            assertThat(ran(pawl, "--approve", "-p", "Go")).as("trusted").isTrue();
        }
    }

    @Test
    void a_list_of_plugins_that_cannot_be_read_is_named() throws Exception {
        try (var pawl = program()) {
            ClaudeHooksTest.user(pawl, ENABLED);
            Files.writeString(pawl.home.resolve(".claude/plugins/installed_plugins.json"), "{");
            assertThat(pawl.run("-p", "Go").err())
                    .contains("installed_plugins.json: cannot be read, so no plugin is known");
        }
    }

    @Test
    void hooks_may_stand_in_the_manifest_and_the_users_options_are_variables() throws Exception {
        try (var pawl = program()) {
            var root = pawl.home.resolve(".claude/plugins/cache/my shop/guard/1.0");
            Files.delete(root.resolve("hooks/hooks.json"));
            var shell = JsonObject.of(
                    "type", "command", "command", "echo \"${user_config.level} $CLAUDE_PLUGIN_OPTION_PORT\" > shell");
            var direct = JsonObject.of("type", "command", "command", "/bin/sh")
                    .with("args", List.of("-c", "echo \"$1\" > direct", "sh", "${user_config.level}"));
            var hooks = JsonObject.of("UserPromptSubmit", List.of(JsonObject.of("hooks", List.of(shell, direct))));
            var declared = JsonObject.of("level", JsonObject.of("type", "string"))
                    .with("port", JsonObject.of("type", "number", "default", 80));
            write(
                    root.resolve(".claude-plugin/plugin.json"),
                    JsonObject.of("name", "guard", "userConfig", declared)
                            .with("hooks", List.of("./more.json", hooks))
                            .toString());
            write(root.resolve("more.json"), "{\"hooks\": {\"Stop\": []}}");
            var options = JsonObject.of("level", "`touch pwned` \"$(id)");
            ClaudeHooksTest.user(
                    pawl,
                    JsonObject.parse(ENABLED)
                            .with("pluginConfigs", JsonObject.of("guard@shop", JsonObject.of("options", options)))
                            .toString());
            pawl.file(
                    ".claude/settings.json",
                    "{\"pluginConfigs\": {\"guard@shop\": {\"options\": {\"port\": 1}}}, \"hooks\": {}}");
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("shell")).hasContent("`touch pwned` \"$(id) 80\n");
            assertThat(pawl.project.resolve("direct")).hasContent("`touch pwned` \"$(id)\n");
            assertThat(pawl.project.resolve("pwned")).doesNotExist();
        }
    }

    @Test
    void a_manifest_that_names_what_is_no_file_of_the_plugin_is_an_error() throws Exception {
        try (var pawl = program()) {
            var manifest = pawl.home.resolve(".claude/plugins/cache/my shop/guard/1.0/.claude-plugin/plugin.json");
            ClaudeHooksTest.user(pawl, ENABLED);
            for (var hooks : List.of("\"../../../evil.json\"", "\"./missing.json\"", "7")) {
                write(manifest, "{\"hooks\": " + hooks + "}");
                var run = pawl.run("-p", "Go");
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.err()).contains("plugin.json: hooks ", "These hooks of the plugin are not there");
            }
        }
    }

    @Test
    void a_plugin_inside_of_the_project_does_not_run() throws Exception {
        try (var pawl = program()) {
            ClaudeHooksTest.user(pawl, ENABLED);
            var link = pawl.home.resolve("link");
            Files.createSymbolicLink(link, pawl.project);
            for (var place : List.of(pawl.project.resolve("tools"), link.resolve("tools"))) {
                Files.createDirectories(place);
                write(
                        pawl.home.resolve(".claude/plugins/installed_plugins.json"),
                        "{\"plugins\": {\"guard@shop\": [{\"installPath\": \"" + place + "\"}]}}");
                var run = pawl.run("--approve", "-p", "Go");
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.err()).contains("the plugin guard@shop stands in " + place + ", inside of the project");
            }
        }
    }

    @Test
    void a_trusted_project_that_switches_plugins_otherwise_is_looked_at_again() throws Exception {
        try (var pawl = program().file(".claude/settings.json", ENABLED)) {
            assertThat(pawl.run("trust", "approve").out()).contains(".claude/settings.json enabledPlugins");
            assertThat(ran(pawl, "-p", "Go")).isFalse();
            for (var other : List.of(ENABLED.replace("true", "false"), "{\"enabledPlugins\": {}}", "{}")) {
                pawl.file(".claude/settings.json", other);
                var run = pawl.run("-p", "Go");
                assertThat(run.status()).as(other).isEqualTo(1);
                assertThat(run.err()).contains(".claude/settings.json enabledPlugins");
            }
        }
    }
}
