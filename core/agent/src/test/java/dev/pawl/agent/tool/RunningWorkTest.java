package dev.pawl.agent.tool;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Agent;
import dev.pawl.agent.TestAgent;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Await;
import dev.pawl.testkit.model.Script.Call;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is under way is seen, and ended without what is beside it. */
class RunningWorkTest {
    private static final JsonObject OF_A = JsonObject.of("name", "a");
    private static final JsonObject OF_B = JsonObject.of("name", "b");

    @TempDir
    Path dir;

    private final CountDownLatch released = new CountDownLatch(1);

    record Named(String name) {}

    /** A tool that works until it is ended or released. */
    private Hook working() {
        return pi -> pi.tool(Tool.of("work", "Works", Named.class, (named, ctx) -> {
            ctx.update(ToolOutput.text("half of " + named.name()));
            released.await();
            return ToolOutput.text("all of " + named.name());
        }));
    }

    private static Turn both() {
        return Turn.calls(call("work", OF_A), call("work", OF_B));
    }

    private static RunningWork.Shown awaited(Agent agent, String about) throws Exception {
        return Await.value(
                        "work about " + about,
                        () -> agent.runningWork().stream()
                                .filter(work -> work.arguments().toString().contains(about))
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    private static void end(Agent agent, String about) throws Exception {
        awaited(agent, about).end().run();
    }

    private static Thread prompted(TestAgent it) {
        return Thread.ofVirtual().start(() -> {
            try {
                it.prompt("Go");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void one_call_is_ended_and_the_one_beside_it_and_the_run_go_on() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(working())
                .model(both(), Turn.text("Thanks."))
                .start()) {
            var run = prompted(it);
            Await.value(
                    "both show something",
                    it.agent::runningWork,
                    now -> now.size() == 2 && now.stream().allMatch(work -> work.output() != null));

            end(it.agent, "\"b\"");
            Await.value("only one is left", it.agent::runningWork, now -> now.size() == 1);
            released.countDown();
            run.join();

            assertThat(it.results().get(0).text()).isEqualTo("all of a");
            assertThat(it.results().get(1).text()).contains(RunningWork.ENDED);
            assertThat(it.results().get(1).isError()).isTrue();
            assertThat(it.agent.lastText()).isEqualTo("Thanks.");
            assertThat(it.agent.runningWork()).isEmpty();
        }
    }

    @Test
    void calls_side_by_side_are_listed_as_the_answer_has_them() throws Exception {
        var names = IntStream.range(0, 30).mapToObj(i -> "call " + i).toList();
        var calls = names.stream()
                .map(name -> call("work", JsonObject.of("name", name)))
                .toArray(Call[]::new);
        try (var it = TestAgent.in(dir)
                .hook(working())
                .model(Turn.calls(calls), Turn.text("Thanks."))
                .start()) {
            var run = prompted(it);
            var listed = Await.value("all have begun", it.agent::runningWork, now -> now.size() == names.size());
            released.countDown();
            run.join();

            assertThat(listed.stream().map(work -> work.arguments().get("name")))
                    .containsExactlyElementsOf(names);
        }
    }

    @Test
    void what_a_tool_says_when_it_is_ended_is_kept() throws Exception {
        Hook telling = pi -> pi.tool(Tool.of("work", "Works", Named.class, (_, _) -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ToolOutput.text("I got this far");
        }));
        try (var it = TestAgent.in(dir)
                .hook(telling)
                .model(Turn.calls(call("work", OF_A)), Turn.text("Thanks."))
                .start()) {
            var run = prompted(it);
            end(it.agent, "\"a\"");
            run.join();

            assertThat(it.results().getFirst().text()).contains("I got this far", RunningWork.ENDED);
            assertThat(it.agent.lastText()).isEqualTo("Thanks.");
        }
    }

    @Test
    void an_agent_is_ended_and_the_tool_that_started_it_goes_on() throws Exception {
        Hook delegating = pi -> pi.tool(Tool.of("delegate", "Delegates", Named.class, (named, ctx) -> {
            var answer = ctx.subagent(SubagentTask.of("Work on " + named.name(), List.of("work")));
            return ToolOutput.text("It ended: " + answer.error());
        }));
        try (var it = TestAgent.in(dir)
                .hook(working())
                .hook(delegating)
                .model(
                        Turn.calls(call("delegate", OF_A)),
                        Turn.text("I begin.").andCalls(call("work", OF_B)),
                        Turn.text("Thanks."))
                .start()) {
            var run = prompted(it);
            awaited(it.agent, "\"b\"");
            var agent = awaited(it.agent, "Work on a");
            assertThat(agent.name()).isEqualTo("delegate");
            assertThat(agent.messages().getLast().text()).isEqualTo("I begin.");
            assertThat(it.agent.runningWork())
                    .extracting(RunningWork.Shown::above)
                    .as("the call of the tool, its agent, and the call of that")
                    .containsExactly(null, agent.above(), agent.above());

            agent.end().run();
            run.join();

            assertThat(it.results().getFirst().text()).isEqualTo("It ended: The user ended this agent.");
            assertThat(it.agent.lastText()).isEqualTo("Thanks.");
        }
    }

    @Test
    void an_abort_of_the_run_is_an_abort_also_where_a_call_was_ended_before() throws Exception {
        try (var it = TestAgent.in(dir).hook(working()).model(both()).start()) {
            var run = prompted(it);
            awaited(it.agent, "\"a\"");
            end(it.agent, "\"b\"");
            it.agent.abort();
            run.join();

            assertThat(it.agent.isIdle()).isTrue();
            assertThat(it.results().getFirst().text()).contains(ToolRunner.ABORTED);
            assertThat(it.model.requests()).hasSize(1);
        }
    }
}
