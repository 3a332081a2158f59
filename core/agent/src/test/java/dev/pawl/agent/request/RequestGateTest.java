package dev.pawl.agent.request;

import static dev.pawl.api.HookPoints.BEFORE_MODEL_SELECT;
import static dev.pawl.api.HookPoints.REQUEST_AUTHORIZE;
import static dev.pawl.api.HookPoints.SUBAGENT_START;
import static dev.pawl.api.HookPoints.SUBAGENT_STOP;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.TestAgent;
import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No request reaches a model before the hooks allowed it, whoever makes it. */
class RequestGateTest {
    @TempDir
    Path dir;

    private final List<RequestAuthorize> seen = Collections.synchronizedList(new ArrayList<>());

    record Arguments(String task) {}

    private Hook watching() {
        return pi -> pi.on(REQUEST_AUTHORIZE, (request, _) -> {
            seen.add(request);
            return request.allow();
        });
    }

    private static Hook delegating() {
        return pi -> pi.tool(Tool.of("delegate", "Have somebody else do it", Arguments.class, (arguments, ctx) -> {
            var answer = ctx.subagent(SubagentTask.of(arguments.task(), List.of()), _ -> {});
            return answer.isError() ? ToolOutput.error(answer.error()) : ToolOutput.text(answer.text());
        }));
    }

    private static Turn delegate() {
        return Turn.calls(call("delegate", JsonObject.of("task", "Look")));
    }

    @Test
    void a_refused_request_is_not_sent_nor_tried_again_and_says_why() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(REQUEST_AUTHORIZE, (request, _) -> request.block("the budget is used up")))
                .model(Turn.text("never"))
                .start()) {
            it.prompt("Go");

            assertThat(it.requests()).isZero();
            var answer = (Message.Assistant) it.storedMessages().getLast();
            assertThat(answer.errorMessage())
                    .isEqualTo("A hook refused the request to scripted/scripted-1: the budget is used up");
        }
    }

    @Test
    void a_gate_that_fails_blocks_the_request() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(REQUEST_AUTHORIZE, (_, _) -> {
                    throw new IllegalStateException("broken");
                }))
                .model(Turn.text("never"))
                .start()) {
            it.prompt("Go");

            assertThat(it.requests()).isZero();
            assertThat(((Message.Assistant) it.storedMessages().getLast()).errorMessage())
                    .contains("broken");
        }
    }

    @Test
    void every_request_is_shown_with_what_the_session_and_the_subtree_took() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating())
                .hook(watching())
                .model(
                        delegate().usage(100, 1),
                        Turn.text("Found.").usage(20, 2),
                        Turn.text("Thanks.").usage(200, 3))
                .start()) {
            it.prompt("Go");
            it.prompt("Again");

            assertThat(seen)
                    .extracting(RequestAuthorize::purpose)
                    .containsExactly(Purpose.TURN, Purpose.SUBAGENT, Purpose.TURN, Purpose.TURN);
            assertThat(seen)
                    .extracting(request -> request.sessionUsage().output())
                    .containsExactly(0L, 1L, 3L, 6L);
            assertThat(seen)
                    .extracting(request -> request.subtreeUsage().output())
                    .containsExactly(0L, 0L, 3L, 6L);
            assertThat(seen.get(1).toolCallId())
                    .isEqualTo(it.results().getFirst().toolCallId());
            assertThat(seen.get(1).sessionId()).isEqualTo(it.agent.session().id());
        }
    }

    @Test
    void summaries_and_requests_of_hooks_pass_the_gate_too() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(watching())
                .hook(pi -> pi.command("think", "Asks a model", ctx -> {
                    var request = new ModelRequest(
                            "Think.",
                            List.of(Message.user("one", 0)),
                            List.of(),
                            ThinkingLevel.OFF,
                            null,
                            JsonObject.empty());
                    ctx.models().complete(Objects.requireNonNull(ctx.models().current()), request);
                    return Outcome.nothing();
                }))
                .settings(JsonObject.parse("{\"compaction\":{\"keepRecentTokens\":1}}"))
                .model(
                        Turn.text("First.").usage(10, 1),
                        Turn.text("Second.").usage(10, 1),
                        Turn.text("All in short.").usage(10, 7),
                        Turn.text("The rest in short.").usage(10, 8),
                        Turn.text("Thought.").usage(10, 20),
                        Turn.text("Third.").usage(10, 1))
                .start()) {
            it.prompt("one ".repeat(50));
            it.prompt("two ".repeat(50));
            it.agent.compact(null);
            it.prompt("/think");
            it.prompt("three");

            assertThat(seen)
                    .extracting(RequestAuthorize::purpose)
                    .containsExactly(
                            Purpose.TURN,
                            Purpose.TURN,
                            Purpose.COMPACTION,
                            Purpose.COMPACTION,
                            Purpose.HOOK,
                            Purpose.TURN);
            assertThat(seen)
                    .extracting(request -> request.sessionUsage().output())
                    .containsExactly(0L, 1L, 2L, 9L, 17L, 37L);
        }
    }

    @Test
    void a_handler_cannot_change_a_request() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        REQUEST_AUTHORIZE,
                        (request, _) -> new RequestAuthorize(
                                        request.model(),
                                        ThinkingLevel.HIGH,
                                        request.purpose(),
                                        request.sessionId(),
                                        null,
                                        request.sessionUsage(),
                                        request.subtreeUsage(),
                                        request.origin())
                                .allow()))
                .model(Turn.text("never"))
                .start()) {
            it.prompt("Go");

            assertThat(it.requests()).isZero();
            assertThat(((Message.Assistant) it.storedMessages().getLast()).errorMessage())
                    .contains("not change it");
        }
    }

    @Test
    void a_hook_adds_to_the_task_of_a_subagent_and_sends_it_back_to_work_once() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(delegating())
                .hook(pi -> {
                    pi.on(SUBAGENT_START, (start, _) -> start.addContext("Started by " + start.agentType()));
                    pi.on(
                            SUBAGENT_STOP,
                            (stop, _) -> stop.stopHookActive() ? stop.stop() : stop.goOn("Look once more"));
                })
                .model(delegate(), Turn.text("Nothing."), Turn.text("There it is."), Turn.text("Thanks."))
                .start()) {
            it.prompt("Go");

            assertThat(it.systemPrompt(2)).endsWith("Started by delegate");
            assertThat(it.sentMessages(3)).containsExactly("user: Look", "assistant: Nothing.", "user: Look once more");
            assertThat(it.sentMessages(4)).containsExactly("user: Go", "assistant: ", "tool: There it is.");
        }
    }

    @Test
    void a_hook_refuses_another_model_and_the_old_one_stays() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        BEFORE_MODEL_SELECT,
                        (select, _) -> select.block("only "
                                + Objects.requireNonNull(select.previousModel()).id())))
                .hook(pi -> pi.command("choose", "Chooses", ctx -> {
                    assertThat(ctx.models()
                                    .select(Objects.requireNonNull(ctx.models().find("demo", "tour"))))
                            .isFalse();
                    return Outcome.nothing();
                }))
                .model(Turn.text("ok"))
                .start()) {
            var other = Objects.requireNonNull(it.agent.context().models().find("demo", "tour"));
            assertThatThrownBy(() -> it.agent.setModel(other))
                    .hasMessage("A hook refused the model demo/tour: only scripted-1");
            it.prompt("/choose");
            assertThat(it.errors()).isEmpty();
            assertThat(Objects.requireNonNull(it.agent.model()).id()).isEqualTo("scripted-1");
        }
    }
}
