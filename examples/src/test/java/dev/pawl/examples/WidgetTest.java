package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_START;
import static dev.pawl.api.HookPoints.TURN_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.AgentSettled;
import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Await;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WidgetTest {
    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("widget.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    private String widget() {
        return trial.ui().widgets().get("progress").getFirst();
    }

    private void turn(int index) throws Exception {
        trial.fire(TURN_START, new TurnStart(index, Instant.EPOCH));
    }

    private void begin(String id, String tool) throws Exception {
        trial.fire(TOOL_EXECUTION_START, new ToolExecutionStart(id, tool, JsonObject.empty(), null));
    }

    private void end(String id, String tool) throws Exception {
        trial.fire(TOOL_EXECUTION_END, new ToolExecutionEnd(id, tool, ToolOutput.text("done"), false, 1L, null, false));
    }

    @Test
    void while_the_agent_works_it_shows_what_it_is_at() throws Exception {
        trial.fire(AGENT_START, new AgentStart());
        turn(0);
        begin("1", "bash");
        begin("2", "read");
        assertThat(widget()).startsWith(" ● turn 1 · 0 tools · ").endsWith(" s · bash, read …");

        end("2", "read");
        assertThat(widget()).contains("turn 1 · 1 tools").endsWith(" · bash …");

        end("1", "bash");
        turn(1);
        assertThat(widget()).contains("turn 2 · 2 tools").endsWith(" s");
    }

    @Test
    void it_is_drawn_anew_by_itself_and_goes_when_the_work_is_done() throws Exception {
        trial.fire(AGENT_START, new AgentStart());
        int asked = trial.ui().renderRequests();
        Await.until("it is drawn anew", () -> trial.ui().renderRequests() > asked);

        trial.fire(AGENT_SETTLED, new AgentSettled(false));

        assertThat(trial.ui().widgets()).isEmpty();
    }

    @Test
    void another_run_begins_to_count_anew() throws Exception {
        trial.fire(AGENT_START, new AgentStart());
        turn(0);
        begin("1", "bash");

        trial.fire(AGENT_START, new AgentStart());
        turn(0);

        assertThat(widget()).startsWith(" ● turn 1 · 0 tools · ").endsWith(" s");
    }
}
