package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other agents keep in files and what has no effect here is named when the program starts. */
class GapsOfOtherAgentsTest {
    private static final String PROMPT = "{\"id\": \"1\", \"type\": \"prompt\", \"message\": \"Go\"}\n";

    @TempDir
    Path dir;

    private TestProgram program() throws Exception {
        return TestProgram.in(dir, Script.of().endingWith(Turn.text("Done.")));
    }

    private static void home(TestProgram pawl, String path, String text) throws Exception {
        var file = pawl.home.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                ".claude/settings.json; {\"env\": {\"A\": \"b\"}}; env sets variables",
                ".claude/settings.json; {\"guards\": []}; guards is no field of a file of Claude Code",
                ".opencode/plugins/guard.ts; export const Guard = 1; this file runs code that can refuse calls",
                ".windsurf/hooks.json; {\"hooks\": {}}; this file runs commands that can refuse actions",
                ".codex/config.toml; approval_policy = \"untrusted\"; approval_policy asks about commands",
                ".gemini/guards.toml; a = 1; guards.toml: not known as a file of Gemini CLI",
            })
    void what_has_no_effect_is_named_and_the_run_continues(String path, String text, String named) throws Exception {
        try (var pawl = program().file(path, text)) {
            var printed = pawl.run("--approve", "-p", "Go");
            assertThat(printed.out()).as(printed.err()).isEqualTo("Done.\n");
            assertThat(printed.err()).containsOnlyOnce(named);
            assertThat(pawl.piped(PROMPT, "--approve", "--mode", "rpc").err()).contains(named);
            pawl.user("settings.json", "{\"foreignHooks\": false}");
            assertThat(pawl.run("--approve", "-p", "Go").err()).doesNotContain(named);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                ".copilot/extensions/guard/extension.mjs; //; runs code that can refuse calls",
                ".cursor/cli-config.json; {\"permissions\": {\"deny\": [\"Shell(rm)\"]}}; permissions allows and"
                        + " refuses",
            })
    void without_a_gate_nothing_starts_until_the_user_leaves_it_out(String path, String text, String named)
            throws Exception {
        try (var pawl = program()) {
            home(pawl, path, text);
            var printed = pawl.run("-p", "Go");
            assertThat(printed.status()).isEqualTo(1);
            assertThat(printed.err()).contains(named, "nothing was asked, because a hook did not load");
            assertThat(pawl.piped(PROMPT, "--mode", "rpc").err()).contains(named);
            assertThat(pawl.requests()).isZero();

            pawl.file(".pi/settings.json", "{\"hooks\": [\"-~/" + path + "\"]}");
            assertThat(pawl.run("--approve", "-p", "Go").status()).isEqualTo(1);

            pawl.user("settings.json", "{\"hooks\": [\"-~/" + path + "\"]}");
            var known = pawl.run("--approve", "-p", "Go");
            assertThat(known.out()).as(known.err()).isEqualTo("Done.\n");
            assertThat(known.err()).contains(named);
        }
    }

    @Test
    void modules_of_a_plugin_that_cannot_run_are_a_gate_that_is_missing() throws Exception {
        for (var manifest :
                new String[] {"{}", "{\"hooks\": {\"modules\": [\"./b.ts\"]}}", "{\"modules\": [\"./b.ts\"]}"}) {
            boolean inFile = manifest.equals("{}");
            try (var pawl = program()) {
                var root = ".claude/plugins/cache/guard/";
                home(pawl, root + "hooks/hooks.json", inFile ? "{\"modules\": [\"./a.tsx\"]}" : "{\"hooks\": {}}");
                home(pawl, root + ".claude-plugin/plugin.json", manifest);
                home(
                        pawl,
                        ".claude/plugins/installed_plugins.json",
                        "{\"plugins\": {\"guard@shop\": [{\"installPath\": \"cache/guard\"}]}}");
                home(pawl, ".claude/settings.json", "{\"enabledPlugins\": {\"guard@shop\": true}}");
                var run = pawl.run("-p", "Go");
                assertThat(run.status()).as(manifest).isEqualTo(1);
                assertThat(run.err())
                        .contains((inFile ? "hooks.json" : "plugin.json") + ": modules ")
                        .containsAnyOf("must name one file of the plugin", "runs hooks as functions");
                pawl.user("settings.json", "{\"hooks\": [\"-~/" + root + "\"]}");
                assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");

                home(pawl, ".claude/settings.json", "{\"enabledPlugins\": {\"guard@shop\": false}}");
                pawl.user("settings.json", "{}");
                assertThat(pawl.run("-p", "Go").err()).isEmpty();
            }
        }
    }

    @Test
    void a_start_without_other_agents_names_nothing() throws Exception {
        try (var pawl = program()) {
            assertThat(pawl.run("-p", "Go").err()).isEmpty();
        }
    }
}
