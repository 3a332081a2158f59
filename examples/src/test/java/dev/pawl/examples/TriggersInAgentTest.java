package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Examples that start work by themselves, in the real agent. */
@Timeout(600)
class TriggersInAgentTest {
    @TempDir
    Path dir;

    private ExampleAgent compacting(String above) throws Exception {
        return ExampleAgent.with(dir, "more/trigger-compact.java")
                .flag("compact-above", above)
                .settings(JsonObject.of("compaction", JsonObject.of("keepRecentTokens", 1)))
                .model(Script.of(
                                Turn.text("One.").usage(100, 1),
                                Turn.text("Two.").usage(9_000, 1),
                                Turn.text("Three."))
                        .aside("summar", Turn.text("All in short.")))
                .start();
    }

    private static void awaitCompaction(ExampleAgent it) throws Exception {
        Await.until(
                "it was compacted",
                () -> !it.received(AgentEvent.CompactionEnded.class).isEmpty());
        assertThat(it.kept().getFirst()).startsWith("compactionSummary: ").contains("All in short.");
        assertThat(it.problems()).isEmpty();
    }

    @Test
    void a_conversation_that_grows_beyond_a_limit_is_compacted() throws Exception {
        // The limit is crossed by the second message, so there is something before it to summarise.
        try (var it = compacting("5000")) {
            it.submit("first").submit("second");
            awaitCompaction(it);
        }
    }

    @Test
    void below_the_limit_only_the_command_compacts() throws Exception {
        try (var it = compacting("1000000")) {
            it.submit("first").submit("second");
            assertThat(it.received(AgentEvent.CompactionEnded.class)).isEmpty();
            it.submit("/trigger-compact");
            awaitCompaction(it);
        }
    }

    @Test
    void what_is_written_to_a_file_is_sent_as_a_prompt_once() throws Exception {
        try (var it = ExampleAgent.with(dir, "more/file-trigger.java")
                .flag("trigger-file", "inbox.txt")
                .model(Turn.text("Good."), Turn.text("Too much."))
                .start()) {
            var inbox = it.project.resolve("inbox.txt");
            Files.writeString(inbox, "The build is broken\n");
            Await.until(
                    "it has settled",
                    () -> !it.received(AgentEvent.Settled.class).isEmpty());
            assertThat(it.asked(1)).containsExactly("user: The build is broken");
            assertThat(it.requests()).isOne();
            assertThat(inbox).isEmptyFile();
            assertThat(it.problems()).isEmpty();
        }
    }
}
