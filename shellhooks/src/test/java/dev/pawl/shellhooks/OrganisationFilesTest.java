package dev.pawl.shellhooks;

import static org.assertj.core.api.Assertions.assertThat;

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
        try (var hooks = new ShellHooks(
                new LocalTools(Map.of(), dir, dir).programs(null),
                dir.resolve("home"),
                dir.resolve("agent"),
                (words, _) -> words,
                TrustedScripts.ANY,
                dir.resolve("root"))) {
            return String.join(
                    "\n", hooks.find(dir.resolve("project"), true, true).listed());
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
}
