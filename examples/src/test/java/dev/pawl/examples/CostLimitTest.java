package dev.pawl.examples;

import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.Block;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CostLimitTest {
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));
    private static final Input GO_ON = Input.of("go on");

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("cost-limit.java")).flag("cost-limit", "1");
    }

    @AfterEach
    void close() {
        trial.close();
    }

    private static Usage dollars(double cost) {
        return new Usage(0, 0, 0, 0, 0, new Cost(0, 0, 0, 0, cost, JsonObject.empty()), JsonObject.empty());
    }

    private static Message answer(double cost) {
        return new Message.Assistant(
                List.of(Content.text("ok")), "", "", "", dollars(cost), StopReason.STOP, null, 0, JsonObject.empty());
    }

    private static Message result(double cost) {
        return new Message.ToolResult(
                "call_1", "subagent", List.of(), null, false, dollars(cost), 0, JsonObject.empty());
    }

    private void endMessage(Message message) throws Exception {
        assertThat(trial.fire(MESSAGE_END, new MessageEnd(message)).message()).isSameAs(message);
    }

    @Test
    void below_the_limit_everything_goes_on() throws Exception {
        endMessage(answer(0.99));

        assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.pass(CALL));
        assertThat(trial.fire(INPUT, GO_ON)).isEqualTo(Decision.pass(GO_ON));
    }

    @Test
    void at_the_limit_tools_are_blocked_and_the_agent_stops() throws Exception {
        endMessage(answer(0.60));
        endMessage(result(0.50));

        assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.stop(new Block("$1.10 of $1.00 are spent.", true)));
    }

    @Test
    void the_user_may_allow_as_much_again() throws Exception {
        endMessage(answer(1.10));
        trial.ui().answer(true);

        assertThat(trial.fire(INPUT, GO_ON)).isEqualTo(Decision.pass(GO_ON));
        endMessage(answer(0.90));
        assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.pass(CALL));

        endMessage(answer(0.20));
        assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
        assertThat(trial.ui().shown())
                .containsExactly("confirm: Cost limit | $1.10 of $1.00 are spent. Allow as much again?");
    }

    @Test
    void a_prompt_past_the_limit_is_not_sent_where_no_user_can_be_asked() throws Exception {
        trial.context().mode(Mode.PRINT);
        endMessage(answer(2));

        assertThat(trial.fire(INPUT, GO_ON)).isEqualTo(GO_ON.handled());
    }

    @Test
    void what_the_session_cost_so_far_counts() throws Exception {
        trial.session().append(answer(2));

        trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.RESUME, null));

        assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
    }

    @Test
    void without_the_flag_there_is_no_limit() throws Exception {
        try (var free = HookTrial.ofFiles(Path.of("cost-limit.java"))) {
            free.fire(MESSAGE_END, new MessageEnd(answer(1_000)));

            assertThat(free.fire(TOOL_CALL, CALL)).isEqualTo(Decision.pass(CALL));
            assertThat(free.fire(INPUT, GO_ON)).isEqualTo(Decision.pass(GO_ON));
        }
    }

    @Test
    void a_limit_that_is_no_number_allows_no_tool() throws Exception {
        trial.flag("cost-limit", "a lot");

        assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
        assertThat(trial.errors().getFirst().error()).isEqualTo("--cost-limit is a number of dollars, not a lot");
    }
}
