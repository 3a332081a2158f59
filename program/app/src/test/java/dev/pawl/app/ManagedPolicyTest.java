package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Managed settings in the whole program. They count only from a folder of root's, so that others see the run without them. */
class ManagedPolicyTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"permissions\": {\"deny\": [\"Bash(touch *)\"]}}; {}; ``; Bash(touch *) (",
                "{\"permissions\": {\"deny\": [\"Bash(touch *)\"]}}; {\"permissions\": null, \"foreignHooks\": false};"
                        + " --permission-mode bypass; Bash(touch *) (",
                "{\"permissions\": {\"mode\": \"plan\"}}; {\"permissions\": {\"mode\": \"bypass\"}};"
                        + " --permission-mode bypass; Plan mode",
                "{\"permissions\": {\"mode\": \"default\"}}; {\"permissions\": {\"allow\": [\"Edit\"]}};"
                        + " --permission-mode bypass; there is no user to ask",
            })
    void nothing_of_a_user_loosens_what_is_managed(String managed, String user, String options, String why)
            throws Exception {
        var script =
                Script.of(Turn.calls(Script.call("bash", JsonObject.of("command", "touch made"))), Turn.text("Done."));
        try (var pawl = TestProgram.in(dir, script).user("settings.json", user)) {
            var folder = Files.createDirectory(dir.resolve("managed"));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.writeString(folder.resolve("settings.json"), managed);
            pawl.environment("PAWL_MANAGED", folder.toString());
            var run = pawl.run((options + " -p Go").strip().split(" "));
            boolean counts = Files.getAttribute(folder, "unix:uid").equals(0);
            assertThat(Files.exists(pawl.project.resolve("made"))).as(run.err()).isEqualTo(!counts);
            if (counts) {
                assertThat(pawl.asked(2).getLast()).contains(why);
            }
        }
    }
}
