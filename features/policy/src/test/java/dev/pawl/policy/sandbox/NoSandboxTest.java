package dev.pawl.policy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where there is no sandbox, its absence is an error that says what to install. */
@DisabledOnOs(OS.MAC)
class NoSandboxTest {
    @TempDir
    Path dir;

    private Sandbox around(String settings, String path) throws Exception {
        var environment = new HashMap<>(Map.of("HOME", dir.toString(), "PATH", path));
        var folders = Folders.of(environment, dir);
        var wanted = SandboxSettings.read(folders, Settings.of(JsonObject.of("sandbox", JsonObject.parse(settings))));
        return Sandbox.around(
                new LocalTools(environment, dir).localBash(),
                wanted,
                (_, _) -> Confinement.NONE,
                dir,
                dir,
                null,
                environment);
    }

    private void program(String name, String script) throws Exception {
        var file = Files.writeString(dir.resolve(name), script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void without_the_program_the_package_is_named() {
        assertThatThrownBy(() -> around("{\"enabled\": true}", dir.toString()))
                .isInstanceOf(Unavailable.class)
                .hasMessageContaining("Install the package bubblewrap");
    }

    @Test
    void a_list_of_hosts_needs_a_program_more() throws Exception {
        program("bwrap", "#!/bin/sh\n");
        assertThatThrownBy(() -> around("{\"enabled\": true, \"network\": [\"example.com\"]}", dir.toString()))
                .isInstanceOf(Unavailable.class)
                .hasMessageContaining("Install the package python3");
    }

    @Test
    void settings_that_make_no_sense_are_named() {
        assertThatThrownBy(() -> around("{\"enabled\": true, \"network\": \"some\"}", dir.toString()))
                .isInstanceOf(Unavailable.class)
                .hasMessageContaining("sandbox.network must be \"on\" or \"off\" or a list of hosts");
    }

    @Test
    void there_and_refused_by_the_kernel_is_as_good_as_not_there() throws Exception {
        program("bwrap", "#!/bin/sh\necho bwrap: no namespaces >&2; exit 1\n");
        var sandbox = around("{\"enabled\": true}", dir + ":" + System.getenv("PATH"));
        assertThatThrownBy(sandbox::tryOut)
                .isInstanceOf(Unavailable.class)
                .hasMessageContaining("is installed but does not work here: bwrap: no namespaces");
    }
}
