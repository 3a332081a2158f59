package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Budgets in the whole program: from the settings to the hook, and on the screen. */
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
    void at_the_limit_the_user_is_asked_on_the_screen() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 30, echo(), echo(), Turn.text("The end."))
                .user("settings.json", "{\"budget\": {\"sessionTokens\": 120, \"onLimit\": \"ask\"}}")
                .begin()) {
            screen.submit("Go");
            for (int spent = 120; spent <= 240; spent += 120) {
                var question =
                        spent + " tokens of " + spent + " tokens are spent (budget.sessionTokens). Allow as much";
                screen.await(question);
                screen.type("y");
                screen.awaitGone(question);
            }
            screen.await("The end.");
            assertThat(screen.requests()).isEqualTo(3);
        }
    }
}
