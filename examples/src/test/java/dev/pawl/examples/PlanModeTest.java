package dev.pawl.examples;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.SESSION_TREE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlanModeTest {
    private static final ToolCall WRITE = ToolCall.of("write", new ToolInput.Write("a.txt", "a"));
    private static final ToolCall READ = ToolCall.of("read", new ToolInput.Read("a.txt"));

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("plan-mode.java"));
    }

    @AfterEach
    void close() {
        assertThat(trial.errors()).isEmpty();
        trial.close();
    }

    private void start(SessionStart.Reason reason) throws Exception {
        trial.fire(SESSION_START, new SessionStart(reason, null));
    }

    private String prompt() throws Exception {
        return trial.fire(BEFORE_AGENT_START, BeforeAgentStart.of("go", "You are an agent."))
                .systemPrompt();
    }

    @Test
    void only_tools_that_look_are_left_and_they_come_back() throws Exception {
        var before = trial.context().tools().active();

        assertThat(trial.run("plan", "")).isEqualTo(Outcome.status("Plan mode: nothing will be changed"));
        assertThat(trial.context().tools().active()).containsExactly("read", "grep", "find", "ls");
        assertThat(prompt()).startsWith("You are an agent.\n\nPlan mode is on");
        assertThat(trial.ui().statuses()).containsEntry("plan-mode", "plan");

        assertThat(trial.run("plan", "")).isEqualTo(Outcome.status("Plan mode is over"));
        assertThat(trial.context().tools().active()).isEqualTo(before);
        assertThat(prompt()).isEqualTo("You are an agent.");
        assertThat(trial.ui().statuses()).isEmpty();
    }

    @Test
    void a_tool_that_is_called_all_the_same_is_blocked() throws Exception {
        assertThat(trial.fire(TOOL_CALL, WRITE)).isInstanceOf(Decision.Pass.class);

        trial.run("plan", "");

        assertThat(trial.fire(TOOL_CALL, READ)).isInstanceOf(Decision.Pass.class);
        assertThat(trial.fire(TOOL_CALL, WRITE))
                .hasToString("Stop[result=Plan mode is on: write might change something. Put it into the plan.]");
    }

    @Test
    void a_flag_switches_it_on_at_the_start_and_only_there() throws Exception {
        trial.flag("plan", "");

        start(SessionStart.Reason.STARTUP);
        trial.run("plan", "");
        start(SessionStart.Reason.RELOAD);

        assertThat(trial.context().tools().active()).contains("write");
    }

    @Test
    void a_session_that_is_resumed_goes_on_planning() throws Exception {
        trial.session().append("plan-mode", JsonObject.of("on", true, "tools", List.of("read", "bash")));

        start(SessionStart.Reason.RESUME);
        assertThat(trial.context().tools().active()).doesNotContain("bash");

        trial.run("plan", "");
        assertThat(trial.context().tools().active()).containsExactly("read", "bash");
    }

    @Test
    void a_place_in_the_tree_from_before_knows_nothing_of_it() throws Exception {
        trial.run("plan", "");
        trial.session().append("plan-mode", JsonObject.of("on", false, "tools", List.of("bash")));

        trial.fire(SESSION_TREE, new SessionTree("e2", "e1", null, null));

        assertThat(trial.context().tools().active()).containsExactly("bash");
        assertThat(trial.ui().statuses()).isEmpty();
    }

    @Test
    void it_needs_no_user() throws Exception {
        trial.context().mode(Mode.PRINT);

        trial.run("plan", "");

        assertThat(trial.fire(TOOL_CALL, WRITE)).isInstanceOf(Decision.Stop.class);
    }

    @Test
    void a_session_without_plan_mode_keeps_its_tools() throws Exception {
        trial.context().tools().setActive(List.of("read"));

        start(SessionStart.Reason.STARTUP);

        assertThat(trial.context().tools().active()).containsExactly("read");
    }
}
