package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be spent, in the whole program: the request that would go beyond a limit is not made. */
class BudgetTest {
    @TempDir
    Path dir;

    private static Turn echo() {
        return Turn.calls(call("bash", JsonObject.of("command", "echo x"))).usage(Script.Tokens.of(100, 20));
    }

    @Test
    void no_request_is_made_beyond_the_limit_of_a_session() throws Exception {
        try (var pawl = TestProgram.in(dir, echo(), echo(), echo(), Turn.text("Never said."))
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 200}}")) {
            var run = pawl.run("-p", "Go");

            assertThat(pawl.requests()).isEqualTo(2);
            assertThat(run.status()).isNotZero();
            assertThat(run.err()).contains("240 tokens of 200 tokens are spent (budget.sessionTokens)");
        }
    }

    @Test
    void the_limit_of_a_day_counts_all_sessions() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("One.").usage(Script.Tokens.of(100, 20)), Turn.text("Two."))
                .user("settings.json", "{\"budget\": {\"dayTokens\": 110}}")) {
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("One.\n");
            assertThat(pawl.run("-p", "Go").err()).contains("(budget.dayTokens)");
            assertThat(pawl.requests()).isEqualTo(1);
            assertThat(Files.readString(pawl.agentDir().resolve("spending.json")))
                    .contains("120");
        }
    }

    @Test
    void a_runaway_of_subagents_is_stopped() throws Exception {
        var turns = new ArrayList<Turn>();
        turns.add(Turn.calls(call("swarm", JsonObject.empty())).usage(Script.Tokens.of(100, 0)));
        for (int i = 0; i < 60; i++) {
            turns.add(Turn.text("Answer " + i).usage(Script.Tokens.of(100, 0)));
        }
        try (var pawl = TestProgram.in(dir, Script.of(turns.toArray(Turn[]::new)))
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 1000}}")
                .hook("swarm", """
                    pi.tool(Tool.of("swarm", "Starts many", JsonObject.of("type", "object"), (arguments, ctx) -> {
                        int worked = 0;
                        for (int i = 0; i < 50; i++) {
                            worked += ctx.subagent(SubagentTask.of("Work", java.util.List.of())).isError() ? 0 : 1;
                        }
                        return ToolOutput.text(worked + " worked");
                    }));\
                    """)) {
            pawl.run("-p", "Go");
            // One of the main agent and nine of its helpers; nobody is asked an eleventh time.
            assertThat(pawl.requests()).isEqualTo(10);
        }
    }

    @Test
    void a_budget_that_cannot_be_read_allows_no_request() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never said."))
                .user("settings.json", "{\"budget\": {\"session\": \"five\"}}")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.err()).contains("budget.session is five, but must be a number");
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void the_cost_is_shown_by_model_and_turn() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 30, Turn.text("First.").usage(Script.Tokens.of(100, 20)))
                .user("keybindings.json", "{}")
                .user("settings.json", "{\"budget\": {\"session\": 5}}")
                .start()) {
            screen.await("scripted-1");
            screen.say("Go");
            screen.await("First.");
            screen.say("/cost ");
            assertThat(screen.await("turn 1:")).contains("Session: $0.0000, 120 tokens");
        }
    }
}
