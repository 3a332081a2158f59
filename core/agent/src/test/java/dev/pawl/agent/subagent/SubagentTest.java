package dev.pawl.agent.subagent;

import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_HEADERS;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_START;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestAgent;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.testkit.model.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubagentTest {
    private static final JsonObject TASK = JsonObject.of("task", "Look into a.txt");

    @TempDir
    Path dir;

    private final List<SubagentAnswer> answers = Collections.synchronizedList(new ArrayList<>());
    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    record Arguments(String task) {}

    @BeforeEach
    void a_file_to_look_into() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
    }

    /** A tool that hands its task to a subagent. */
    private Hook delegating(UnaryOperator<SubagentTask> change, String... tools) {
        return pi -> pi.tool(Tool.of("delegate", "Have somebody else do it", Arguments.class, (arguments, ctx) -> {
            var task = change.apply(SubagentTask.of(arguments.task(), List.of(tools)));
            var answer = ctx.subagent(task, message -> recorded.add(message.role() + ": " + message.text()));
            answers.add(answer);
            return answer.isError() ? ToolOutput.error(answer.error()) : ToolOutput.text(answer.text());
        }));
    }

    private Hook delegating(String... tools) {
        return delegating(UnaryOperator.identity(), tools);
    }

    private static Turn delegate() {
        return Turn.calls(call("delegate", TASK));
    }

    private static Turn read() {
        return Turn.calls(call("read", JsonObject.of("path", "a.txt")));
    }

    @Test
    void it_works_in_a_conversation_of_its_own_and_only_its_last_words_come_back() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating("read"))
                .model(delegate(), read(), Turn.text("It says content of a."), Turn.text("Thanks."))
                .start()) {
            it.prompt("What is in a.txt?");

            assertThat(it.sentMessages(2)).containsExactly("user: Look into a.txt");
            assertThat(it.sentMessages(3))
                    .containsExactly("user: Look into a.txt", "assistant: ", "tool: content of a");
            assertThat(it.sentMessages(4))
                    .containsExactly("user: What is in a.txt?", "assistant: ", "tool: It says content of a.");
            assertThat(it.storedMessages())
                    .extracting(Message::role)
                    .containsExactly("user", "assistant", "toolResult", "assistant");
            assertThat(recorded)
                    .containsExactly(
                            "user: Look into a.txt",
                            "assistant: ",
                            "toolResult: content of a",
                            "assistant: It says content of a.");
            assertThat(answers.getFirst().messages()).hasSize(4);
        }
    }

    @Test
    void its_prompt_names_its_own_tools_and_what_it_is_besides() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating(task -> task.withInstructions("You are a scout."), "read", "grep", "nothing"))
                .model(delegate(), Turn.text("ok"), Turn.text("done"))
                .start()) {
            it.prompt("Go");

            assertThat(it.request(2).objects("tools"))
                    .extracting(tool -> tool.object("function").string("name"))
                    .as("grep is not active in the session, so its tools cannot call it either")
                    .containsExactly("read");
            assertThat(it.systemPrompt(2))
                    .contains("- read:")
                    .doesNotContain("- bash:")
                    .endsWith("You are a scout.");
            assertThat(it.systemPrompt(3)).doesNotContain("scout");
        }
    }

    @Test
    void its_tool_calls_pass_all_gates_as_calls_of_the_one_that_started_it() throws Exception {
        var reported = Collections.synchronizedList(new ArrayList<String>());
        try (var it = TestAgent.in(dir)
                .hook(delegating("read"))
                .hook(pi -> {
                    pi.on(
                            TOOL_EXECUTION_START,
                            (e, _) -> reported.add("start " + e.toolName() + " of " + e.parentToolCallId()));
                    pi.on(TOOL_CALL, (e, _) -> {
                        reported.add("call " + e.toolName() + " of " + e.parentToolCallId());
                        return e.allow();
                    });
                    pi.on(TOOL_AUTHORIZE, (e, _) -> {
                        reported.add("authorize " + e.call().toolName() + " of "
                                + e.call().parentToolCallId());
                        return e.allow();
                    });
                    pi.on(TOOL_RESULT, (e, _) -> {
                        reported.add("result " + e.call().toolName() + " of "
                                + e.call().parentToolCallId());
                        return e.mapText(text -> text.replace("content", "[hidden]"));
                    });
                    pi.on(
                            TOOL_EXECUTION_END,
                            (e, _) -> reported.add("end " + e.toolName() + " of " + e.parentToolCallId()));
                })
                .model(delegate(), read(), Turn.text("ok"), Turn.text("done"))
                .start()) {
            it.prompt("Go");

            var id = it.results().getFirst().toolCallId();
            assertThat(reported.stream().filter(line -> line.contains(" read ")))
                    .containsExactly(
                            "start read of " + id,
                            "call read of " + id,
                            "authorize read of " + id,
                            "result read of " + id,
                            "end read of " + id);
            assertThat(it.sentMessages(3)).last().isEqualTo("tool: [hidden] of a");
            assertThat(it.results().getFirst().extra().object("nestedCalls").objects("calls"))
                    .extracting(
                            nested -> nested.string("id") + " " + nested.string("name") + " " + nested.string("status"))
                    .containsExactly(id + "/1 read ok");
        }
    }

    @Test
    void a_gate_that_blocks_blocks_it_too() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating("read", "bash"))
                .hook(pi ->
                        pi.on(TOOL_CALL, (e, _) -> e.toolName().equals("bash") ? e.block("No shell here") : e.allow()))
                .model(
                        delegate(),
                        Turn.calls(call("bash", JsonObject.of("command", "touch made"))),
                        Turn.text("I could not."),
                        Turn.text("done"))
                .start()) {
            it.prompt("Go");

            assertThat(it.sentMessages(3)).last().isEqualTo("tool: No shell here");
            assertThat(it.dir.resolve("made")).doesNotExist();
        }
    }

    @Test
    void a_block_that_stops_the_agent_ends_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating("read"))
                .hook(pi ->
                        pi.on(TOOL_CALL, (e, _) -> e.toolName().equals("read") ? e.blockAndStop("Enough") : e.allow()))
                .model(delegate(), read(), Turn.text("What a pity."))
                .start()) {
            it.prompt("Go");

            assertThat(it.sentMessages(3)).last().isEqualTo("tool: Enough");
            assertThat(it.requests()).isEqualTo(3);
        }
    }

    @Test
    void a_tool_it_was_not_given_is_not_there_for_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating("read"))
                .model(
                        delegate(),
                        Turn.calls(
                                call("bash", JsonObject.of("command", "touch made")),
                                call("read", JsonObject.of("path", "a.txt"))),
                        Turn.text("ok"),
                        Turn.text("done"))
                .start()) {
            it.prompt("Go");

            assertThat(it.sentMessages(3).subList(2, 4))
                    .containsExactly("tool: Tool bash not found. There are: read", "tool: content of a");
            assertThat(it.dir.resolve("made")).doesNotExist();
        }
    }

    @Test
    void what_it_costs_is_counted_with_the_result_of_the_tool() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating("read"))
                .model(delegate(), read().usage(1_000, 10), Turn.text("ok").usage(2_000, 20), Turn.text("done"))
                .start()) {
            it.prompt("Go");

            var usage = it.results().getFirst().usage();
            assertThat(usage.input()).isEqualTo(3_000);
            assertThat(usage.output()).isEqualTo(30);
            assertThat(answers.getFirst().usage().input()).isEqualTo(3_000);
        }
    }

    @Test
    void hooks_hear_of_its_requests_but_not_of_its_messages() throws Exception {
        var said = Collections.synchronizedList(new ArrayList<String>());
        try (var it = TestAgent.in(dir)
                .hook(delegating())
                .hook(pi -> {
                    pi.on(BEFORE_PROVIDER_HEADERS, (e, _) -> e.with("x-company", "yes"));
                    pi.on(MESSAGE_END, (e, _) -> {
                        said.add(e.message().text());
                        return e;
                    });
                })
                .model(delegate(), Turn.text("between us"), Turn.text("done"))
                .start()) {
            it.prompt("Go");

            assertThat(it.model.requests()).allMatch(request -> "yes".equals(request.header("x-company")));
            assertThat(said).contains("Go", "done").doesNotContain("Look into a.txt");
        }
    }

    @Test
    void a_provider_that_fails_for_a_moment_is_asked_again() throws Exception {
        try (var it = TestAgent.in(dir)
                .settings(JsonObject.of("retry", JsonObject.of("baseDelayMs", 1, "maxRetries", 2)))
                .hook(delegating())
                .model(delegate(), Turn.status(503), Turn.text("ok"), Turn.text("done"))
                .start()) {
            it.prompt("Go");

            assertThat(it.results().getFirst().text()).isEqualTo("ok");
            assertThat(answers.getFirst().messages()).hasSize(2);
        }
    }

    @Test
    void a_request_that_fails_for_good_is_an_answer() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating())
                .model(delegate(), Turn.status(400).message("no such thing"), Turn.text("done"))
                .start()) {
            it.prompt("Go");

            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).contains("no such thing");
        }
    }

    @Test
    void it_is_stopped_after_its_turns() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating(task -> task.withMaxTurns(2), "read"))
                .model(delegate(), read(), read(), Turn.text("done"))
                .start()) {
            it.prompt("Go");

            assertThat(it.results().getFirst().text()).isEqualTo("Stopped after 2 turns, before all was done.");
            assertThat(it.requests()).isEqualTo(4);
        }
    }

    @Test
    void one_may_start_another_but_not_without_end() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating("delegate"))
                .model(Script.of(delegate(), delegate(), delegate(), delegate()).endingWith(Turn.text("enough")))
                .start()) {
            it.prompt("Go");

            assertThat(it.sentMessages(5))
                    .last()
                    .isEqualTo("tool: Subagents are nested 3 deep already. Do this without another one.");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("enough");
        }
    }

    @Test
    void an_abort_of_the_run_aborts_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating())
                .model(delegate(), Turn.stalled())
                .start()) {
            var run = Thread.startVirtualThread(() -> {
                try {
                    it.prompt("Go");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            it.model.awaitRequest(2);
            it.agent.abort();
            run.join();

            assertThat(it.model.requests().get(1).awaitEnd().name()).isEqualTo("CLIENT_LEFT");
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(answers).isEmpty();
        }
    }
}
