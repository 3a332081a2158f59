package dev.pawl.examples;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples that bring tools, in the real agent. */
class ToolsInAgentTest {
    @TempDir
    Path dir;

    private static Turn todo(String arguments) {
        return Turn.calls(call("todo", arguments));
    }

    private static Turn ask(String arguments) {
        return Turn.calls(call("ask_user", arguments));
    }

    private static Turn delegate(String task, boolean writes) {
        return Turn.calls(call("subagent", JsonObject.of("task", task, "writes", writes)));
    }

    @Test
    void the_todo_list_is_the_model_s_the_user_s_and_the_session_s() throws Exception {
        Path session;
        try (var it = ExampleAgent.with(dir, "todo.java")
                .model(
                        todo("{\"action\": \"add\", \"text\": \"buy milk\"}"),
                        todo("{\"action\": \"done\", \"id\": 1}"),
                        Turn.text("All done."))
                .start()) {
            it.submit("Go shopping").submit("/todos");

            assertThat(it.toolsTold(1)).contains("todo");
            assertThat(it.lastAsked(2)).isEqualTo("tool: [ ] 1 buy milk");
            assertThat(it.lastAsked(3)).isEqualTo("tool: [x] 1 buy milk");
            assertThat(it.ui.shown()).containsExactly("notify info: [x] 1 buy milk");
            assertThat(it.results().getLast().details())
                    .as("what the screen draws the list from")
                    .isEqualTo(JsonObject.parse("{\"items\": [{\"id\": 1, \"text\": \"buy milk\", \"done\": true}]}"));
            session = it.sessionFile();
        }
        try (var it = ExampleAgent.with(dir, "todo.java").resuming(session).start()) {
            it.submit("/todos");

            assertThat(it.ui.shown()).containsExactly("notify info: [x] 1 buy milk");
            assertThat(it.problems()).isEmpty();
        }
    }

    @Test
    void a_question_of_the_model_s_is_answered_by_the_user() throws Exception {
        try (var it = ExampleAgent.with(dir, "ask-user.java")
                .model(
                        ask("{\"question\": \"Which one?\", \"options\": [\"left\", \"right\"]}"),
                        ask("{\"question\": \"And why?\"}"),
                        Turn.text("Right it is."))
                .start()) {
            it.ui.answer("right").answer("it is shorter");

            it.submit("Take a way");

            assertThat(it.lastAsked(2)).isEqualTo("tool: right");
            assertThat(it.lastAsked(3)).isEqualTo("tool: it is shorter");
            assertThat(it.ui.shown())
                    .containsExactly("select: Which one? | left, right, Something else …", "input: And why?");
        }
    }

