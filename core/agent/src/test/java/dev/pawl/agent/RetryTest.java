package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AutoRetryEnd;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetryTest {
    private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    Path dir;

    private TestAgent.Builder answering(Script.Turn... turns) {
        return TestAgent.in(dir).model(turns).pause((Duration time) -> waits.add(time.toMillis()));
    }

    private static List<AutoRetryEnd> ends(TestAgent it) {
        return it.of(AgentEvent.RetryEnded.class).stream()
                .map(AgentEvent.RetryEnded::end)
                .toList();
    }

    @Test
    void a_failure_that_may_pass_is_tried_again_and_hidden_from_the_model_but_kept() throws Exception {
        var recorded = new ArrayList<String>();
        try (var it = answering(Turn.status(503), Turn.text("Hello."))
                .hook(pi -> {
                    pi.on(
                            HookPoints.AUTO_RETRY_START,
                            (event, ctx) -> recorded.add("start " + event.attempt() + " " + event.delayMs()));
                    pi.on(
                            HookPoints.AUTO_RETRY_END,
                            (event, ctx) -> recorded.add("end " + event.success() + " " + event.attempt()));
                    pi.on(HookPoints.AGENT_END, (event, ctx) -> recorded.add("agent_end " + event.willRetry()));
                })
                .start()) {
            it.prompt("Hi");
            assertThat(waits).containsExactly(2_000L);
            assertThat(recorded).containsExactly("agent_end true", "start 1 2000", "end true 1", "agent_end false");
            assertThat(it.sentMessages(2)).containsExactly("user: Hi");
            assertThat(it.storedMessages()).hasSize(3);
            assertThat(((Message.Assistant) it.storedMessages().get(1)).stopReason())
                    .isEqualTo(StopReason.ERROR);
            assertThat(it.entries()).anyMatch(Entry.ContextEdit.class::isInstance);
            assertThat(it.agent.messages())
                    .filteredOn(Message.Assistant.class::isInstance)
                    .hasSize(1);
            assertThat(it.of(AgentEvent.Settled.class)).hasSize(1);
        }
    }

    @Test
    void it_waits_longer_each_time_and_gives_up() throws Exception {
        try (var it = answering(Turn.status(503).repeat(10)).start()) {
            it.prompt("Hi");
            assertThat(waits).containsExactly(2_000L, 4_000L, 8_000L);
            assertThat(it.requests()).isEqualTo(4);
            assertThat(ends(it)).hasSize(1);
            assertThat(ends(it).getFirst().success()).isFalse();
            assertThat(ends(it).getFirst().attempt()).isEqualTo(3);
            assertThat(ends(it).getFirst().finalError()).isNotBlank();
            // The last failure is what the user sees; it is not hidden.
            assertThat(it.agent.messages()).last().isInstanceOf(Message.Assistant.class);
        }
    }

    @Test
    void who_has_no_quota_left_is_not_helped_by_waiting() throws Exception {
        try (var it = answering(Turn.status(429).message("insufficient_quota: you exceeded your current quota"))
                .start()) {
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(waits).isEmpty();
            assertThat(ends(it)).isEmpty();
        }
    }

    @Test
    void ending_the_tries_returns_when_their_end_was_reported() throws Exception {
        var waiting = new CountDownLatch(1);
        try (var it = TestAgent.in(dir)
                .model(Turn.status(503), Turn.text("never"))
                .pause(time -> {
                    waiting.countDown();
                    new CountDownLatch(1).await();
                })
                .start()) {
            var run = Thread.ofVirtual().start(() -> {
                try {
                    it.agent.prompt(Prompt.of("Hi"));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            waiting.await();
            it.agent.abortRetry();
            assertThat(ends(it)).containsExactly(new AutoRetryEnd(false, 1, "Retry cancelled"));
            run.join();
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void an_abort_ends_the_waiting() throws Exception {
        var waiting = new CountDownLatch(1);
        try (var it = TestAgent.in(dir)
                .model(Turn.status(503), Turn.text("never"))
                .pause(time -> {
                    waiting.countDown();
                    new CountDownLatch(1).await();
                })
                .start()) {
            var run = Thread.ofVirtual().start(() -> {
                try {
                    it.agent.prompt(Prompt.of("Hi"));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            waiting.await();
            it.agent.abort();
            run.join();
            assertThat(ends(it)).containsExactly(new AutoRetryEnd(false, 1, "Retry cancelled"));
            assertThat(it.of(AgentEvent.Settled.class).getLast().aborted()).isTrue();
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void the_provider_says_how_long_to_wait_and_too_long_is_not_waited() throws Exception {
        try (var it = answering(Turn.status(429).header("retry-after", "7"), Turn.text("Hello."))
                .start()) {
            it.prompt("Hi");
            assertThat(waits).containsExactly(7_000L);
        }
        waits.clear();
        try (var it = TestAgent.in(dir.resolve("second"))
                .model(Turn.status(429).header("retry-after", "3600"), Turn.text("Hello."))
                .pause(time -> waits.add(time.toMillis()))
                .start()) {
            it.prompt("Hi");
            assertThat(waits).isEmpty();
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void settings_say_how_often_and_how_long() throws Exception {
        var retry = JsonObject.of("baseDelayMs", 10, "maxRetries", 2).with("maxAgentDelayMs", 15);
        try (var it = answering(Turn.status(500).repeat(5))
                .settings(JsonObject.of("retry", retry))
                .start()) {
            it.prompt("Hi");
            assertThat(waits).containsExactly(10L, 15L);
        }
        waits.clear();
        try (var it = TestAgent.in(dir.resolve("second"))
                .model(Turn.status(500))
                .settings(JsonObject.of("retry", JsonObject.of("enabled", false)))
                .start()) {
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_stream_that_breaks_off_is_tried_again() throws Exception {
        try (var it = answering(
                        Turn.text("Hello, this is long enough to be cut.").breakAfter(2, Script.Break.CUT),
                        Turn.text("Hello."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("Hello.");
            assertThat(waits).hasSize(1);
        }
    }
}
