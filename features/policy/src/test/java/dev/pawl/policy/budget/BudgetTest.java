package dev.pawl.policy.budget;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.TestHome;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Mode;
import dev.pawl.policy.PolicyHome;
import dev.pawl.testkit.FakeUi;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be spent, in an agent: the request that would go beyond a limit is not made. */
class BudgetTest {
    @TempDir
    Path dir;

    /** A tool's work. */
    private interface Work {
        String in(ToolContext ctx) throws Exception;
    }

    private static Hook tool(String name, String description, Work work) {
        return pi -> pi.tool(Tool.of(
                name, description, JsonObject.of("type", "object"), (arguments, ctx) -> ToolOutput.text(work.in(ctx))));
    }

    private static Turn echo() {
        return Turn.calls(call("bash", JsonObject.of("command", "echo x"))).usage(Script.Tokens.of(100, 20));
    }

    @Test
    void no_request_is_made_beyond_the_limit_of_a_session() throws Exception {
        try (var pawl = PolicyHome.in(dir, echo(), echo(), echo(), Turn.text("Never said."))
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 200}}")) {
            var run = pawl.run("Go");

            assertThat(pawl.requests()).isEqualTo(2);
            assertThat(run.failed()).isTrue();
            assertThat(run.err()).contains("240 tokens of 200 tokens are spent (budget.sessionTokens)");
        }
    }

    @Test
    void the_limit_of_a_day_counts_all_sessions() throws Exception {
        try (var pawl = PolicyHome.in(dir, Turn.text("One.").usage(Script.Tokens.of(100, 20)), Turn.text("Two."))
                .user("settings.json", "{\"budget\": {\"dayTokens\": 110}}")) {
            assertThat(pawl.run("Go").out()).isEqualTo("One.\n");
            assertThat(pawl.run("Go").err()).contains("(budget.dayTokens)");
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
        try (var pawl = PolicyHome.in(dir, Script.of(turns.toArray(Turn[]::new)))
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 1000}}")
                .hook(tool("swarm", "Starts many", ctx -> {
                    int worked = 0;
                    for (int i = 0; i < 50; i++) {
                        worked +=
                                ctx.subagent(SubagentTask.of("Work", List.of())).isError() ? 0 : 1;
                    }
                    return worked + " worked";
                }))) {
            pawl.run("Go");
            // One of the main agent and nine of its helpers; nobody is asked an eleventh time.
            assertThat(pawl.requests()).isEqualTo(10);
        }
    }

    /** A hundred tokens are a cent. */
    private static TestHome priced(TestHome pawl) throws Exception {
        var cost =
                JsonObject.of("input", 100, "output", 100).with("cacheRead", 10).with("cacheWrite", 125);
        return pawl.modelFields(JsonObject.of("cost", cost));
    }

    private static final Hook SWARM = tool("swarm", "Starts many at once", ctx -> {
        var worked = new AtomicInteger();
        var why = ConcurrentHashMap.<String>newKeySet();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 50; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    var answer = ctx.subagent(SubagentTask.of("Work", List.of("bash")));
                    if (answer.isError()) {
                        why.add(answer.error());
                    } else {
                        worked.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    why.add("interrupted");
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        return worked.get() + " worked, " + why;
    });

    private TestHome swarm(Turn each, String settings) throws Exception {
        var turns = new ArrayList<Turn>();
        turns.add(Turn.calls(call("swarm", JsonObject.empty())).usage(Script.Tokens.of(100, 0)));
        for (int i = 0; i < 120; i++) {
            turns.add(each);
        }
        return priced(PolicyHome.in(dir, Script.of(turns.toArray(Turn[]::new))))
                .user("settings.json", settings)
                .hook(SWARM);
    }

    @Test
    void fifty_subagents_at_once_are_stopped_at_the_budget_to_the_cent() throws Exception {
        try (var pawl =
                swarm(Turn.text("Answer").usage(Script.Tokens.of(60, 40)), "{\"budget\": {\"session\": 0.10}}")) {
            var run = pawl.run("Go");
            assertThat(pawl.requests()).isEqualTo(10);
            assertThat(run.err()).contains("$0.10 of $0.10 are spent (budget.session)");
        }
    }

    @Test
    void they_are_stopped_in_the_middle_of_their_work_too() throws Exception {
        try (var pawl = swarm(echo().usage(Script.Tokens.of(100, 0)), "{\"budget\": {\"session\": 0.25}}")) {
            pawl.run("Go");
            assertThat(pawl.requests()).isEqualTo(25);
        }
    }

    @Test
    void the_limit_of_a_day_counts_subagents_to_the_cent() throws Exception {
        try (var pawl = swarm(Turn.text("Answer").usage(Script.Tokens.of(100, 0)), "{\"budget\": {\"day\": 0.07}}")) {
            pawl.run("Go");
            assertThat(pawl.requests()).isEqualTo(7);
            assertThat(pawl.run("Again").err()).contains("$0.07 of $0.07 are spent (budget.day)");
            assertThat(pawl.requests()).isEqualTo(7);
        }
    }

    @Test
    void what_caches_take_is_priced() throws Exception {
        try (var pawl = priced(PolicyHome.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "echo x")))
                                .usage(new Script.Tokens(0, 0, 500, 40, 0)),
                        Turn.text("Never said.")))
                .user("settings.json", "{\"budget\": {\"session\": 0.009}}")) {
            assertThat(pawl.run("Go").err()).contains("of $0.009 are spent (budget.session)");
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void one_subagent_reaches_the_limit_of_a_subtree_and_the_agent_goes_on() throws Exception {
        try (var pawl = priced(PolicyHome.in(
                        dir,
                        Turn.calls(call("one", JsonObject.empty())).usage(Script.Tokens.of(100, 0)),
                        echo().usage(Script.Tokens.of(100, 0)),
                        echo().usage(Script.Tokens.of(100, 0)),
                        Turn.text("I go on.").usage(Script.Tokens.of(100, 0))))
                .user("settings.json", "{\"budget\": {\"subtree\": 0.02}}")
                .hook(tool(
                        "one",
                        "Starts one",
                        ctx -> "it: "
                                + ctx.subagent(SubagentTask.of("Work", List.of("bash")))
                                        .error()))) {
            assertThat(pawl.run("Go").out()).isEqualTo("I go on.\n");
            assertThat(pawl.asked(4).getLast()).contains("$0.02 of $0.02 are spent (budget.subtree)");
        }
    }

    @Test
    void there_is_a_warning_at_80_percent() throws Exception {
        try (var pawl = priced(PolicyHome.in(
                        dir,
                        echo().usage(Script.Tokens.of(400, 0)),
                        Turn.text("Done.").usage(Script.Tokens.of(1, 0))))
                .user("settings.json", "{\"budget\": {\"session\": 0.05}}")) {
            var run = pawl.run("Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err()).contains("$0.04 of $0.05 are spent (budget.session)");
        }
    }

    @Test
    void subagents_are_no_deeper_and_no_more_than_the_settings_say() throws Exception {
        var nesting = tool("nest", "Starts one", ctx -> {
            var answer = ctx.subagent(SubagentTask.of("Work", List.of("nest")));
            return answer.isError() ? "failed: " + answer.error() : "said " + answer.text();
        });
        var nest = Turn.calls(call("nest", JsonObject.empty()));
        try (var pawl = PolicyHome.in(dir, nest, nest, Turn.text("inner"), Turn.text("Done."))
                .user("settings.json", "{\"budget\": {\"subagentDepth\": 1}}")
                .hook(nesting)) {
            assertThat(pawl.run("Go").out()).isEqualTo("Done.\n");
            assertThat(pawl.asked(3).getLast()).contains("Subagents may be 1 deep (budget.subagentDepth)");
        }
        try (var pawl = PolicyHome.in(dir, nest, Turn.text("Done."))
                .user("settings.json", "{\"budget\": {\"subagents\": 0}}")
                .hook(nesting)) {
            pawl.run("Go");
            assertThat(pawl.asked(2).getLast()).contains("At most 0 subagents may work at a time");
        }
    }

    @Test
    void subagents_that_failed_make_room_for_others() throws Exception {
        var turns = new ArrayList<Turn>();
        turns.add(Turn.calls(call("row", JsonObject.empty())));
        for (int i = 0; i < 5; i++) {
            turns.add(echo());
        }
        turns.add(Turn.text("Done."));
        try (var pawl = PolicyHome.in(dir, Script.of(turns.toArray(Turn[]::new)))
                .user("settings.json", "{\"budget\": {\"subagents\": 1}}")
                .hook(tool("row", "Starts some", ctx -> {
                    var errors = new ArrayList<String>();
                    for (int i = 0; i < 5; i++) {
                        var task = new SubagentTask("Work", List.of("bash"), null, null, null, 1);
                        errors.add(ctx.subagent(task).error());
                    }
                    return errors.toString();
                }))) {
            pawl.run("Go");
            assertThat(pawl.asked(7).getLast()).doesNotContain("at a time").contains("Stopped after 1 turns");
        }
    }

    @Test
    void a_budget_that_cannot_be_read_allows_no_request() throws Exception {
        try (var pawl = PolicyHome.in(dir, Turn.text("Never said."))
                .user("settings.json", "{\"budget\": {\"session\": \"five\"}}")) {
            var run = pawl.run("Go");
            assertThat(run.err()).contains("budget.session is five, but must be a number");
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_limit_in_dollars_says_so_where_there_are_no_prices() throws Exception {
        try (var pawl = PolicyHome.in(dir, echo(), Turn.text("Done."))
                .user("settings.json", "{\"budget\": {\"session\": 1}}")) {
            var run = pawl.run("Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err())
                    .containsOnlyOnce("There are no prices for scripted/scripted-1: a limit in dollars does not include"
                            + " its requests. Set a limit in tokens.");

            pawl.user("settings.json", "{\"budget\": {\"sessionTokens\": 9000}}");
            assertThat(pawl.run("Go").err()).doesNotContain("no prices");
        }
    }

    @Test
    void a_summary_is_not_made_beyond_the_limit() throws Exception {
        try (var pawl = PolicyHome.in(dir, Turn.text("One.").usage(Script.Tokens.of(100, 20)), Turn.text("Never said."))
                .user(
                        "settings.json",
                        "{\"budget\": {\"sessionTokens\": 100}, \"compaction\": {\"keepRecentTokens\": 0}}")) {
            pawl.run("Go");
            try (var agent = pawl.resume(new NoUi(), Mode.RPC)) {
                assertThatThrownBy(() -> agent.agent.compact(null)).hasMessageContaining("(budget.sessionTokens)");
            }
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_projects_limit_counts_where_it_is_lower() throws Exception {
        try (var pawl = PolicyHome.in(dir, echo(), echo(), echo(), Turn.text("Never said."))
                .trusted()
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 200}}")
                .file(".pi/settings.json", "{\"budget\": {\"sessionTokens\": 100000, \"session\": 100}}")) {
            assertThat(pawl.run("Go").err()).contains("of 200 tokens are spent");
            assertThat(pawl.requests()).isEqualTo(2);
            pawl.file(".pi/settings.json", "{\"budget\": {\"sessionTokens\": 100}}");
            assertThat(pawl.run("Go").err()).contains("of 100 tokens are spent");
            assertThat(pawl.requests()).isEqualTo(3);
        }
    }

    @Test
    void the_cost_is_shown_by_model_turn_and_subagent() throws Exception {
        var ui = new FakeUi();
        try (var pawl = PolicyHome.in(
                                dir,
                                Turn.calls(call("two", JsonObject.empty())).usage(Script.Tokens.of(10, 0)),
                                Turn.text("A.").usage(Script.Tokens.of(100, 20)),
                                Turn.text("B.").usage(Script.Tokens.of(200, 30)),
                                Turn.text("Both.").usage(Script.Tokens.of(10, 0)))
                        .user("settings.json", "{\"budget\": {\"session\": 5}}")
                        .hook(tool("two", "Starts two", ctx -> {
                            ctx.subagent(SubagentTask.of("Look at the tests", List.of()));
                            ctx.subagent(SubagentTask.of("Look at the code", List.of()));
                            return "looked";
                        }));
                var agent = pawl.start(ui, Mode.RPC)) {
            agent.prompt("Go").prompt("/cost");
            assertThat(String.join("\n", ui.shown()))
                    .contains("Session: $0.0000, 370 tokens")
                    .contains("scripted/scripted-1")
                    .contains("turn 1:")
                    .contains("subagents, since the start: $0.0000, 350 tokens")
                    .contains("two \"Look at the tests\": $0.0000, 120 tokens")
                    .contains("two \"Look at the code\": $0.0000, 230 tokens");
        }
    }

    @ParameterizedTest
    @CsvSource({"ask, true, 4", "ask, false, 1", "stop, , 1"})
    void at_the_limit_the_user_is_asked_whether_as_much_may_be_spent_again(
            String onLimit, @Nullable Boolean answer, int requests) throws Exception {
        var ui = new FakeUi();
        for (int i = 1; answer != null && i < Math.max(2, requests); i++) {
            ui.answer(answer.booleanValue());
        }
        try (var pawl = PolicyHome.in(dir, echo(), echo(), echo(), Turn.text("The end."))
                        .user(
                                "settings.json",
                                "{\"budget\": {\"sessionTokens\": 120, \"onLimit\": \"" + onLimit + "\"}}");
                var agent = pawl.start(ui, Mode.RPC)) {
            agent.prompt("Go");
            assertThat(pawl.requests()).isEqualTo(requests);
            assertThat(ui.shown().stream().filter(shown -> shown.startsWith("confirm: ")))
                    .hasSize(answer == null ? 0 : Math.max(1, requests - 1))
                    .allMatch(shown -> shown.contains("tokens are spent (budget.sessionTokens). Allow as much"));
        }
    }
}
