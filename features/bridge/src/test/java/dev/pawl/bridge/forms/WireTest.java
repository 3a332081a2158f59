package dev.pawl.bridge.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.BeforeModelSelect;
import dev.pawl.api.event.BeforeProviderHeaders;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.event.ProjectTrust;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.ResourcesDiscover;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.SessionStop;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.event.SubagentStop;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.bridge.protocol.HandlerAnswer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Events and answers in the form that other processes know. */
class WireTest {
    private static final BashOperations SHELL = (_, _, _, _) -> 0;

    private final Wire wire = new Wire();

    private @Nullable Object answer(HookPoint<?, ?> point, Object event, String told) {
        return wire.answer(point, event, new HandlerAnswer(JsonObject.parse(told), _ -> SHELL));
    }

    @Test
    void every_point_has_a_form() {
        assertThat(HookPoints.all()).isNotEmpty();
        assertThat(wire.changeable().keySet())
                .containsExactlyInAnyOrder(
                        "tool_call",
                        "tool_result",
                        "before_agent_start",
                        "context",
                        "context_with_system",
                        "before_provider_headers",
                        "before_provider_request",
                        "message_end");
    }

    @Test
    void an_event_carries_the_name_that_was_listened_to() {
        var start = new SessionStart(SessionStart.Reason.FORK, Path.of("/a.jsonl"));
        assertThat(wire.event(HookPoints.SESSION_START, "session_branch", start))
                .isEqualTo(JsonObject.parse(
                        "{\"type\":\"session_branch\",\"reason\":\"fork\",\"previousSessionFile\":\"/a.jsonl\"}"));
        assertThat(wire.event(HookPoints.TURN_START, "turn_start", new TurnStart(2, Instant.ofEpochMilli(7))))
                .isEqualTo(JsonObject.parse("{\"type\":\"turn_start\",\"turnIndex\":2,\"timestamp\":7}"));
    }

    @Test
    void a_call_is_blocked_changed_in_place_or_given_another_input() {
        var call = ToolCall.of("bash", "c1", JsonObject.of("command", "ls", "extra", 1));
        assertThat(wire.event(HookPoints.TOOL_CALL, "tool_call", call))
                .isEqualTo(JsonObject.parse("{\"type\":\"tool_call\",\"toolName\":\"bash\",\"toolCallId\":\"c1\","
                        + "\"input\":{\"command\":\"ls\",\"extra\":1}}"));
        assertThat(answer(
                        HookPoints.TOOL_CALL, call, "{\"result\":{\"block\":true,\"reason\":\"no\",\"terminate\":1}}"))
                .isEqualTo(Decision.stop(new Block("no", true)));
        assertThat(answer(HookPoints.TOOL_CALL, call, "{\"result\":{\"block\":true}}"))
                .isEqualTo(Decision.stop(new Block(Block.DEFAULT_REASON)));
        assertThat(answer(HookPoints.TOOL_CALL, call, "{\"changed\":{\"input\":{\"command\":\"pwd\"}}}"))
                .isEqualTo(call.withArguments(JsonObject.of("command", "pwd")));
        assertThat(answer(
                        HookPoints.TOOL_CALL,
                        call,
                        "{\"result\":{\"input\":{\"command\":\"a\"}},\"changed\":{\"input\":{\"command\":\"b\"}}}"))
                .isEqualTo(call.withArguments(JsonObject.of("command", "a")));
        assertThat(answer(HookPoints.TOOL_CALL, call, "{\"result\":{\"block\":false}}"))
                .isNull();
        assertThatThrownBy(() -> answer(HookPoints.TOOL_CALL, call, "{\"changed\":{\"input\":null}}"))
                .hasMessageContaining("no object");
    }

    @Test
    void what_will_run_can_only_be_blocked() {
        var authorize = ToolAuthorize.of(ToolCall.of("bash", new ToolInput.Bash("ls")), Path.of("/w"));
        assertThat(answer(HookPoints.TOOL_AUTHORIZE, authorize, "{\"result\":{\"block\":true,\"reason\":\"no\"}}"))
                .isEqualTo(authorize.block("no"));
        assertThat(answer(HookPoints.TOOL_AUTHORIZE, authorize, "{\"result\":{\"input\":{}}}"))
                .isNull();
    }

