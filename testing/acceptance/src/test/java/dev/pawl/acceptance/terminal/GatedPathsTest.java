package dev.pawl.acceptance.terminal;

import dev.pawl.acceptance.driven.DisguisedWrites;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that protects files, on the screen, against paths that hide which file they mean. */
@Deep
class GatedPathsTest {
    @Test
    void no_disguise_gets_past_the_gate(@TempDir Path dir) throws Exception {
        try (var seat = Seat.in(dir, DisguisedWrites.SCRIPT)) {
            seat.user("hooks/protected-paths.java", DisguisedWrites.gate());
            var writes = new DisguisedWrites(seat.project).prepare();
            var terminal = seat.start(100, 40);
            terminal.submit("Write");
            terminal.await("Done.");
            writes.assertNothingProtectedWasWritten();
        }
    }
}
