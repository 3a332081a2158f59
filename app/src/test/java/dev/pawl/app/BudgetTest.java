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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** A hundred tokens are a cent. */
    private static TestProgram priced(TestProgram pawl) throws Exception {
        var models = Files.readString(pawl.agentDir().resolve("models.json"));
        return pawl.user(
                "models.json",
                models.replace(
                        "\"id\":\"scripted-1\"",
                        "\"id\":\"scripted-1\",\"cost\":{\"input\":100,\"output\":100,\"cacheRead\":10,"
                                + "\"cacheWrite\":125}"));
    }

    private static final String SWARM = """
        pi.tool(Tool.of("swarm", "Starts many at once", JsonObject.of("type", "object"), (arguments, ctx) -> {
            var worked = new java.util.concurrent.atomic.AtomicInteger();
            var why = java.util.concurrent.ConcurrentHashMap.<String>newKeySet();
            var threads = new java.util.ArrayList<Thread>();
            for (int i = 0; i < 50; i++) {
                threads.add(Thread.startVirtualThread(() -> {
                    try {
                        var answer = ctx.subagent(SubagentTask.of("Work", java.util.List.of("bash")));
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
            return ToolOutput.text(worked.get() + " worked, " + why);
        }));\
        """;

    private TestProgram swarm(Turn each, String settings) throws Exception {
        var turns = new ArrayList<Turn>();
        turns.add(Turn.calls(call("swarm", JsonObject.empty())).usage(Script.Tokens.of(100, 0)));
        for (int i = 0; i < 120; i++) {
            turns.add(each);
        }
        return priced(TestProgram.in(dir, Script.of(turns.toArray(Turn[]::new))))
                .user("settings.json", settings)
                .hook("swarm", SWARM);
    }

    @Test
    void fifty_subagents_at_once_are_stopped_at_the_budget_to_the_cent() throws Exception {
        try (var pawl =
                swarm(Turn.text("Answer").usage(Script.Tokens.of(60, 40)), "{\"budget\": {\"session\": 0.10}}")) {
            var run = pawl.run("-p", "Go");
            assertThat(pawl.requests()).isEqualTo(10);
            assertThat(run.err()).contains("$0.10 of $0.10 are spent (budget.session)");
        }
    }

    @Test
    void they_are_stopped_in_the_middle_of_their_work_too() throws Exception {
        try (var pawl = swarm(echo().usage(Script.Tokens.of(100, 0)), "{\"budget\": {\"session\": 0.25}}")) {
            pawl.run("-p", "Go");
            assertThat(pawl.requests()).isEqualTo(25);
        }
    }

    @Test
    void the_limit_of_a_day_counts_subagents_to_the_cent() throws Exception {
        try (var pawl = swarm(Turn.text("Answer").usage(Script.Tokens.of(100, 0)), "{\"budget\": {\"day\": 0.07}}")) {
            pawl.run("-p", "Go");
            assertThat(pawl.requests()).isEqualTo(7);
            assertThat(pawl.run("-p", "Again").err()).contains("$0.07 of $0.07 are spent (budget.day)");
            assertThat(pawl.requests()).isEqualTo(7);
        }
    }

    @Test
    void what_caches_take_is_priced() throws Exception {
        try (var pawl = priced(TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "echo x")))
                                .usage(new Script.Tokens(0, 0, 500, 40, 0)),
                        Turn.text("Never said.")))
                .user("settings.json", "{\"budget\": {\"session\": 0.009}}")) {
            assertThat(pawl.run("-p", "Go").err()).contains("$0.01 of $0.01 are spent (budget.session)");
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void one_subagent_reaches_the_limit_of_a_subtree_and_the_agent_goes_on() throws Exception {
        try (var pawl = priced(TestProgram.in(
                        dir,
                        Turn.calls(call("one", JsonObject.empty())).usage(Script.Tokens.of(100, 0)),
                        echo().usage(Script.Tokens.of(100, 0)),
                        echo().usage(Script.Tokens.of(100, 0)),
                        Turn.text("I go on.").usage(Script.Tokens.of(100, 0))))
                .user("settings.json", "{\"budget\": {\"subtree\": 0.02}}")
                .hook("one", """
                    pi.tool(Tool.of("one", "Starts one", JsonObject.of("type", "object"), (arguments, ctx) ->
                        ToolOutput.text("it: " + ctx.subagent(SubagentTask.of("Work", java.util.List.of("bash"))).error())));\
                    """)) {
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("I go on.\n");
            assertThat(pawl.asked(4).getLast()).contains("$0.02 of $0.02 are spent (budget.subtree)");
        }
    }

    @Test
    void there_is_a_warning_at_80_percent() throws Exception {
        try (var pawl = priced(TestProgram.in(
                        dir,
                        echo().usage(Script.Tokens.of(400, 0)),
                        Turn.text("Done.").usage(Script.Tokens.of(1, 0))))
                .user("settings.json", "{\"budget\": {\"session\": 0.05}}")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err()).contains("$0.04 of $0.05 are spent (budget.session)");
        }
    }

    @Test
    void subagents_are_no_deeper_and_no_more_than_the_settings_say() throws Exception {
        var nesting = """
            pi.tool(Tool.of("nest", "Starts one", JsonObject.of("type", "object"), (arguments, ctx) -> {
                var answer = ctx.subagent(SubagentTask.of("Work", java.util.List.of("nest")));
                return ToolOutput.text(answer.isError() ? "failed: " + answer.error() : "said " + answer.text());
            }));\
            """;
        var nest = Turn.calls(call("nest", JsonObject.empty()));
        try (var pawl = TestProgram.in(dir, nest, nest, Turn.text("inner"), Turn.text("Done."))
                .user("settings.json", "{\"budget\": {\"subagentDepth\": 1}}")
                .hook("nest", nesting)) {
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");
            assertThat(pawl.asked(3).getLast()).contains("Subagents may be 1 deep (budget.subagentDepth)");
        }
        try (var pawl = TestProgram.in(dir, nest, Turn.text("Done."))
                .user("settings.json", "{\"budget\": {\"subagents\": 0}}")
                .hook("nest", nesting)) {
            pawl.run("-p", "Go");
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
        try (var pawl = TestProgram.in(dir, Script.of(turns.toArray(Turn[]::new)))
                .user("settings.json", "{\"budget\": {\"subagents\": 1}}")
                .hook("row", """
                    pi.tool(Tool.of("row", "Starts some", JsonObject.of("type", "object"), (arguments, ctx) -> {
                        var errors = new java.util.ArrayList<String>();
                        for (int i = 0; i < 5; i++) {
                            var task = new SubagentTask("Work", java.util.List.of("bash"), null, null, null, 1);
                            errors.add(ctx.subagent(task).error());
                        }
                        return ToolOutput.text(errors.toString());
                    }));\
                    """)) {
            pawl.run("-p", "Go");
            assertThat(pawl.asked(7).getLast()).doesNotContain("at a time").contains("Stopped after 1 turns");
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
            screen.submit("Go");
            screen.await("First.");
            screen.submit("/cost ");
            assertThat(screen.await("turn 1:")).contains("Session: $0.0000, 120 tokens");
        }
    }

    @Test
    void the_cost_is_shown_by_hook() throws Exception {
        try (var screen = TestScreen.in(
                        dir,
                        100,
                        30,
                        Turn.text("{\"ok\": true}").usage(Script.Tokens.of(30, 4)),
                        Turn.text("First.").usage(Script.Tokens.of(100, 20)))
                .user("keybindings.json", "{}")
                .user(
                        "settings.json",
                        "{\"budget\": {\"session\": 5}, \"hooks\": [{\"event\": \"input\", \"type\": \"prompt\","
                                + " \"prompt\": \"Is it good?\"}]}")
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("First.");
            screen.submit("/cost ");
            assertThat(screen.await("turn 1:"))
                    .contains("requests of hooks, since the start: $0.0000, 34 tokens")
                    .contains("settings.json: $0.0000, 34 tokens");
        }
    }

    @Test
    void the_cost_is_shown_by_subagent() throws Exception {
        try (var screen = TestScreen.in(
                        dir,
                        100,
                        40,
                        Turn.calls(call("two", JsonObject.empty())).usage(Script.Tokens.of(10, 0)),
                        Turn.text("A.").usage(Script.Tokens.of(100, 20)),
                        Turn.text("B.").usage(Script.Tokens.of(200, 30)),
                        Turn.text("Both.").usage(Script.Tokens.of(10, 0)))
                .user("settings.json", "{\"budget\": {\"session\": 5}}")
                .hook("two", """
                    pi.tool(Tool.of("two", "Starts two", JsonObject.of("type", "object"), (arguments, ctx) -> {
                        ctx.subagent(SubagentTask.of("Look at the tests", java.util.List.of()));
                        ctx.subagent(SubagentTask.of("Look at the code", java.util.List.of()));
                        return ToolOutput.text("looked");
                    }));\
                    """)
                .begin()) {
            screen.submit("Go");
            screen.await("Both.");
            screen.submit("/cost ");
            assertThat(screen.await("turn 1:"))
                    .contains("subagents, since the start: $0.0000, 350 tokens")
                    .contains("two \"Look at the tests\": $0.0000, 120 tokens")
                    .contains("two \"Look at the code\": $0.0000, 230 tokens");
        }
    }

    @Test
    void a_limit_in_dollars_says_so_where_there_are_no_prices() throws Exception {
        try (var pawl = TestProgram.in(dir, echo(), Turn.text("Done."))
                .user("settings.json", "{\"budget\": {\"session\": 1}}")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err())
                    .containsOnlyOnce("There are no prices for scripted/scripted-1: a limit in dollars does not include"
                            + " its requests. Set a limit in tokens.");

            pawl.user("settings.json", "{\"budget\": {\"sessionTokens\": 9000}}");
            assertThat(pawl.run("-p", "Go").err()).doesNotContain("no prices");
        }
    }

    @ParameterizedTest
    @CsvSource({"ask, y, 4", "ask, n, 1", "stop, , 1"})
    void at_the_limit_the_user_is_asked_whether_as_much_may_be_spent_again(String onLimit, String key, int requests)
            throws Exception {
        try (var screen = TestScreen.in(dir, 100, 30, echo(), echo(), echo(), Turn.text("The end."))
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 120, \"onLimit\": \"" + onLimit + "\"}}")
                .begin()) {
            screen.submit("Go");
            for (int spent = 120; key != null && (spent == 120 || requests > 1) && spent <= 360; spent += 120) {
                var question =
                        spent + " tokens of " + spent + " tokens are spent (budget.sessionTokens). Allow as much";
                screen.await(question);
                screen.type(key);
                screen.awaitGone(question);
            }
            screen.await(requests > 1 ? "The end." : "tokens are spent");
            screen.awaitRest();
            assertThat(screen.requests()).isEqualTo(requests);
        }
    }

    @Test
    void a_summary_is_not_made_beyond_the_limit() throws Exception {
        try (var pawl = TestProgram.in(
                        dir, Turn.text("One.").usage(Script.Tokens.of(100, 20)), Turn.text("Never said."))
                .user(
                        "settings.json",
                        "{\"budget\": {\"sessionTokens\": 100}, \"compaction\": {\"keepRecentTokens\": 0}}")) {
            pawl.run("-p", "Go");
            var run = pawl.piped("{\"id\": \"1\", \"type\": \"compact\"}\n", "-c", "--mode", "rpc");
            assertThat(run.out()).contains("\"success\":false").contains("(budget.sessionTokens)");
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_projects_limit_counts_where_it_is_lower() throws Exception {
        try (var pawl = TestProgram.in(dir, echo(), echo(), echo(), Turn.text("Never said."))
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 200}}")
                .file(".pi/settings.json", "{\"budget\": {\"sessionTokens\": 100000, \"session\": 100}}")) {
            assertThat(pawl.run("--approve", "-p", "Go").err()).contains("of 200 tokens are spent");
            assertThat(pawl.requests()).isEqualTo(2);
            pawl.file(".pi/settings.json", "{\"budget\": {\"sessionTokens\": 100}}");
            assertThat(pawl.run("--approve", "-p", "Go").err()).contains("of 100 tokens are spent");
            assertThat(pawl.requests()).isEqualTo(3);
        }
    }
}
