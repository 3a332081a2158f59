package dev.pawl.acceptance.rpc;

import dev.pawl.acceptance.driven.DisguisedWrites;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that protects files, over RPC, against paths that hide which file they mean. */
@Deep
class GatedPathsTest {
    @Test
    void no_disguise_gets_past_the_gate(@TempDir Path dir) throws Exception {
        try (var it = Driven.in(dir, DisguisedWrites.SCRIPT)) {
            it.user("hooks/protected-paths.java", DisguisedWrites.gate());
            var writes = new DisguisedWrites(it.project).prepare();
            it.start().client().promptAndWait("Write");
            writes.assertNothingProtectedWasWritten();
        }
    }
}
