package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.model.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class CompactionTest {
    public static final String SUMMARISER = "You write summaries of conversations";

    @TempDir
    Path dir;

    public static JsonObject settings(int reserve, int keep) {
        return JsonObject.of("compaction", JsonObject.of("reserveTokens", reserve, "keepRecentTokens", keep));
    }

    private TestAgent.Builder small(Script.Turn... turns) {
        return small(dir, turns);
    }

    /** An agent with a window of 10,000 tokens that compacts above 9,000 and keeps next to nothing. */
    static TestAgent.Builder small(Path dir, Script.Turn... turns) {
        return TestAgent.in(dir)
                .model(Script.of(turns)
                        .aside(SUMMARISER, Turn.text("## Goal\nto be brief").usage(500, 50)))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(settings(1_000, 3));
    }

    static List<Entry.Compaction> compactions(TestAgent it) throws Exception {
        return it.entries().stream()
                .filter(Entry.Compaction.class::isInstance)
                .map(Entry.Compaction.class::cast)
                .toList();
    }

    /** The text that the summariser was asked, counted from 1. */
    static String summaryAsked(TestAgent it, int n) {
        var asked = it.model.requests().stream()
                .map(request -> request.body())
                .filter(body -> body.toString().contains(SUMMARISER))
                .toList();
        return asked.get(n - 1).objects("messages").getLast().toString();
    }

    @Test
    void the_threshold_is_the_window_without_the_reserve_and_strictly_above_it() throws Exception {
        for (int output : List.of(20, 21)) {
            var place = Files.createDirectory(dir.resolve("with" + output));
            try (var it = TestAgent.in(place)
                    .model(Script.of(Turn.text("One."), Turn.text("Two.").usage(83_596, output))
                            .aside(SUMMARISER, Turn.text("Summary.")))
                    .modelFields(JsonObject.of("contextWindow", 100_000))
                    .settings(settings(16_384, 3))
                    .start()) {
                it.prompt("first").prompt("second");
                assertThat(compactions(it)).hasSize(output - 20);
            }
        }
    }

    @Test
    void a_conversation_that_is_too_long_after_a_run_is_summarised_and_goes_on() throws Exception {
        try (var it = small(
                        Turn.text("The first answer."),
                        Turn.text("The second answer.").usage(9_500, 10),
                        Turn.text("3"))
                .settings(settings(1_000, 6))
                .start()) {
            it.prompt("the first question").prompt("the second question").prompt("the third question");
            var compaction = compactions(it).getFirst();
            assertThat(compaction.summary()).isEqualTo("## Goal\nto be brief");
            assertThat(compaction.tokensBefore()).isEqualTo(9_510);
            assertThat(Objects.requireNonNull(compaction.usage()).input()).isEqualTo(500);
            assertThat(compaction.fromHook()).isFalse();
            assertThat(it.sentMessages(4)).hasSize(4);
            assertThat(it.sentMessages(4).getFirst())
                    .startsWith("user: ")
                    .contains("<summary>\n## Goal\nto be brief\n</summary>");
            assertThat(it.sentMessages(4).subList(1, 4))
                    .containsExactly(
                            "user: the second question", "assistant: The second answer.", "user: the third question");
            assertThat(it.systemPrompt(4)).isEqualTo(it.systemPrompt(1));
            assertThat(it.request(4).list("tools")).isEqualTo(it.request(1).list("tools"));
            var ended = it.of(AgentEvent.CompactionEnded.class).getFirst();
            assertThat(ended.reason()).isEqualTo(CompactionReason.THRESHOLD);
            assertThat(ended.estimatedTokensAfter()).isPositive().isLessThan(9_510);
            assertThat(it.of(AgentEvent.CompactionStarted.class)).hasSize(1);
        }
    }

    @Test
    void the_summariser_gets_the_conversation_as_text_no_tools_and_a_role_of_its_own() throws Exception {
        try (var it = small(
                        Turn.text("The first answer."),
                        Turn.text("The second answer.").usage(9_500, 10))
                .start()) {
            it.prompt("the first question").prompt("the second question");
            var body = it.request(3);
            assertThat(body.list("tools")).isEmpty();
            assertThat(it.systemPrompt(3)).contains(SUMMARISER).doesNotContain("<tools>");
            assertThat(it.sentMessages(3)).hasSize(1);
            assertThat(it.sentMessages(3).getFirst())
                    .contains("<conversation>\n[User]: the first question\n\n[Assistant]: The first answer.")
                    .contains("## Critical Context")
                    .doesNotContain("<previous-summary>")
                    .doesNotContain("The second answer.");
        }
    }

    @Test
    void a_turn_that_is_cut_in_two_gets_a_part_of_its_own() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        try (var it = TestAgent.in(dir)
                .model(Script.of(
                                Turn.text("One."),
                                Turn.calls(call("read", JsonObject.of("path", "a.txt"))),
                                Turn.text("A long last answer that is kept as it is.")
                                        .usage(9_500, 10))
                        .aside("too long to be kept whole", Turn.text("TURN").usage(7, 1))
                        .aside(SUMMARISER, Turn.text("HISTORY").usage(5, 1)))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(settings(1_000, 3))
                .start()) {
            it.prompt("the first question").prompt("read a.txt");
            var compaction = compactions(it).getFirst();
            assertThat(compaction.summary())
                    .startsWith("HISTORY\n\n---")
                    .contains("TURN")
                    .endsWith("\n\n<read-files>\na.txt\n</read-files>");
            assertThat(Objects.requireNonNull(compaction.usage()).input()).isEqualTo(12);
            assertThat(summaryAsked(it, 2))
                    .contains("read a.txt")
                    .contains("Original Request")
                    .doesNotContain("the first");
        }
    }

    @Test
    void a_second_compaction_starts_at_the_first_kept_entry_and_updates_the_summary() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(
                                Turn.text("One."),
                                Turn.text("Two.").usage(9_500, 10),
                                Turn.text("Three."),
                                Turn.text("Four.").usage(9_600, 10))
                        .aside("<previous-summary>", Turn.text("SECOND"))
                        .aside(SUMMARISER, Turn.text("FIRST")))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(settings(1_000, 3))
                .start()) {
            it.prompt("question 1").prompt("question 2").prompt("question 3").prompt("question 4");
            assertThat(compactions(it)).extracting(Entry.Compaction::summary).containsExactly("FIRST", "SECOND");
            assertThat(summaryAsked(it, 2))
                    .contains("<previous-summary>\\nFIRST\\n</previous-summary>")
                    .contains("Two.")
                    .contains("question 3")
                    .doesNotContain("question 1");
        }
    }

    @Test
    void between_turns_the_next_request_is_made_with_the_summary() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        try (var it = small(
                        Turn.text("One."),
                        Turn.calls(call("read", JsonObject.of("path", "a.txt"))).usage(9_500, 10),
                        Turn.text("Done."))
                .start()) {
            it.prompt("the first question").prompt("read a.txt");
            assertThat(it.requests()).isEqualTo(5);
            assertThat(it.sentMessages(5).getFirst()).contains("<summary>");
            assertThat(it.sentMessages(5)).last().isEqualTo("tool: content of a");
            assertThat(it.of(AgentEvent.RunStarted.class)).hasSize(2);
        }
    }

    @Test
    void an_answer_from_before_the_compaction_does_not_start_another_one() throws Exception {
        try (var it = small(
                        Turn.text("One."),
                        Turn.text("Two.").usage(9_500, 10),
                        Turn.text("Three.").withoutUsage())
                .start()) {
            it.prompt("question 1").prompt("question 2").prompt("question 3");
            assertThat(compactions(it)).hasSize(1);
        }
    }

    @Test
    void a_failed_answer_is_judged_by_what_was_counted_before() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(
                                Turn.text("One.").usage(8_985, 10),
                                Turn.status(400).message("no such thing"))
                        .aside(SUMMARISER, Turn.text("Summary.")))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(settings(1_000, 3))
                .start()) {
            it.prompt("question 1");
            assertThat(compactions(it)).isEmpty();
            it.prompt("a question that is long enough to be over the limit");
            assertThat(compactions(it)).hasSize(1);
        }
    }

    @Test
    void a_failed_answer_without_anything_counted_before_starts_no_compaction() throws Exception {
        try (var it = small(Turn.text("One.").withoutUsage(), Turn.status(400).message("no such thing"))
                .start()) {
            it.prompt("question 1").prompt("x".repeat(40_000));
            assertThat(compactions(it)).isEmpty();
        }
    }

    @Test
    void the_usage_is_unknown_after_a_compaction_until_the_next_answer() throws Exception {
        try (var it = small(
                        Turn.text("One."),
                        Turn.text("Two.").usage(9_500, 10),
                        Turn.text("Three.").usage(700, 10))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(Objects.requireNonNull(it.agent.contextUsage()).tokens()).isNull();
            it.prompt("question 3");
            assertThat(Objects.requireNonNull(it.agent.contextUsage()).tokens()).isEqualTo(710L);
        }
    }

    @Test
    void files_are_listed_in_the_summary_and_carried_on() throws Exception {
        var work = Files.createDirectories(dir.resolve("work"));
        for (var name : List.of("a", "b", "c")) {
            Files.writeString(work.resolve(name), "old");
        }
        var edit = JsonObject.of("path", "a", "edits", List.of(JsonObject.of("oldText", "old", "newText", "new")));
        try (var it = small(
                        Turn.calls(call("read", JsonObject.of("path", "a")), call("edit", edit)),
                        Turn.calls(
                                call("read", JsonObject.of("path", "b")),
                                call("write", JsonObject.of("path", "c", "content", "x"))),
                        Turn.text("Done."),
                        Turn.text("Two.").usage(9_500, 10),
                        Turn.text("Three."),
                        Turn.text("Four.").usage(9_500, 10))
                .start()) {
            it.prompt("question 1").prompt("question 2").prompt("question 3").prompt("question 4");
            for (var compaction : compactions(it)) {
                assertThat(compaction.summary())
                        .endsWith("\n\n<read-files>\nb\n</read-files>\n\n<modified-files>\na\nc\n</modified-files>");
                assertThat(compaction.details())
                        .isEqualTo(JsonObject.of("readFiles", List.of("b"), "modifiedFiles", List.of("a", "c")));
            }
            assertThat(compactions(it)).hasSize(2);
        }
    }

    @Test
    void settings_of_a_model_beat_the_ordinary_ones_field_by_field() throws Exception {
        var settings = JsonObject.of(
                "compaction",
                JsonObject.of("reserveTokens", 1_000, "keepRecentTokens", 3)
                        .with(
                                "modelOverrides",
                                JsonObject.of("scripted/scripted-1", JsonObject.of("reserveTokens", 9_000))));
        try (var it = small(Turn.text("One."), Turn.text("Two.").usage(1_500, 10))
                .settings(settings)
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(compactions(it)).hasSize(1);
        }
    }

    @Test
    void a_reserve_that_is_larger_than_the_window_is_reported_once_and_compacts_nothing() throws Exception {
        try (var it = small(Turn.text("One.").usage(500, 1).repeat(3))
                .settings(settings(20_000, 3))
                .start()) {
            it.prompt("question 1").prompt("question 2").prompt("question 3");
            assertThat(compactions(it)).isEmpty();
            assertThat(it.errors()).hasSize(1);
            assertThat(it.errors().getFirst().error())
                    .contains("compaction.reserveTokens (20000)")
                    .contains("scripted/scripted-1")
                    .contains("modelOverrides");
        }
    }

    @Test
    void before_a_prompt_the_last_answer_is_looked_at_again() throws Exception {
        try (var it = small(Turn.text("One."), Turn.text("Two.").usage(9_500, 10), Turn.text("Three."))
                .start()) {
            it.agent.setAutoCompaction(false);
            it.prompt("question 1").prompt("question 2");
            it.agent.setAutoCompaction(true);
            it.prompt("question 3");
            assertThat(it.sentMessages(it.requests()).getFirst()).contains("<summary>");
            assertThat(it.sentMessages(it.requests())).last().isEqualTo("user: question 3");
            assertThat(compactions(it)).hasSize(1);
        }
    }

    @Test
    void a_summary_that_fails_between_turns_does_not_stop_the_work() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        try (var it = TestAgent.in(dir)
                .model(Script.of(
                                Turn.text("One."),
                                Turn.calls(call("read", JsonObject.of("path", "a.txt")))
                                        .usage(9_500, 10),
                                Turn.text("Done."))
                        .aside(SUMMARISER, Turn.status(400).message("no")))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(settings(1_000, 3))
                .start()) {
            it.prompt("question 1").prompt("read a.txt");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("Done.");
            assertThat(compactions(it)).isEmpty();
            assertThat(it.of(AgentEvent.CompactionEnded.class)).isNotEmpty();
        }
    }

    @Test
    void an_abort_ends_an_automatic_compaction_too() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(Turn.text("One."), Turn.text("Two.").usage(9_500, 10))
                        .aside(SUMMARISER, Turn.stalled()))
                .modelFields(JsonObject.of("contextWindow", 10_000))
                .settings(settings(1_000, 3))
                .start()) {
            it.prompt("question 1");
            var run = Thread.ofVirtual().start(() -> {
                try {
                    it.agent.prompt(Prompt.of("question 2"));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            it.model.awaitRequest(3);
            it.agent.abort();
            run.join();
            assertThat(compactions(it)).isEmpty();
            assertThat(it.of(AgentEvent.CompactionEnded.class).getFirst().aborted())
                    .isTrue();
            assertThat(it.of(AgentEvent.Settled.class).getLast().aborted()).isTrue();
        }
    }

    @Test
    void nothing_is_compacted_where_it_is_turned_off() throws Exception {
        try (var it =
                small(Turn.text("One."), Turn.text("Two.").usage(9_500, 10)).start()) {
            it.agent.setAutoCompaction(false);
            it.prompt("question 1").prompt("question 2");
            assertThat(compactions(it)).isEmpty();
        }
    }
}
