package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbortAnywhereTest {
    @TempDir
    Path dir;

    private final Waypoint hold = new Waypoint();

    private static boolean lastSettledAborted(TestAgent it) {
        return it.of(AgentEvent.Settled.class).getLast().aborted();
    }

    /** Every point that a run with one tool call passes, and how often before the one at which it is aborted. */
    @ParameterizedTest
    @CsvSource({
        "before_agent_start,      1",
        "agent_start,             1",
        "turn_start,              1",
        "message_start,           1",
        "message_start,           2",
        "message_end,             1",
        "message_end,             2",
        "context,                 1",
        "context_with_system,     1",
        "before_provider_headers, 1",
        "before_provider_request, 1",
        "after_provider_response, 1",
        "provider_stream_event,   1",
        "message_start,           3",
        "message_update,          1",
        "message_end,             3",
        "tool_execution_start,    1",
        "tool_call,               1",
        "tool_authorize,          1",
        "tool_result,             1",
        "tool_execution_end,      1",
        "message_start,           4",
        "message_end,             4",
        "turn_end,                1",
        "turn_start,              2",
        "context,                 2",
        "provider_stream_event,   9",
        "message_end,             5",
        "turn_end,                2",
        "agent_end,               1",
        "session_stop,            1",
        "agent_before_settle,     1",
    })
    void whenever_it_is_aborted_the_session_stays_whole_and_the_conversation_can_go_on(String point, int time)
            throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        var passed = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.onNamed(point, (_, _) -> {
                    if (passed.incrementAndGet() == time) {
                        hold.pass();
                    }
                    return null;
                }))
                .model(
                        Turn.calls(call("read", JsonObject.of("path", "a.txt"))).andText("I read it first."),
                        Turn.text("It says content of a, which is a text of some length.")
                                .chunk(3))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.abort();
            run.await();

            assertThat(it.agent.isIdle()).isTrue();
            assertThat(lastSettledAborted(it)).isTrue();
            assertWhole(it);
            assertThat(it.storedMessages())
                    .first()
                    .satisfies(message -> assertThat(message.text()).isEqualTo("work"));
            assertThat(it.happened().stream().filter("RunStarted"::equals).count())
                    .isEqualTo(it.happened().stream().filter("RunEnded"::equals).count());
            assertThat(it.happened().stream().filter("TurnStarted"::equals).count())
                    .isEqualTo(
                            it.happened().stream().filter("TurnEnded"::equals).count());
            assertThat(it.happened().stream().filter("MessageStarted"::equals).count())
                    .isEqualTo(it.happened().stream()
                            .filter("MessageEnded"::equals)
                            .count());

            hold.open();
            it.prompt("again");
            assertThat(lastSettledAborted(it)).isFalse();
            assertThat(it.sentMessages(it.requests())).first().isEqualTo("user: work");
            assertThat(it.sentMessages(it.requests())).contains("user: again");
            assertEveryCallHasItsResult(it.request(it.requests()));
            assertWhole(it);
        }
    }

    private static void assertEveryCallHasItsResult(JsonObject request) {
        var open = new HashSet<String>();
        for (var message : request.objects("messages")) {
            if (message.string("role", "").equals("tool")) {
                assertThat(open.remove(message.string("tool_call_id", ""))).isTrue();
            } else {
                assertThat(open).as(message.toString()).isEmpty();
            }
            message.objects("tool_calls").forEach(call -> open.add(call.string("id", "")));
        }
        assertThat(open).isEmpty();
    }

    /** Every line of the file is an entry whose parent is before it. */
    static void assertWhole(TestAgent it) throws Exception {
        var text = Files.readString(Objects.requireNonNull(it.agent.session().file()), StandardCharsets.UTF_8);
        assertThat(text).endsWith("\n");
        var known = new HashSet<String>();
        for (var line : text.lines().skip(1).toList()) {
            var entry = JsonObject.parse(line);
            var parent = entry.string("parentId");
            assertThat(parent == null || known.contains(parent)).as(line).isTrue();
            assertThat(known.add(entry.string("id", ""))).as(line).isTrue();
        }
        assertThat(it.agent.session().entries()).hasSize(known.size());
        assertThat(it.agent.messages()).isEqualTo(it.agent.session().messages());
    }
}
