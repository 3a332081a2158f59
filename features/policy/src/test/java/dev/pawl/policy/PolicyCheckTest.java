package dev.pawl.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer of {@code pawl policy check}. */
class PolicyCheckTest {
    @TempDir
    Path folder;

    private String check(String command) throws Exception {
        var cwd = Files.createDirectories(folder.resolve("project")).toRealPath();
        var folders = new Folders(cwd.getParent(), cwd.resolveSibling("agent"), cwd);
        var permissions = JsonObject.from(
                Map.of("mode", "acceptEdits", "allow", List.of("Bash(npm run *)"), "deny", List.of("Bash(rm -rf *)")));
        var settings = SettingsStore.inMemory(JsonObject.of("permissions", permissions), JsonObject.empty())
                .read(false);
        var environment = Map.of("PATH", "/nowhere");
        var shell =
                new ConfinedShell(new LocalTools(environment, cwd.getParent()).localBash(), environment, null, false);
        return String.join("\n", PolicyCheck.of(command, folders, settings, shell));
    }

    @Test
    void it_names_the_verdict_of_every_mode_and_the_rule_that_decides() throws Exception {
        assertThat(check("ls -la"))
                .contains(
                        "known to only read",
                        "plan         runs unasked",
                        "* acceptEdits  runs unasked",
                        "without a sandbox");
        assertThat(check("npm run build"))
                .contains(
                        "plan         is refused: Plan mode",
                        "* acceptEdits  runs unasked: the rule Bash(npm run *) (");
        assertThat(check("rm x -rf"))
                .contains("bypass       is refused: \"rm x -rf\" is denied by the rule Bash(rm -rf *) (");
        assertThat(check("echo $(x)")).contains("not plain: the character $", "* acceptEdits  is asked about");
    }
}
