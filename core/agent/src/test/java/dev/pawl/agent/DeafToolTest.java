package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.tool.CallGates;
import dev.pawl.agent.tool.CallLedger;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.agent.tool.SubagentStarter;
import dev.pawl.agent.tool.ToolBatch;
import dev.pawl.agent.tool.ToolCallContext;
import dev.pawl.agent.tool.ToolRunner;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.session.ledger.Ledger;
import dev.pawl.tools.secret.Secrets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeafToolTest {
    @TempDir
    Path dir;

    @Test
    void tools_that_will_not_hear_are_all_left_behind_after_one_while() throws Exception {
        var at = new CountDownLatch(3);
        var end = new CountDownLatch(1);
        var deaf = TestTools.named("deaf", (_, _) -> {
            at.countDown();
            awaitWhateverHappens(end);
            return ToolOutput.text("too late");
        });
        try (var it = TestAgent.in(dir).start()) {
            var said = Collections.synchronizedList(new ArrayList<Message.ToolResult>());
            var reported = Collections.synchronizedList(new ArrayList<AgentEvent>());
            var batch = new ToolBatch(runner(it, reported, deaf), null, said::add, Duration.ofMillis(20));
            var task = new FutureTask<>(() -> {
                batch.run(List.of(use("1"), use("2"), use("3")));
                return "not aborted";
            });
            var thread = Thread.ofVirtual().start(task);
            at.await();
            thread.interrupt();
            assertThat(task)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(said).hasSize(3).allSatisfy(result -> {
                assertThat(result.isError()).isTrue();
                assertThat(result.text()).contains("did not stop in time");
            });
            end.countDown();
            assertThat(reported.stream().filter(AgentEvent.ToolEnded.class::isInstance))
                    .hasSize(3);
        }
    }

    private static void awaitWhateverHappens(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // It does not listen.
            }
        }
    }

    private static Content.ToolUse use(String id) {
        return Content.ToolUse.of(id, "deaf", TestTools.text(id));
    }

    private static ToolRunner runner(TestAgent it, List<AgentEvent> reported, Tool tool) {
        var tools = new SessionTools(
                List.of(),
                List.of(),
                _ -> true,
                name -> new SourceInfo(name, SourceInfo.Scope.USER, false, null),
                _ -> {});
        tools.bring(Map.of(tool.name(), tool));
        var listeners = new Listeners();
        listeners.add(reported::add);
        SubagentStarter subagents = (_, _, _, _, _, _) -> {
            throw new AssertionError("no subagents here");
        };
        return new ToolRunner(
                tools,
                it.agent.engine(),
                listeners,
                (one, call, _, _, ctx) -> new CallGates.Sealed(
                        ToolAuthorize.of(call, ctx.project().cwd()), one.executor(), false),
                content -> content,
                Clock.systemUTC(),
                (one, id, runner, updates) ->
                        new ToolCallContext(it.agent.context(), one, id, tools, runner, subagents, updates),
                new CallLedger(Ledger.none(), () -> ""),
                Secrets.NONE);
    }
}
