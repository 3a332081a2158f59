package dev.pawl.config.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a project is hashed: the scripts that commands name, however they name them, and what programs import. */
class ProjectContentTest {
    @TempDir
    Path dir;

    private Path project;

    @BeforeEach
    void folders() throws Exception {
        project = Files.createDirectories(dir.toRealPath().resolve("project"));
    }

    private void file(String name, String text) throws Exception {
        var path = project.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Map<String, ProjectContent.Item> content() {
        var folders = new Folders(dir.resolve("home"), dir.resolve("home/agent"), project);
        return new ProjectContent(folders, new Trust(folders).protectedResources()).items();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sh tools/check.sh",
                "./tools/check.sh",
                "cd tools && sh check.sh",
                "cd tools; ./check.sh --all",
                "sh tools/*.sh",
                "\"$CLAUDE_PROJECT_DIR\"/tools/check.sh",
                "\"${CLAUDE_PROJECT_DIR:-.}/tools/check.sh\"",
                "$(git rev-parse --show-toplevel)/tools/check.sh",
                "\"$(git rev-parse --show-toplevel 2>/dev/null)\"/tools/check.sh",
                "$ROOT/tools/check.sh",
                "bash -c 'tools/check.sh; true'",
                "tools/check",
                "/\0 $\0/x tools/check.sh",
            })
    void a_script_is_found_however_a_command_names_it(String command) throws Exception {
        file("tools/check.sh", "true");
        file(
                ".claude/settings.json",
                JsonObject.of(
                                "hooks",
                                JsonObject.of(
                                        "PreToolUse",
                                        List.of(JsonObject.of(
                                                "hooks",
                                                List.of(JsonObject.of("type", "command", "command", command))))))
                        .toString());
        assertThat(content()).containsKey("tools/check.sh");
    }

    @Test
    void a_script_is_found_in_a_folder_with_a_space_and_in_the_folder_of_a_hook() throws Exception {
        file("my tools/check.sh", "true");
        file("tools/other.sh", "true");
        file(
                ".github/hooks/a.json",
                "{\"hooks\": {\"preToolUse\": [{\"bash\": \"sh \\\"my tools/check.sh\\\"\"},"
                        + "{\"bash\": \"./other.sh\", \"cwd\": \"tools\"}]}}");
        assertThat(content()).containsKeys("my tools/check.sh", "tools/other.sh");
    }

    @Test
    void files_that_rules_are_about_and_that_programs_work_on_are_no_scripts() throws Exception {
        file("src/a.ts", "1");
        file(
                ".claude/settings.json",
                "{\"permissions\": {\"deny\": [\"Edit(./src/a.ts)\", \"Read(src/**)\"]}, \"hooks\": {\"PostToolUse\":"
                    + " [{\"matcher\": \"src/a.ts\", \"hooks\": [{\"type\": \"command\", \"if\": \"Edit(src/a.ts)\","
                    + " \"command\": \"prettier 'src/**/*.ts'\"}]}]}}");
        assertThat(content()).containsOnlyKeys(".claude/settings.json hooks.PostToolUse");
    }

    @Test
    void a_server_may_have_the_name_of_a_field() throws Exception {
        file("tools/serve.py", "1");
        file(
                ".mcp.json",
                "{\"mcpServers\": {\"version\": {\"command\": \"python3\", \"args\": [\"tools/serve.py\"]}}}");
        assertThat(content()).containsKey("tools/serve.py");
    }

    @Test
    void what_an_extension_imports_is_found_in_other_folders_too() throws Exception {
        file(".pi/extensions/a.ts", "import { b } from '../../lib/b.js'; const c = require(\"../../lib/c\");");
        file("lib/b.ts", "export * from './deep/d.ts'; export * from './b.ts';");
        file("lib/c.js", "");
        file("lib/deep/d.ts", "");
        file("lib/unused.ts", "");
        assertThat(content())
                .containsKeys(".pi/extensions/a.ts", "lib/b.ts", "lib/c.js", "lib/deep/d.ts")
                .doesNotContainKey("lib/unused.ts");
    }

    @Test
    void what_lies_behind_links_is_found() throws Exception {
        file("lib/index.ts", "1");
        file("real.sh", "1");
        file(".pi/extensions/a.ts", "");
        Files.createSymbolicLink(project.resolve(".pi/extensions/linked"), Path.of("../../lib"));
        Files.createSymbolicLink(project.resolve(".pi/extensions/again"), Path.of("."));
        Files.createSymbolicLink(project.resolve("named.sh"), Path.of("real.sh"));
        file(
                ".claude/settings.json",
                "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"sh named.sh\"}]}]}}");
        var before = content();
        assertThat(before).containsKeys(".pi/extensions/linked", "lib/index.ts", "named.sh");
        file("real.sh", "2");
        assertThat(content().get("named.sh")).isNotEqualTo(before.get("named.sh"));
    }
}
