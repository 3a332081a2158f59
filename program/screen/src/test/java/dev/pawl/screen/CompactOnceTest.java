package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A compaction that cannot be done says so once. */
class CompactOnceTest {
    @TempDir
    Path dir;

    @Test
    void what_went_wrong_is_said_once() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."), Turn.text("Second."))
                .start()) {
            screen.await("scripted-1");
            screen.submit("one");
            screen.await("First.");
            screen.awaitGone("Working");
            screen.submit("/compact ");
            screen.await("compacted");
            // Whatever is said of it stands above the next answer.
            screen.submit("two");
            screen.await("Second.");
            assertThat(screen.screen()).containsOnlyOnce("Nothing to compact");
        }
    }
}
