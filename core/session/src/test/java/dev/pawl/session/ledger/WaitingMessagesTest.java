package dev.pawl.session.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.message.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitingMessagesTest {
    private static final List<WaitingMessages.Waiting> ONE =
            List.of(new WaitingMessages.Waiting(Message.user("left", 1), false));

    @TempDir
    Path dir;

    private final List<String> trouble = new ArrayList<>();

    @Test
    void nothing_is_kept_or_reported_beside_a_session_that_has_no_file_yet() throws Exception {
        var session = dir.resolve("folder/session.jsonl");
        var waiting = WaitingMessages.of(session, () -> false, trouble::add);

        waiting.keep(ONE);
        assertThat(trouble).isEmpty();
        assertThat(dir).isEmptyDirectory();

        Files.createDirectory(session.getParent());
        Files.createFile(session);
        waiting.keep(ONE);
        assertThat(waiting.read()).isEqualTo(ONE);
        waiting.keep(List.of());
        assertThat(waiting.read()).isEmpty();
        assertThat(trouble).isEmpty();
    }
}
