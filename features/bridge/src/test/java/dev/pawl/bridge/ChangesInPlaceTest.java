package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.AGENT_BEFORE_SETTLE;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_REQUEST;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.AgentBeforeSettle;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Boundary;
import dev.pawl.api.session.Draft;
import dev.pawl.api.session.RunEnd;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.HookError;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What handlers do to an event instead of returning something counts where it does in pi, and only there. */
@Deep
class ChangesInPlaceTest {
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));
    private static final ToolResult RESULT = ToolResult.of("bash", new ToolInput.Bash("ls"), "listed");

    /** Started once, for the tests that leave it as it was. */
    private static NodeTrial node;

    @TempDir
    Path dir;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        node = NodeTrial.in(folder);
        node.bridge.prepare();
    }

    @AfterAll
    static void end() {
        node.close();
    }

    @Test
    void an_input_that_is_replaced_is_seen_by_the_next_handler_and_not_run() throws Exception {
        try (var trial = HookTrial.in(
                dir,
                node.bodies(
                        dir,
                        "pi.on('tool_call', (event) => { event.input = { command: 'other' }; });",
                        "pi.on('tool_call', (event) => { pi.appendEntry('saw', event.input); });"))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.pass(CALL));
            assertThat(trial.session().indexed().toString()).contains("other");
            var next = ToolCall.of("bash", "2", JsonObject.of("command", "pwd"));
            assertThat(trial.fire(TOOL_CALL, next)).isEqualTo(Decision.pass(next));
        }
    }

    @Test
    void an_input_that_is_changed_inside_is_run() throws Exception {
        try (var trial = HookTrial.in(
                dir, node.bodies(dir, "pi.on('tool_call', (event) => { event.input.command += ' -l'; });"))) {
            assertThat(trial.fire(TOOL_CALL, CALL))
                    .isInstanceOfSatisfying(
                            Decision.Pass.class,
                            passed -> assertThat(((ToolCall) passed.event()).arguments())
                                    .isEqualTo(JsonObject.of("command", "ls -l")));
        }
    }

    @Test
    void content_that_is_replaced_counts_where_some_handler_returns_a_part() throws Exception {
        var assigns = "pi.on('tool_result', (event) => { event.content = [{ type: 'text', text: 'assigned' }]; });";
        var returns = "pi.on('tool_result', (event) => ({ isError: true }));";
        try (var node = NodeTrial.in(dir)) {
            try (var alone = HookTrial.in(dir, node.bodies(dir.resolve("a"), assigns))) {
                assertThat(alone.fire(TOOL_RESULT, RESULT)).isEqualTo(RESULT);
            }
            for (var both : List.of(List.of(assigns, returns), List.of(returns, assigns))) {
                var folder = dir.resolve("b" + both.indexOf(assigns));
                try (var trial = HookTrial.in(dir, node.bodies(folder, both.toArray(String[]::new)))) {
                    var told = trial.fire(TOOL_RESULT, RESULT);
                    assertThat(told.text()).isEqualTo("assigned");
                    assertThat(told.isError()).isTrue();
                }
            }
        }
    }

    @Test
    void messages_that_are_replaced_are_not_sent() throws Exception {
        try (var trial =
                HookTrial.in(dir, node.bodies(dir, "pi.on('context', (event) => { event.messages = []; });"))) {
            var context = ModelContext.of(List.of(Message.user("Hello", 1)));
            assertThat(trial.fire(CONTEXT, context)).isEqualTo(context);
        }
    }

    @Test
    void what_was_changed_inside_a_message_before_a_handler_threw_counts_and_the_list_does_not() throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, """
            pi.on("context", (event) => {
              event.messages[0].content = "Hidden";
              event.messages.push(event.messages[0]);
              throw new Error("half way");
            });
            """))) {
            var context = ModelContext.of(List.of(Message.user("Secret", 1)));
            assertThat(trial.fire(CONTEXT, context).messages())
                    .extracting(Message::text)
                    .containsExactly("Hidden");
            assertThat(trial.errors()).extracting(HookError::error).containsExactly("half way");
        }
    }

    @Test
    void a_payload_that_was_changed_before_a_handler_threw_is_sent() throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, """
            pi.on("before_provider_request", async (event) => {
              event.payload.user = "me";
              throw new Error("half way");
            });
            pi.on("before_provider_request", (event) => { event.payload = {}; });
            """))) {
            var asked = new BeforeProviderRequest(JsonObject.of("model", "m"));
            assertThat(trial.fire(BEFORE_PROVIDER_REQUEST, asked).payload())
                    .isEqualTo(JsonObject.of("model", "m", "user", "me"));
            assertThat(trial.errors()).hasSize(1);
        }
    }

    @Test
    void a_system_prompt_that_is_assigned_fails_and_changes_nothing() throws Exception {
        try (var trial = HookTrial.in(
                dir, node.bodies(dir, "pi.on('before_agent_start', (event) => { event.systemPrompt = 'x'; });"))) {
            var start = BeforeAgentStart.of("Hello", "Be kind.");
            assertThat(trial.fire(BEFORE_AGENT_START, start)).isEqualTo(start);
            assertThat(trial.errors()).hasSize(1);
        }
    }

    @Test
    void a_gate_that_throws_says_what_was_thrown_and_nothing_else() throws Exception {
        try (var trial =
                HookTrial.in(dir, node.bodies(dir, "pi.on('tool_call', () => { throw new Error('not today') })"))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.stop(new Block("not today")));
        }
    }

    @Test
    void commands_of_the_user_are_no_messages_to_extensions() throws Exception {
        try (var trial =
                HookTrial.in(dir, node.bodies(dir, "pi.on('message_end', () => { throw new Error('heard') });"))) {
            var ran = Message.from(JsonObject.of("role", "bashExecution", "command", "ls")
                    .with("output", "x")
                    .with("cancelled", false)
                    .with("truncated", false)
                    .with("timestamp", 1));
            trial.fire(MESSAGE_END, new MessageEnd(ran));
            assertThat(trial.errors()).isEmpty();
            trial.fire(MESSAGE_END, new MessageEnd(Message.user("Hello", 1)));
            assertThat(trial.errors()).hasSize(1);
        }
    }

    @Test
    void an_entry_of_no_known_type_is_left_out() throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, """
            pi.on("agent_before_settle", () => ({
              entries: [{ type: "nonsense" }, { type: "custom", customType: "note", data: 1 }],
            }));
            """))) {
            var boundary = new Boundary(List.of(), List.of(), List.of(), List.of(), false, RunEnd.COMPLETED);
            var asked = new AgentBeforeSettle(boundary, List.of(), false);
            assertThat(trial.fire(AGENT_BEFORE_SETTLE, asked).entries())
                    .singleElement()
                    .isInstanceOf(Draft.Custom.class);
            assertThat(trial.errors()).isEmpty();
        }
    }

    @Test
    void a_flag_that_was_not_given_and_that_has_no_default_is_undefined() throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, """
            pi.registerFlag("bare", { type: "boolean" });
            pi.registerFlag("off", { type: "boolean", default: false });
            pi.on("tool_call", () => ({ block: true, reason: `${pi.getFlag("bare")} ${pi.getFlag("off")}` }));
            """))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.stop(new Block("undefined false")));
        }
    }
}
