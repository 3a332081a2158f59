package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.run.AutoCompaction;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionOverflowTest {
    private static final Script.Turn TOO_LONG =
            Turn.status(400).message("prompt is too long: 213462 tokens > 200000 maximum");

    @TempDir
    Path dir;

    private TestAgent.Builder answering(Script.Turn... turns) {
        return TestAgent.in(dir)
                .model(Script.of(turns).aside(CompactionTest.SUMMARISER, Turn.text("SUMMARY")))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(CompactionTest.settings(1_000, 4));
    }

    @Test
    void a_conversation_that_does_not_fit_is_summarised_and_asked_again() throws Exception {
        var recorded = new ArrayList<String>();
        try (var it = answering(Turn.text("One."), TOO_LONG, Turn.text("Two."))
                .hook(pi -> {
                    pi.on(
                            HookPoints.AGENT_END,
                            (event, ctx) -> recorded.add(
                                    "agent_end " + ctx.messages().list().size()));
                    pi.on(
                            HookPoints.SESSION_COMPACT,
                            (event, ctx) -> recorded.add("compact " + event.reason() + " " + event.willRetry()));
                })
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("question 1", "One.", "question 2", "", "Two.");
            assertThat(it.sentMessages(4)).hasSize(3).last().isEqualTo("user: question 2");
            assertThat(it.sentMessages(4).getFirst()).contains("SUMMARY");
            var types = it.entries().stream().map(Entry::type).toList();
            assertThat(types.subList(types.indexOf("context_edit"), types.size()))
                    .containsExactly("context_edit", "compaction", "message");
            // The failed answer is still there when the end of the run is told.
            assertThat(recorded).containsExactly("agent_end 3", "agent_end 5", "compact OVERFLOW true", "agent_end 5");
            assertThat(it.of(AgentEvent.Settled.class)).hasSize(2);
        }
    }

    @Test
    void it_recovers_once_for_a_question_and_once_again_for_the_next() throws Exception {
        try (var it = answering(Turn.text("One."), TOO_LONG, TOO_LONG, TOO_LONG, Turn.text("Three."))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var ends = it.of(AgentEvent.CompactionEnded.class);
            assertThat(ends)
                    .extracting(AgentEvent.CompactionEnded::reason)
                    .containsExactly(CompactionReason.OVERFLOW, CompactionReason.OVERFLOW);
            assertThat(ends.getFirst().errorMessage()).isNull();
            assertThat(ends.getLast().errorMessage()).contains("does not fit").contains("prompt is too long");
            assertThat(it.requests()).isEqualTo(4);
            it.prompt("question 3");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("Three.");
        }
    }

    @Test
    void where_the_summary_fails_nothing_is_asked_again() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(Turn.text("One."), TOO_LONG)
                        .aside(CompactionTest.SUMMARISER, Turn.status(400).message("no")))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(CompactionTest.settings(1_000, 4))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(it.requests()).isEqualTo(3);
            assertThat(CompactionTest.compactions(it)).isEmpty();
            assertThat(it.entries()).last().isInstanceOf(Entry.ContextEdit.class);
            assertThat(it.of(AgentEvent.CompactionEnded.class).getFirst().errorMessage())
                    .isNotNull();
        }
    }

    @Test
    void an_answer_to_less_than_was_sent_is_kept_and_the_rest_summarised() throws Exception {
        try (var it =
                answering(Turn.text("One."), Turn.text("Two.").usage(10_001, 5)).start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(it.of(AgentEvent.CompactionEnded.class).getFirst().reason())
                    .isEqualTo(CompactionReason.OVERFLOW);
            assertThat(it.of(AgentEvent.CompactionEnded.class).getFirst().willRetry())
                    .isFalse();
            assertThat(it.requests()).isEqualTo(3);
        }
    }

    @Test
    void an_answer_cut_off_before_its_limit_is_taken_back_and_asked_for_again() throws Exception {
        try (var it = answering(
                        Turn.text("One."),
                        Turn.text("half an ans").stopReason("length").usage(9_950, 40),
                        Turn.text("A whole answer."))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(it.sentMessages(4)).last().isEqualTo("user: question 2");
            assertThat(it.storedMessages()).extracting(Message::text).contains("half an ans", "A whole answer.");
        }
    }

    @Test
    void an_answer_cut_off_in_a_short_conversation_stays() throws Exception {
        try (var it = answering(Turn.text("half an ans").stopReason("length"), Turn.text("The rest."))
                .start()) {
            it.prompt("question 1");
            assertThat(it.requests()).isEqualTo(1);
            it.prompt("go on");
            assertThat(it.sentMessages(2)).contains("assistant: half an ans");
        }
    }

    @Test
    void one_giant_message_is_itself_summarised() throws Exception {
        try (var it = answering(TOO_LONG, Turn.text("I know.")).start()) {
            it.prompt("giant ".repeat(2_000));
            assertThat(CompactionTest.summaryAsked(it, 1))
                    .contains("Original Request")
                    .contains("giant giant");
            assertThat(it.sentMessages(3)).hasSize(1);
            assertThat(it.sentMessages(3).getFirst()).contains("SUMMARY");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("I know.");
        }
    }

    @Test
    void what_another_model_said_of_its_window_does_not_count() {
        var answer = new Message.Assistant(
                List.of(),
                "api",
                "other",
                "model",
                dev.pawl.api.message.Usage.NONE,
                dev.pawl.api.message.StopReason.ERROR,
                "prompt is too long",
                0,
                JsonObject.empty());
        assertThat(AutoCompaction.Overflow.isOf(answer, model())).isFalse();
        assertThat(AutoCompaction.Overflow.of(answer, model())).isEqualTo(AutoCompaction.Overflow.FAILED);
    }

    private static dev.pawl.api.model.Model model() {
        return new dev.pawl.api.model.Model(
                "scripted",
                "scripted-1",
                "m",
                "api",
                "",
                false,
                List.of(),
                java.util.Set.of(),
                dev.pawl.api.message.Cost.NONE,
                100_000,
                1_000,
                JsonObject.empty());
    }
}