    @Test
    void a_request_and_a_model_can_only_be_blocked() {
        var model = model();
        var usage = Usage.NONE.plus(new Usage(1, 2, 0, 0, 3, Usage.NONE.cost(), JsonObject.empty()));
        var request = new RequestAuthorize(
                model,
                ThinkingLevel.LOW,
                RequestAuthorize.Purpose.SUBAGENT,
                "s",
                "c1",
                usage,
                Usage.NONE,
                new RequestAuthorize.Origin("r1", "a1", null));
        var told = wire.event(HookPoints.REQUEST_AUTHORIZE, "request_authorize", request);
        assertThat(told.string("purpose")).isEqualTo("subagent");
        assertThat(told.string("thinkingLevel")).isEqualTo("low");
        assertThat(told.object("sessionUsage").number("output", 0)).isEqualTo(2);
        assertThat(told.object("subtreeUsage").number("output", 9)).isZero();
        assertThat(answer(HookPoints.REQUEST_AUTHORIZE, request, "{\"result\":{\"block\":true,\"reason\":\"no\"}}"))
                .isEqualTo(request.block("no"));
        assertThat(answer(HookPoints.REQUEST_AUTHORIZE, request, "{\"result\":{\"model\":\"x\"}}"))
                .isNull();
        var select = new BeforeModelSelect(model, null, ModelSelect.Source.SET);
        assertThat(wire.event(HookPoints.BEFORE_MODEL_SELECT, "before_model_select", select)
                        .string("source"))
                .isEqualTo("set");
        assertThat(answer(HookPoints.BEFORE_MODEL_SELECT, select, "{\"result\":{\"block\":true,\"reason\":\"no\"}}"))
                .isEqualTo(select.block("no"));
    }

    @Test
    void a_subagent_gets_another_task_and_is_sent_back_to_work() {
        var start = new SubagentStart("a1", "task", "c1", SubagentTask.of("look", List.of("read")));
        assertThat(wire.event(HookPoints.SUBAGENT_START, "subagent_start", start))
                .isEqualTo(JsonObject.parse("{\"type\":\"subagent_start\",\"agentId\":\"a1\",\"agentType\":\"task\","
                        + "\"toolCallId\":\"c1\",\"prompt\":\"look\",\"tools\":[\"read\"],\"maxTurns\":100}"));
        assertThat(answer(
                        HookPoints.SUBAGENT_START,
                        start,
                        "{\"result\":{\"prompt\":\"see\",\"additionalContext\":\"more\"}}"))
                .isEqualTo(
                        start.withTask(SubagentTask.of("see", List.of("read"))).addContext("more"));
        assertThat(answer(HookPoints.SUBAGENT_START, start, "{\"result\":{}}")).isNull();
        var stop = new SubagentStop("a1", "task", "c1", new SubagentAnswer("done", null, List.of(), Usage.NONE), false);
        assertThat(wire.event(HookPoints.SUBAGENT_STOP, "subagent_stop", stop).string("lastAssistantText"))
                .isEqualTo("done");
        assertThat(answer(HookPoints.SUBAGENT_STOP, stop, "{\"result\":{\"decision\":\"block\",\"reason\":\"go on\"}}"))
                .isEqualTo(stop.goOn("go on"));
        assertThat(answer(HookPoints.SUBAGENT_STOP, stop, "{\"result\":{}}")).isNull();
    }

    private static Model model() {
        return new Model(
                "p",
                "m",
                "m",
                "openai-completions",
                "http://localhost",
                false,
                List.of(),
                Set.of(Model.Medium.TEXT),
                Cost.NONE,
                1000,
                100,
                JsonObject.empty());
    }