    @Test
    void a_question_that_is_waved_aside_ends_the_run() throws Exception {
        try (var it = ExampleAgent.with(dir, "ask-user.java")
                .model(ask("{\"question\": \"Which one?\"}"), Turn.text("Never said."))
                .start()) {
            it.ui.cancel();

            it.submit("Take a way");

            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.kept().getLast()).isEqualTo("toolResult: The user did not answer.");
        }
    }

    @Test
    void where_no_user_can_be_asked_the_model_is_asked_to_decide() throws Exception {
        try (var it = ExampleAgent.with(dir, "ask-user.java")
                .alone()
                .model(ask("{\"question\": \"Which one?\"}"), Turn.text("I took the left one."))
                .start()) {
            it.submit("Take a way");

            assertThat(it.lastAsked(2)).startsWith("tool: There is no user to answer.");
            assertThat(it.ui.shown()).isEmpty();
        }
    }

    @Test
    void a_question_may_be_asked_in_plan_mode() throws Exception {
        try (var it = ExampleAgent.with(dir, "ask-user.java", "plan-mode.java")
                .model(ask("{\"question\": \"Which one?\"}"), Turn.text("1. The left one"))
                .start()) {
            it.ui.answer("left");

            it.submit("/plan").submit("Take a way");

            assertThat(it.toolsTold(1)).contains("ask_user").doesNotContain("bash");
            assertThat(it.lastAsked(2)).isEqualTo("tool: left");
        }
    }

    @Test
    void a_subagent_works_apart_and_only_its_report_comes_back() throws Exception {
        try (var it = ExampleAgent.with(dir, "subagent.java")
                .file("a.txt", "the answer is 42")
                .model(
                        delegate("Find the answer", false),
                        Turn.calls(call("read", JsonObject.of("path", "a.txt"))),
                        Turn.text("a.txt says 42."),
                        Turn.text("42."))
                .start()) {
            it.submit("What is the answer?");

            assertThat(it.asked(2)).containsExactly("user: Find the answer");
            assertThat(it.toolsTold(2)).containsExactly("read");
            assertThat(it.systemPrompt(2)).contains("You work for another agent");
            assertThat(it.lastAsked(3)).isEqualTo("tool: the answer is 42");
            assertThat(it.asked(4)).hasSize(3).last().isEqualTo("tool: a.txt says 42.");
            assertThat(it.received(AgentEvent.ToolShowed.class))
                    .extracting(
                            shown -> Content.text(shown.update().partialResult().content()))
                    .containsExactly("read {\"path\":\"a.txt\"}");
            var result = it.results().getFirst();
            assertThat(((JsonObject) result.details()).objects("messages")).hasSize(4);
            assertThat(result.usage().input()).as("of two requests").isEqualTo(200);
        }
    }

    @Test
    void the_user_is_asked_about_what_a_subagent_does_too() throws Exception {
        try (var it = ExampleAgent.with(dir, "subagent.java", "permission-gate.java")
                .file("build/out.txt", "precious")
                .model(
                        delegate("Clean up", true),
                        Turn.calls(call("bash", JsonObject.of("command", "rm -rf build"))),
                        Turn.text("I was not allowed to."),
                        Turn.text("Then not."))
                .start()) {
            it.ui.answer(false);

            it.submit("Have somebody clean up");

            assertThat(it.ui.shown()).containsExactly("confirm: Dangerous command | Allow: rm -rf build?");
            assertThat(it.lastAsked(3)).isEqualTo("tool: Blocked by user");
            assertThat(it.project.resolve("build/out.txt")).exists();
        }
    }

    @Test
    void in_plan_mode_nothing_is_handed_to_a_subagent() throws Exception {
        try (var it = ExampleAgent.with(dir, "subagent.java", "plan-mode.java")
                .model(delegate("Write a.txt", true), Turn.text("Not now."))
                .start()) {
            it.submit("/plan").submit("Have it written");

            assertThat(it.toolsTold(1)).doesNotContain("subagent");
            assertThat(it.lastAsked(2)).startsWith("tool: Tool subagent not found");
        }
    }

    @Test
    void a_subagent_that_fails_is_reported_to_the_model() throws Exception {
        try (var it = ExampleAgent.with(dir, "subagent.java")
                .model(delegate("Find it", false), Turn.status(400).message("too hard"), Turn.text("A pity."))
                .start()) {
            it.submit("Find it");

            assertThat(it.lastAsked(3))
                    .startsWith("tool: The agent did not finish: ")
                    .contains("too hard");
            assertThat(it.results().getFirst().isError()).isTrue();
        }
    }

    @Test
    void several_subagents_work_side_by_side() throws Exception {
        try (var it = ExampleAgent.with(dir, "subagent.java")
                .model(dev.pawl.testkit.model.Script.of(
                                Turn.calls(
                                        call("subagent", JsonObject.of("task", "Look left")),
                                        call("subagent", JsonObject.of("task", "Look right"))),
                                Turn.text("Seen."))
                        .aside("\"content\":\"Look left\"", Turn.text("Nothing left."))
                        .aside("\"content\":\"Look right\"", Turn.text("Nothing right.")))
                .start()) {
            it.submit("Look around");

            assertThat(it.results())
                    .extracting(result -> result.text())
                    .isEqualTo(List.of("Nothing left.", "Nothing right."));
            assertThat(it.lastAsked(4)).isEqualTo("tool: Nothing right.");
        }
    }
}
