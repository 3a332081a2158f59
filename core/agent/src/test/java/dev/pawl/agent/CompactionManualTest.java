package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Delivery;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionManualTest {
    @TempDir
    Path dir;

    private TestAgent.Builder answering(Script.Turn summary, Script.Turn... turns) {
        return TestAgent.in(dir)
                .model(Script.of(turns).aside(CompactionTest.SUMMARISER, summary))
                .settings(CompactionTest.settings(16_384, 3));
    }

    private static byte[] bytes(TestAgent it) throws Exception {
        return Files.readAllBytes(Objects.requireNonNull(it.agent.session().file()));
    }

    @Test
    void a_user_compacts_with_instructions_although_nothing_is_too_long() throws Exception {
        try (var it = answering(Turn.text("SUMMARY"), Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            it.agent.setAutoCompaction(false);
            var result = it.agent.compact("mind the colours");
            assertThat(result.summary()).isEqualTo("SUMMARY");
            assertThat(CompactionTest.summaryAsked(it, 1)).contains("Additional focus: mind the colours");
            assertThat(it.of(AgentEvent.CompactionEnded.class).getFirst().reason())
                    .isEqualTo(CompactionReason.MANUAL);
            assertThat(it.agent.isIdle()).isTrue();
        }
    }

    @Test
    void instructions_count_for_the_beginning_of_a_turn_that_is_cut_in_two_as_well() throws Exception {
        var turns = new Script.Turn[] {
            Turn.text("Before.").andCalls(call("read", JsonObject.of("path", "a"))),
            Turn.text("After, and a little more.")
        };
        try (var it = answering(Turn.text("SUMMARY"), turns).start()) {
            it.prompt("question 1");
            assertThat(it.agent.compact("mind the colours").summary()).contains("Turn Context (split turn)");
            assertThat(CompactionTest.summaryAsked(it, 1)).contains("Additional focus: mind the colours");
        }
    }

    @Test
    void there_is_nothing_to_compact_in_a_short_conversation_or_right_after_a_compaction() throws Exception {
        try (var it = answering(Turn.text("SUMMARY"), Turn.text("One."), Turn.text("Two."))
                .settings(CompactionTest.settings(16_384, 10))
                .start()) {
            it.prompt("question 1");
            var before = bytes(it);
            assertThatThrownBy(() -> it.agent.compact(null)).hasMessageContaining("Nothing to compact");
            assertThat(bytes(it)).isEqualTo(before);
            it.prompt("question 2, which is longer than the one before it");
            it.agent.compact(null);
            assertThatThrownBy(() -> it.agent.compact(null)).hasMessageContaining("Already compacted");
            assertThat(it.of(AgentEvent.CompactionEnded.class))
                    .extracting(end -> end.errorMessage() == null)
                    .containsExactly(false, true, false);
        }
    }

    @Test
    void a_summary_that_is_cut_off_or_empty_or_a_tool_call_is_refused_and_the_file_is_untouched() throws Exception {
        var bad = List.of(
                Turn.text("half a").stopReason("length"),
                Turn.text("   "),
                Turn.calls(call("read", JsonObject.of("path", "a"))),
                Turn.status(400).message("no such model"));
        var words = List.of("cut off at the length limit", "empty", "called a tool instead: read", "no such model");
        for (int i = 0; i < bad.size(); i++) {
            var place = Files.createDirectory(dir.resolve("case" + i));
            var failed = new ArrayList<String>();
            try (var it = TestAgent.in(place)
                    .model(Script.of(Turn.text("One."), Turn.text("Two.")).aside(CompactionTest.SUMMARISER, bad.get(i)))
                    .settings(CompactionTest.settings(16_384, 3))
                    .hook(pi ->
                            pi.on(HookPoints.SESSION_COMPACT_FAILED, (event, ctx) -> failed.add(event.errorMessage())))
                    .start()) {
                it.prompt("question 1").prompt("question 2");
                var before = bytes(it);
                assertThatThrownBy(() -> it.agent.compact(null))
                        .hasMessageContaining(words.get(i))
                        .hasMessageContaining("scripted/scripted-1");
                assertThat(bytes(it)).isEqualTo(before);
                assertThat(failed).hasSize(1);
                assertThat(failed.getFirst()).contains(words.get(i));
                assertThat(it.agent.isIdle()).isTrue();
            }
        }
    }

    @Test
    void a_summariser_that_fails_for_a_moment_is_asked_again() throws Exception {
        var waits = Collections.synchronizedList(new ArrayList<Duration>());
        var script = Script.of(
                Turn.text("One."), Turn.text("Two."), Turn.status(503), Turn.status(503), Turn.text("SUMMARY"));
        try (var it = TestAgent.in(dir)
                .model(script)
                .settings(CompactionTest.settings(16_384, 3))
                .pause(waits::add)
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(it.agent.compact(null).summary()).startsWith("SUMMARY");
            assertThat(waits).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(4));
            assertThat(it.of(AgentEvent.SummaryRetryScheduled.class))
                    .extracting(AgentEvent.SummaryRetryScheduled::attempt)
                    .containsExactly(1, 2);
            assertThat(it.of(AgentEvent.SummaryRetryStarted.class))
                    .extracting(AgentEvent.SummaryRetryStarted::reason)
                    .containsExactly(CompactionReason.MANUAL, CompactionReason.MANUAL);
            assertThat(it.of(AgentEvent.SummaryRetryFinished.class)).hasSize(1);
        }
    }

    @Test
    void a_summariser_that_always_fails_is_given_up() throws Exception {
        var waits = Collections.synchronizedList(new ArrayList<Duration>());
        try (var it = answering(Turn.status(503), Turn.text("One."), Turn.text("Two."))
                .pause(waits::add)
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var before = bytes(it);
            assertThatThrownBy(() -> it.agent.compact(null)).hasMessageContaining("it failed");
            assertThat(waits).hasSize(3);
            assertThat(bytes(it)).isEqualTo(before);
        }
    }

    @Test
    void a_hook_that_calls_it_off_is_no_error() throws Exception {
        try (var it = answering(Turn.text("SUMMARY"), Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(HookPoints.SESSION_BEFORE_COMPACT, (event, ctx) -> event.cancel()))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThatThrownBy(() -> it.agent.compact(null)).isInstanceOf(CancellationException.class);
            var ended = it.of(AgentEvent.CompactionEnded.class).getFirst();
            assertThat(ended.aborted()).isTrue();
            assertThat(ended.errorMessage()).isNull();
        }
    }

    @Test
    void while_it_runs_prompts_are_refused_and_those_that_may_wait_are_said_afterwards() throws Exception {
        var asked = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var it = answering(Turn.text("SUMMARY"), Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> pi.on(HookPoints.SESSION_BEFORE_COMPACT, (event, ctx) -> {
                    asked.countDown();
                    go.await();
                    return event.proceed();
                }))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var compaction = Thread.ofVirtual().start(() -> compact(it));
            asked.await();
            assertThat(it.agent.isCompacting()).isTrue();
            assertThat(it.agent.isIdle()).isFalse();
            assertThatThrownBy(() -> it.agent.prompt(Prompt.of("now"))).hasMessageContaining("being compacted");
            assertThat(it.agent.queue(Prompt.of("later"), Delivery.As.STEER)).isEqualTo(Disposition.QUEUED);
            go.countDown();
            compaction.join();
            it.agent.waitForIdle();
            assertThat(it.sentMessages(it.requests())).last().isEqualTo("user: later");
            assertThat(it.sentMessages(it.requests()).getFirst()).contains("SUMMARY");
        }
    }

    @Test
    void an_abort_ends_it_and_leaves_the_file_as_it_was() throws Exception {
        try (var it =
                answering(Turn.stalled(), Turn.text("One."), Turn.text("Two.")).start()) {
            it.prompt("question 1").prompt("question 2");
            var before = bytes(it);
            var failure = new LinkedBlockingQueue<Throwable>();
            Thread.ofVirtual().start(() -> {
                try {
                    it.agent.compact(null);
                } catch (Throwable e) {
                    failure.add(e);
                }
            });
            it.model.awaitRequest(3);
            it.agent.abort();
            assertThat(failure.poll(Patience.SECONDS, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            assertThat(bytes(it)).isEqualTo(before);
            assertThat(it.of(AgentEvent.CompactionEnded.class).getFirst().aborted())
                    .isTrue();
            assertThat(it.agent.isIdle()).isTrue();
        }
    }

    @Test
    void a_hook_compacts_and_receives_the_result() throws Exception {
        var results = new LinkedBlockingQueue<String>();
        try (var it = answering(Turn.text("SUMMARY"), Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var options = new CompactOptions(
                    null,
                    (CompactionResult result) -> results.add(result.summary()),
                    why -> results.add("error: " + why));
            it.agent.context().session().compact(options);
            assertThat(results.poll(Patience.SECONDS, TimeUnit.SECONDS)).isEqualTo("SUMMARY");
            it.agent.context().session().compact(options);
            assertThat(results.poll(Patience.SECONDS, TimeUnit.SECONDS))
                    .startsWith("error: ")
                    .contains("Already compacted");
        }
    }

    @Test
    void it_ends_the_run_under_way_and_does_not_take_it_up_again() throws Exception {
        try (var it = answering(Turn.text("SUMMARY"), Turn.text("One."), Turn.text("Two."), Turn.stalled())
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var run = Thread.ofVirtual().start(() -> prompt(it, "question 3"));
            it.model.awaitRequest(3);
            it.agent.compact(null);
            run.join();
            assertThat(it.requests()).isEqualTo(4);
            assertThat(it.of(AgentEvent.Settled.class).getLast().aborted()).isTrue();
            assertThat(it.agent.session().leaf()).isInstanceOf(Entry.Compaction.class);
        }
    }

    private static void compact(TestAgent it) {
        try {
            it.agent.compact(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void prompt(TestAgent it, String text) {
        try {
            it.agent.prompt(Prompt.of(text));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