    @Test
    void a_result_is_patched_field_by_field() {
        var result =
                ToolResult.of("read", new ToolInput.Read("a"), "text").withStructuredContent(JsonObject.of("a", 1));
        assertThat(answer(HookPoints.TOOL_RESULT, result, "{\"result\":{\"isError\":true}}"))
                .isEqualTo(result.withError(true));
        assertThat(answer(
                        HookPoints.TOOL_RESULT,
                        result,
                        "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"other\"}],\"details\":null}}"))
                .isEqualTo(result.withText("other").withDetails(null));
        assertThat(answer(
                        HookPoints.TOOL_RESULT,
                        result,
                        "{\"changed\":{\"content\":[{\"type\":\"text\",\"text\":\"in place\"}]}}"))
                .isEqualTo(result.withContent(List.of(Content.text("in place"))));
    }

    @Test
    void messages_are_taken_plain_wrapped_or_changed_in_place() {
        var context = ModelContext.of(List.of(Message.user("one", 1)));
        var two = "{\"role\":\"user\",\"content\":\"two\",\"timestamp\":2}";
        var changed = context.withMessages(List.of(Message.user("two", 2)));
        assertThat(answer(HookPoints.CONTEXT, context, "{\"result\":{\"messages\":[" + two + "]}}"))
                .isEqualTo(changed);
        assertThat(answer(
                        HookPoints.CONTEXT,
                        context,
                        "{\"result\":{\"messages\":[{\"message\":" + two + ",\"entryIndex\":null}]}}"))
                .isEqualTo(changed);
        assertThat(answer(HookPoints.CONTEXT, context, "{\"changed\":{\"messages\":[" + two + "]}}"))
                .isEqualTo(changed);
        assertThatThrownBy(() -> answer(HookPoints.CONTEXT, context, "{\"result\":{\"messages\":[1]}}"))
                .hasMessageContaining("no message");
    }

    @Test
    void a_run_gets_messages_and_another_prompt() {
        var start = BeforeAgentStart.of("do it", "prompt");
        var changed = (BeforeAgentStart) answer(
                HookPoints.BEFORE_AGENT_START,
                start,
                "{\"result\":{\"message\":{\"customType\":\"t\",\"content\":\"c\",\"display\":true},"
                        + "\"systemPrompt\":[\"a\",\"b\"],\"systemPromptAppend\":\"c\"}}");
        assertThat(changed).isNotNull();
        assertThat(changed.systemPrompt()).isEqualTo("a\n\nb\n\nc");
        assertThat(changed.messages()).hasSize(1);
        var sections = (BeforeAgentStart)
                answer(
                        HookPoints.BEFORE_AGENT_START,
                        start,
                        "{\"changed\":{\"systemPromptOptions\":{\"sections\":{\"mine\":\"text\"},\"selectedTools\":[\"read\"]}}}");
        assertThat(sections).isNotNull();
        assertThat(sections.systemPromptOptions().sections()).containsEntry("mine", "text");
        assertThatThrownBy(() -> answer(HookPoints.BEFORE_AGENT_START, start, "{\"result\":{\"systemPrompt\":42}}"))
                .hasMessageContaining("systemPrompt");
    }

    @Test
    void headers_are_changed_in_place_and_null_takes_one_away() {
        var headers = new BeforeProviderHeaders(Map.of("a", "1"));
        assertThat(answer(
                        HookPoints.BEFORE_PROVIDER_HEADERS,
                        headers,
                        "{\"changed\":{\"headers\":{\"a\":null,\"b\":\"2\"}}}"))
                .isEqualTo(new BeforeProviderHeaders(Map.of("b", "2")));
        var request = new BeforeProviderRequest(JsonObject.of("a", 1));
        assertThat(answer(HookPoints.BEFORE_PROVIDER_REQUEST, request, "{\"result\":{\"b\":2}}"))
                .isEqualTo(new BeforeProviderRequest(JsonObject.of("b", 2)));
    }

