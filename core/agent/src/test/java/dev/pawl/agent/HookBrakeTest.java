package dev.pawl.agent;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.conversation.Queues;
import dev.pawl.api.Hook;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.message.Body;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks that send the agent on without end are stopped, and nothing they said is lost. */
class HookBrakeTest {
    private static final Delivery FOLLOW_UP = new Delivery(Delivery.As.FOLLOW_UP, true, false);

    @TempDir
    Path dir;

    private TestAgent talking(Hook hook) throws Exception {
        return TestAgent.in(dir)
                .model(Script.of().endingWith(Turn.text("Done.")))
                .hook(hook)
                .start();
    }

    private static boolean isBraked(HookError error) {
        return error.error().contains(Queues.MOST_ROUNDS + " times in a row");
    }

    @Test
    void a_follow_up_at_every_end_of_a_run_is_stopped_and_goes_along_with_the_next_prompt() throws Exception {
        var sent = new AtomicInteger();
        try (var it = talking(pi -> pi.on(AGENT_END, (_, ctx) -> {
            ctx.messages().send(HookMessage.of("again", "once more " + sent.incrementAndGet()), FOLLOW_UP);
        }))) {
            it.prompt("Begin");
            assertThat(it.requests()).isEqualTo(1 + Queues.MOST_ROUNDS);
            assertThat(it.errors()).filteredOn(HookBrakeTest::isBraked).hasSize(1);
            var last = "once more " + (Queues.MOST_ROUNDS + 1);
            assertThat(it.request(it.requests()).toString()).doesNotContain(last);
            it.prompt("Go on");
            assertThat(it.request(Queues.MOST_ROUNDS + 2).toString()).contains("Go on", last);
        }
    }

    @Test
    void the_same_in_the_name_of_the_user_and_at_the_end_of_a_turn() throws Exception {
        try (var it = talking(pi -> pi.on(TURN_END, (end, ctx) -> {
            ctx.messages().send(HookMessage.of("again", "once more"), FOLLOW_UP);
            return end;
        }))) {
            it.prompt("Begin");
            assertThat(it.requests()).isEqualTo(1 + Queues.MOST_ROUNDS);
        }
        try (var it = talking(pi ->
                pi.on(AGENT_SETTLED, (_, ctx) -> ctx.messages().sendUser(Body.of("once more"), FOLLOW_UP)))) {
            it.prompt("Begin");
            it.until(() -> it.errors().stream().anyMatch(HookBrakeTest::isBraked));
            it.agent.waitForIdle();
            assertThat(it.requests()).isEqualTo(1 + Queues.MOST_ROUNDS);
        }
    }

    @Test
    void work_with_tools_is_no_idle_talk() throws Exception {
        int many = 2 * Queues.MOST_ROUNDS;
        var turns = new Turn[2 * many];
        for (int i = 0; i < turns.length; i += 2) {
            turns[i] = Turn.calls(call("echo", TestTools.text("x")));
            turns[i + 1] = Turn.text("Done.");
        }
        var sent = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .model(Script.of(turns).endingWith(Turn.text("All done.")))
                .hook(pi -> {
                    pi.tool(TestTools.echo("echo"));
                    pi.on(AGENT_END, (_, ctx) -> {
                        if (sent.incrementAndGet() < many) {
                            ctx.messages().send(HookMessage.of("again", "once more"), FOLLOW_UP);
                        }
                    });
                })
                .start()) {
            it.prompt("Begin");
            assertThat(it.errors()).noneMatch(HookBrakeTest::isBraked);
            assertThat(it.requests()).isEqualTo(2 * many);
        }
    }
}
