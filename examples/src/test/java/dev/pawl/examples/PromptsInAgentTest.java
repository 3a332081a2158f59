package dev.pawl.examples;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples that change what is sent to the model, in the real agent. */
class PromptsInAgentTest {
    @TempDir
    Path dir;

    @Test
    void a_quick_question_is_sent_as_a_request_for_a_short_answer() throws Exception {
        try (var it = ExampleAgent.with(dir, "input-transform.java")
                .model(Turn.text("Blue."))
                .start()) {
            it.submit("?quick Which colour has the sky?");

            assertThat(it.asked(1)).containsExactly("user: Answer in one or two sentences: Which colour has the sky?");
            assertThat(it.kept().getFirst()).contains("one or two sentences");
        }
    }

    @Test
    void what_a_hook_answers_itself_never_reaches_the_model() throws Exception {
        try (var it = ExampleAgent.with(dir, "input-transform.java").start()) {
            it.submit("ping");

            assertThat(it.requests()).isZero();
            assertThat(it.ui.shown()).containsExactly("notify info: pong");
        }
    }

    @Test
    void the_system_prompt_of_a_run_speaks_of_pirates_until_it_does_not() throws Exception {
        try (var it = ExampleAgent.with(dir, "pirate.java")
                .model(Turn.text("Arr."), Turn.text("Good day."))
                .start()) {
            it.submit("/pirate").submit("Hello").submit("/pirate").submit("Hello again");

            assertThat(it.systemPrompt(1)).contains("Talk like a pirate");
            assertThat(it.systemPrompt(2)).doesNotContain("pirate");
            assertThat(it.ui.shown()).containsExactly("notify info: Arr!", "notify info: Back ashore");
        }
    }

    @Test
    void old_tool_output_is_left_out_of_the_request_and_stays_in_the_session() throws Exception {
        var read = call("read", JsonObject.of("path", "big.txt"));
        try (var it = ExampleAgent.with(dir, "context-pruning.java")
                .file("big.txt", "x".repeat(6_000))
                .model(Turn.calls(Collections.nCopies(20, read).toArray(Script.Call[]::new)), Turn.text("Much."))
                .start()) {
            it.submit("Read it twenty times");

            var results = it.asked(2).stream()
                    .filter(line -> line.startsWith("tool: "))
                    .toList();
            assertThat(results).hasSize(20);
            assertThat(results.subList(0, 10))
                    .allMatch(line -> line.equals(
                            "tool: [read: 6000 characters left out; call the tool again if you need them]"));
            assertThat(results.subList(10, 20)).allMatch(line -> line.length() > 6_000);
            assertThat(it.kept().stream().filter(line -> line.startsWith("toolResult: xxx")))
                    .hasSize(20);
        }
    }

    @Test
    void a_compaction_has_the_summary_that_the_hook_asked_for() throws Exception {
        try (var it = ExampleAgent.with(dir, "custom-compaction.java")
                .settings(JsonObject.of("compaction", JsonObject.of("keepRecentTokens", 1)))
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("- wants numbers"), Turn.text("Three."))
                .start()) {
            it.submit("first").submit("second");

            it.agent.compact(null);
            it.submit("third");

            assertThat(it.lastAsked(3))
                    .startsWith("user: Summarise the conversation below")
                    .contains("Three lists");
            assertThat(it.kept().getFirst()).isEqualTo("compactionSummary: - wants numbers");
            assertThat(it.asked(4).getFirst()).contains("- wants numbers");
        }
    }

    @Test
    void after_a_pop_the_model_reads_a_summary_in_place_of_the_work() throws Exception {
        try (var it = ExampleAgent.with(dir, "stack.java")
                .model(
                        Turn.text("Here we go."),
                        Turn.text("It was a typo."),
                        Turn.text("Done."),
                        Turn.text("The typo is mended."),
                        Turn.text("Next."))
                .start()) {
            it.submit("Let us begin").submit("Find the bug").submit("Mend it");

            it.submit("/pop " + placeOf("Find the bug", it));
            it.submit("Go on");

            assertThat(it.asked(5))
                    .containsExactly(
                            "user: Let us begin",
                            "assistant: Here we go.",
                            "user: [Summary]\n\nThe typo is mended.",
                            "user: Go on");
            assertThat(it.sessionFile()).content().contains("\"type\":\"stack_pop\"", "It was a typo.");
        }
    }

    private static int placeOf(String prompt, ExampleAgent it) {
        var entries = it.agent.context().session().indexed();
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Entry.MessageEntry(_, Message.User user, _)
                    && user.text().equals(prompt)) {
                return i;
            }
        }
        throw new AssertionError("there is no prompt " + prompt);
    }
}
