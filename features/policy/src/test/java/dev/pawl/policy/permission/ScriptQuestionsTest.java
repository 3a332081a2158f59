package dev.pawl.policy.permission;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestHome;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.ToolTraits.Annotations;
import dev.pawl.policy.PolicyHome;
import dev.pawl.testkit.FakeUi;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions about a script, and about what it calls. */
class ScriptQuestionsTest {
    private static final String REST = "Allow until the script is done: Bash(touch *)";
    private static final String SESSION = "Allow this for the session";

    @TempDir
    Path dir;

    /** A tool of the name that runs each line of its script as a command. */
    private static final Hook SCRIPTS = pi -> pi.tool(Tool.of(
                    "codemode",
                    "Runs lines",
                    JsonObject.parse("{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\"}}}"),
                    (arguments, ctx) -> {
                        for (var line : arguments.string("code", "").lines().toList()) {
                            ctx.executeTool("bash", JsonObject.of("command", line));
                        }
                        return ToolOutput.text("Done.");
                    })
            .with(tool -> tool.annotations(new Annotations(true, false, true, false))));

    private static Turn script(String code) {
        return Turn.calls(call("codemode", JsonObject.of("code", code)).withId("call_1"));
    }

    private List<String> asked(String permissions, Turn[] turns, String... answers) throws Exception {
        var ui = new FakeUi();
        for (var answer : answers) {
            ui.answer(answer);
        }
        try (TestHome pawl = PolicyHome.in(dir, turns)
                .hook(SCRIPTS)
                .user("settings.json", "{\"permissions\": " + permissions + "}")) {
            try (var agent = pawl.start(ui, Mode.RPC)) {
                agent.prompt("Go");
            }
            return ui.shown().stream()
                    .filter(shown -> shown.startsWith("select: "))
                    .toList();
        }
    }

    private boolean made(String file) {
        return Files.exists(dir.resolve("project").resolve(file));
    }

    @Test
    void calls_of_a_script_are_allowed_until_it_is_done_and_not_in_the_next_one() throws Exception {
        var turns = new Turn[] {script("touch a\ntouch b\nrm a"), script("touch c"), Turn.text("Done.")};
        var questions = asked("{}", turns, REST, "No", "No");
        assertThat(questions).hasSize(3);
        assertThat(questions.getFirst()).contains("touch a", REST);
        assertThat(questions.get(1)).contains("rm a");
        assertThat(questions.getLast()).contains("touch c", REST);
        assertThat(made("a") && made("b")).isTrue();
        assertThat(made("c")).isFalse();
    }

    @Test
    void a_call_of_the_model_is_not_asked_about_for_the_rest_of_a_script() throws Exception {
        var turns = new Turn[] {Turn.calls(call("bash", JsonObject.of("command", "touch a"))), Turn.text("Done.")};
        assertThat(asked("{}", turns, "No")).singleElement().asString().doesNotContain("until the script");
    }

    @Test
    void a_rule_asks_about_scripts_that_name_a_tool_and_the_question_shows_the_script() throws Exception {
        var turns = new Turn[] {script("echo one"), script("echo bash"), Turn.text("Done.")};
        var questions = asked("{\"ask\": [\"codemode(reach:bash)\"], \"allow\": [\"Bash(echo *)\"]}", turns, "No");
        assertThat(questions)
                .singleElement()
                .asString()
                .contains("codemode: echo bash", "the rule codemode(reach:bash)");
    }

    @Test
    void what_is_allowed_for_the_session_is_this_script_and_no_other() throws Exception {
        var turns = new Turn[] {script("echo 1"), script("echo 1"), script("echo 2"), Turn.text("Done.")};
        var questions = asked("{\"ask\": [\"codemode\"], \"allow\": [\"Bash(echo *)\"]}", turns, SESSION, "No");
        assertThat(questions).hasSize(2);
        assertThat(questions.getFirst()).contains("echo 1");
        assertThat(questions.getLast()).contains("echo 2");
    }
}