    @Test
    void input_is_transformed_or_handled_and_bare_texts_say_nothing() {
        var input = Input.of("hi");
        assertThat(answer(HookPoints.INPUT, input, "{\"result\":{\"action\":\"transform\",\"text\":\"ho\"}}"))
                .isEqualTo(input.transform("ho"));
        assertThat(answer(HookPoints.INPUT, input, "{\"result\":{\"action\":\"handled\"}}"))
                .isEqualTo(input.handled());
        assertThat(answer(HookPoints.INPUT, input, "{\"result\":{\"handled\":true}}"))
                .isEqualTo(input.handled());
        assertThat(answer(HookPoints.INPUT, input, "{\"result\":\"HO\"}")).isNull();
    }

    @Test
    void a_message_may_be_replaced() {
        var end = new MessageEnd(Message.user("a", 1));
        assertThat(answer(
                        HookPoints.MESSAGE_END,
                        end,
                        "{\"result\":{\"message\":{\"role\":\"user\",\"content\":\"b\",\"timestamp\":1}}}"))
                .isEqualTo(new MessageEnd(Message.user("b", 1)));
    }

    @Test
    void a_shell_command_is_run_elsewhere_or_answered_and_all_else_is_refused() {
        var bash = new UserBash("ls", false, Path.of("/w"));
        assertThat(answer(HookPoints.USER_BASH, bash, "{\"result\":{\"operations\":7}}"))
                .isEqualTo(bash.runWith(SHELL));
        assertThat(answer(HookPoints.USER_BASH, bash, "{\"result\":{\"result\":{\"output\":\"x\",\"exitCode\":0}}}"))
                .isEqualTo(bash.answer(BashResult.of("x", 0)));
        assertThat(answer(HookPoints.USER_BASH, bash, "{\"result\":{\"env\":{\"A\":\"1\"}}}"))
                .isEqualTo(Decision.pass(
                        new UserBash(bash.command(), bash.excludeFromContext(), bash.cwd(), Map.of("A", "1"))));
        assertThat(answer(HookPoints.USER_BASH, bash, "{\"result\":{\"command\":\"pwd\",\"cwd\":\"/v\"}}"))
                .isEqualTo(Decision.pass(new UserBash("pwd", false, Path.of("/v"))));
        assertThatThrownBy(() -> answer(HookPoints.USER_BASH, bash, "{\"result\":{}}"))
                .hasMessageContaining("exactly one of");
    }

    @Test
    void sessions_are_kept_or_left() {
        var change = new SessionBeforeSwitch(SessionBeforeSwitch.Reason.NEW, null);
        assertThat(answer(HookPoints.SESSION_BEFORE_SWITCH, change, "{\"result\":{\"cancel\":true}}"))
                .isEqualTo(change.cancel());
        var fork = new SessionBeforeFork("id", 4, CommandContext.ForkPosition.BEFORE, false);
        assertThat(wire.event(HookPoints.SESSION_BEFORE_FORK, "session_before_branch", fork)
                        .integer("entryIndex", 0))
                .isEqualTo(4);
        assertThat(answer(HookPoints.SESSION_BEFORE_FORK, fork, "{\"result\":{\"skipConversationRestore\":true}}"))
                .isEqualTo(fork.proceedWithoutRestore());
        var trust = new ProjectTrust(Path.of("/w"));
        assertThat(answer(HookPoints.PROJECT_TRUST, trust, "{\"result\":{\"trusted\":\"no\",\"remember\":true}}"))
                .isEqualTo(trust.distrust(true));
        var stop = new SessionStop(List.of(), "t", null, "s", null, false);
        assertThat(answer(HookPoints.SESSION_STOP, stop, "{\"result\":{\"decision\":\"block\",\"reason\":\"go on\"}}"))
                .isEqualTo(stop.goOn("go on"));
        var discover = ResourcesDiscover.of(Path.of("/w"), ResourcesDiscover.Reason.STARTUP);
        assertThat(answer(HookPoints.RESOURCES_DISCOVER, discover, "{\"result\":{\"skillPaths\":[\"s\"]}}"))
                .isEqualTo(discover.withSkills(Path.of("/w/s")));
    }
}
