package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trust holds for what was there when it was given: printing, over RPC, on the screen and with {@code pawl trust}. */
class TrustedContentTest {
    private static final String HOOK = """
        {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "sh ./scripts/tell.sh"}]}]}}\
        """;

    @TempDir
    Path dir;

    private static Turn[] answers(int many) {
        var turns = new Turn[many];
        java.util.Arrays.fill(turns, Turn.text("Done."));
        return turns;
    }

    private TestProgram trusted() throws Exception {
        var pawl = TestProgram.in(dir, answers(6))
                .file(".claude/settings.json", HOOK)
                .file("scripts/tell.sh", "touch ran\n");
        assertThat(pawl.run("trust", "approve").out())
                .contains(".claude/settings.json hooks.UserPromptSubmit")
                .contains("scripts/tell.sh");
        return pawl;
    }

    @Test
    void what_was_trusted_runs_and_a_changed_script_stops_the_run() throws Exception {
        try (var pawl = trusted()) {
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");
            assertThat(pawl.project.resolve("ran")).exists();

            Files.delete(pawl.project.resolve("ran"));
            pawl.file("scripts/tell.sh", "touch ran; touch worse\n");
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("scripts/tell.sh has changed").contains("pawl trust approve");
            assertThat(pawl.run("--mode", "json", "-p", "Go").status()).isEqualTo(1);
            assertThat(pawl.project.resolve("worse")).doesNotExist();
            assertThat(pawl.project.resolve("ran")).doesNotExist();

            var shown = pawl.run("trust", "show");
            assertThat(shown.status()).isEqualTo(1);
            assertThat(shown.out()).contains("- touch ran").contains("+ touch ran; touch worse");
            assertThat(pawl.run("trust").out()).contains("trusted, but 1 changed");
            assertThat(pawl.run("hooks").out())
                    .contains("UserPromptSubmit")
                    .contains(": changed: nothing of this project");

            assertThat(pawl.run("trust", "approve").status()).isZero();
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("worse")).exists();
        }
    }

    @Test
    void approve_on_the_command_line_runs_it_and_keeps_that_it_was_looked_at() throws Exception {
        try (var pawl = trusted()) {
            pawl.file("scripts/tell.sh", "touch other\n");
            assertThat(pawl.run("--approve", "-p", "Go").out()).isEqualTo("Done.\n");
            assertThat(pawl.project.resolve("other")).exists();
            assertThat(pawl.run("-p", "Go").status()).isZero();
        }
    }

    @Test
    void a_new_hook_a_new_server_and_a_new_setting_are_named() throws Exception {
        try (var pawl = trusted()) {
            pawl.file(".mcp.json", "{\"mcpServers\": {\"evil\": {\"command\": \"touch\", \"args\": [\"evil\"]}}}")
                    .file(".pi/hooks/New.java", "class New {}")
                    .file(".pi/settings.json", "{\"shellCommandPrefix\": \"touch prefixed\"}");
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err())
                    .contains(".mcp.json mcpServers.evil is new")
                    .contains(".pi/hooks/New.java is new")
                    .contains(".pi/settings.json is new")
                    .doesNotContain("tell.sh");
            assertThat(pawl.project.resolve("evil")).doesNotExist();
        }
    }

    @Test
    void what_an_installed_package_of_the_project_contains_is_part_of_what_was_trusted() throws Exception {
        try (var pawl = trusted()) {
            pawl.file(".pi/settings.json", "{\"packages\": [\"npm:@acme/tools@1.0.0\"]}")
                    .file(
                            ".pi/packages/npm/@acme/tools/node_modules/@acme/tools/package.json",
                            "{\"version\": \"1.0.0\"}")
                    .file(".pi/packages/npm/@acme/tools/node_modules/@acme/tools/extensions/Note.java", """
                        class Note implements dev.pawl.api.Hook {
                            public void install(dev.pawl.api.Host pi) {}
                        }
                        """)
                    .file(".pi/packages/npm/@acme/tools/node_modules/left/index.js", "1");
            assertThat(pawl.run("-p", "Go").err()).contains(".pi/packages/npm/@acme/tools is new");
            assertThat(pawl.run("trust", "approve").status()).isZero();
            assertThat(pawl.run("-p", "Go").status()).isZero();
            for (var name : new String[] {"@acme/tools/extensions/Note.java", "left/index.js"}) {
                pawl.file(".pi/packages/npm/@acme/tools/node_modules/" + name, "changed");
                var run = pawl.run("-p", "Go");
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.err()).contains(".pi/packages/npm/@acme/tools has changed");
                assertThat(pawl.run("trust", "approve").status()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"disableAllHooks\": true}",
                "{\"allowedHttpHookUrls\": []}",
                "{\"hooks\": {\"Stop\": []}}",
            })
    void a_new_file_that_decides_about_hooks_is_looked_at(String settings) throws Exception {
        try (var pawl = trusted()) {
            pawl.file(".claude/settings.local.json", settings);
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains(".claude/settings.local.json ").contains(" is new");
        }
    }

    @Test
    void other_settings_in_a_foreign_file_need_no_new_look() throws Exception {
        try (var pawl = trusted()) {
            pawl.file(".claude/settings.json", HOOK.substring(0, HOOK.length() - 1) + ", \"model\": \"other\"}");
            assertThat(pawl.run("-p", "Go").status()).isZero();
        }
    }

    @Test
    void a_client_is_refused_with_a_sentence_that_names_it() throws Exception {
        try (var pawl = trusted()) {
            pawl.file("scripts/tell.sh", "touch worse\n");
            var run = pawl.piped("{\"id\": \"1\", \"type\": \"prompt\", \"message\": \"Go\"}\n", "--mode", "rpc");
            assertThat(run.records())
                    .anyMatch(record -> "1".equals(record.string("id"))
                            && !record.bool("success", true)
                            && record.string("error", "").contains("scripts/tell.sh has changed"));
            assertThat(pawl.project.resolve("worse")).doesNotExist();
        }
    }

    @Test
    void on_the_screen_the_difference_is_shown_and_the_user_decides() throws Exception {
        trusted().close();
        try (var screen = TestScreen.in(dir, 120, 40, Turn.text("First."))
                .user("keybindings.json", "{}")
                .file("scripts/tell.sh", "touch worse\n")
                .start()) {
            assertThat(screen.await("Use it as it is now")).contains("scripts/tell.sh has changed");
            screen.type("\u001b[A", "\r");
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("First.");
            assertThat(dir.resolve("project/worse")).exists();
        }
    }

    /** Each way in which the hook of the project goes away, and what is named then. */
    enum Removal {
        FILE(".claude/settings.json", null, ".claude/settings.json hooks.UserPromptSubmit is gone"),
        ENTRY(".claude/settings.json", "{\"hooks\": {}}", ".claude/settings.json hooks.UserPromptSubmit is gone"),
        SCRIPT("scripts/tell.sh", null, "scripts/tell.sh is gone");

        final String file;
        final @Nullable String left;
        final String sentence;

        Removal(String file, @Nullable String left, String sentence) {
            this.file = file;
            this.left = left;
            this.sentence = sentence;
        }

        void in(TestProgram pawl) throws Exception {
            if (left == null) {
                Files.delete(pawl.project.resolve(file));
            } else {
                pawl.file(file, left);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_gate_that_is_gone_stops_the_run_until_it_was_looked_at(Removal removal) throws Exception {
        try (var pawl = trusted()) {
            pawl.run("-p", "Go");
            removal.in(pawl);

            for (var mode : List.of("text", "json")) {
                var run = pawl.run("--mode", mode, "-p", "Go");
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.out() + run.err()).contains(removal.sentence).contains("pawl trust approve");
            }
            var client = pawl.piped("{\"id\": \"1\", \"type\": \"prompt\", \"message\": \"Go\"}\n", "--mode", "rpc");
            assertThat(client.out()).contains("\"success\":false").contains(removal.sentence);
            assertThat(pawl.requests()).isEqualTo(1);
            assertThat(pawl.run("trust", "show").out()).contains("  " + removal.sentence);

            assertThat(pawl.run("--approve", "-p", "Go").err()).doesNotContain("is gone");
            assertThat(pawl.run("-p", "Go").err()).as("it was looked at").doesNotContain("is gone");
        }
    }

    @Test
    void a_gate_that_came_back_as_it_was_runs_and_is_missed_again() throws Exception {
        try (var pawl = trusted()) {
            Removal.FILE.in(pawl);
            pawl.run("trust", "approve");
            pawl.file(".claude/settings.json", HOOK);
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");
            assertThat(pawl.project.resolve("ran")).exists();

            Removal.FILE.in(pawl);
            assertThat(pawl.run("-p", "Go").err()).contains(Removal.FILE.sentence);
        }
    }

    @Test
    void on_the_screen_a_gate_that_is_gone_is_shown() throws Exception {
        try (var pawl = trusted()) {
            Removal.FILE.in(pawl);
        }
        try (var screen = TestScreen.in(dir, 120, 40, Turn.text("First.")).start()) {
            assertThat(screen.await("Use it as it is now"))
                    .contains("hooks.UserPromptSubmit is gone")
                    .contains("sh ./scripts/tell.sh");
        }
    }

    @Test
    void a_tool_server_that_is_gone_is_not_missed() throws Exception {
        try (var pawl =
                trusted().file(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"none\", \"disabled\": true}}}")) {
            pawl.run("trust", "approve");
            Files.delete(pawl.project.resolve(".mcp.json"));
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");
        }
    }

    @Test
    void the_list_of_hooks_says_of_each_whether_it_is_different_itself() throws Exception {
        var hook = "{\"hooks\": {\"UserPromptSubmit\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}],"
                + " \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"%s\"}]}],"
                + " \"SessionEnd\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"sh scripts/tell.sh\"}]}]}}";
        try (var pawl = trusted().file(".claude/settings.json", hook.formatted("echo 1"))) {
            pawl.run("trust", "approve");
            pawl.file(".claude/settings.json", hook.formatted("echo 2")).file("scripts/tell.sh", "touch worse\n");

            var listed = pawl.run("hooks");

            assertThat(listed.status()).isEqualTo(1);
            assertThat(listed.out())
                    .contains("UserPromptSubmit: true: waits for trust: nothing of this project")
                    .contains("Stop: echo 2: changed: nothing of this project")
                    .contains("SessionEnd: sh scripts/tell.sh: changed: nothing of this project");
        }
    }

    @Test
    void the_command_is_no_prompt_behind_options() throws Exception {
        try (var pawl = trusted()) {
            assertThat(pawl.run("--model", "scripted/scripted-1", "trust", "show")
                            .err())
                    .contains("trust takes no options of pawl before it: pawl trust show");
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_revoked_project_is_left_out() throws Exception {
        try (var pawl = trusted()) {
            assertThat(pawl.run("trust", "revoke").out()).contains("no longer decided about");
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err()).contains("it is not trusted");
            assertThat(pawl.project.resolve("ran")).doesNotExist();
        }
    }

    @Test
    void what_is_kept_and_cannot_be_read_allows_nothing() throws Exception {
        try (var pawl = trusted()) {
            try (var files = Files.list(pawl.agentDir().resolve("trusted"))) {
                Files.writeString(files.findFirst().orElseThrow(), "{");
            }
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("cannot be read");
            assertThat(pawl.project.resolve("ran")).doesNotExist();
        }
    }
}
