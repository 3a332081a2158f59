package dev.pawl.acceptance.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.DisguisedWrites;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example that protects files, in a run that prints, against paths that hide which file they mean. */
@Deep
class GatedPathsTest {
    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void no_disguise_gets_past_the_gate(String mode, @TempDir Path dir) throws Exception {
        try (var pawl = Pawl.in(dir, DisguisedWrites.SCRIPT)) {
            pawl.user("hooks/protected-paths.java", DisguisedWrites.gate());
            var writes = new DisguisedWrites(pawl.project).prepare();
            var run = pawl.run("--mode", mode, "-p", "Write");
            assertThat(run.out()).as(run.err()).contains("Done.");
            writes.assertNothingProtectedWasWritten();
        }
    }
}
