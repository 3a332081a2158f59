package dev.pawl.examples;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.context.CommandContext.ForkPosition;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples about the session as a whole, its model and its end, in the real agent. */
class SessionsInAgentTest {
    @TempDir
    Path dir;

    private static Turn write(String path, String content) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", content)));
    }

    @Test
    void a_handoff_goes_on_in_a_fresh_session_with_what_must_be_known() throws Exception {
        try (var it = ExampleAgent.with(dir, "handoff.java")
                .model(Turn.text("I see."), Turn.text("The parser is in Parser.java."), Turn.text("On it."))
                .start()) {
            it.submit("The parser is in Parser.java, by the way");
            var old = it.sessionFile();

            it.submit("/handoff test the parser");

            assertThat(it.lastAsked(2)).startsWith("user: Write down what must be known of this to test the parser:");
            assertThat(it.asked(3)).containsExactly("user: The parser is in Parser.java.", "user: test the parser");
            assertThat(it.sessionFile()).isNotEqualTo(old);
            assertThat(it.agent.session().header().parentSession()).isEqualTo(old.toString());
            assertThat(it.received(AgentEvent.SessionReplaced.class)).hasSize(1);
            assertThat(it.problems()).isEmpty();
        }
    }

    @Test
    void a_handoff_that_the_model_fails_to_write_stays_where_it_is() throws Exception {
        try (var it = ExampleAgent.with(dir, "handoff.java")
                .model(Turn.text("I see."), Turn.status(400).message("no"))
                .start()) {
            it.submit("Hello");
            var old = it.sessionFile();

            it.submit("/handoff go on");

            assertThat(it.sessionFile()).isEqualTo(old);
            assertThat(it.ui.shown().getLast()).startsWith("notify info: Still here:");
        }
    }

    @Test
    void a_preset_changes_model_thinking_and_tools_of_the_next_request() throws Exception {
        var review = JsonObject.of("model", "scripted/scripted-2", "thinking", "high")
                .with("tools", List.of("read", "grep"));
        try (var it = ExampleAgent.with(dir, "preset.java")
                .settings(JsonObject.of("presets", JsonObject.of("review", review)))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.submit("Hello").submit("/preset review").submit("Review this");

            assertThat(it.request(1).string("model")).isEqualTo("scripted-1");
            assertThat(it.request(2).string("model")).isEqualTo("scripted-2");
            assertThat(it.request(2).string("reasoning_effort")).isEqualTo("high");
            assertThat(it.toolsTold(2)).containsExactlyInAnyOrder("read", "grep");
            assertThat(it.ui.shown()).containsExactly("notify info: Preset review");
            assertThat(it.agent.completeCommand("preset", "re"))
                    .extracting(completion -> completion.value())
                    .containsExactly("review");
        }
    }

    @Test
    void a_preset_may_be_there_from_the_start_or_be_chosen() throws Exception {
        var presets =
                JsonObject.of("deep", JsonObject.of("thinking", "high"), "plain", JsonObject.of("thinking", "low"));
        try (var it = ExampleAgent.with(dir, "preset.java")
                .settings(JsonObject.of("presets", presets))
                .flag("preset", "deep")
                .start()) {
            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.HIGH);
            it.ui.answer("plain");

            it.submit("/preset");

            assertThat(it.agent.thinkingLevel()).isEqualTo(ThinkingLevel.LOW);
            assertThat(it.ui.shown())
                    .containsExactly(
                            "notify info: Preset deep", "select: Preset | deep, plain", "notify info: Preset plain");
        }
    }

    @Test
    void the_footer_shows_turns_model_and_context() throws Exception {
        try (var it = ExampleAgent.with(dir, "status-line.java")
                .model(Turn.text("Hello."))
                .start()) {
            assertThat(it.ui.statuses().get("status-line")).startsWith("0 turns · scripted-1 · context ");

            it.submit("Hello");

            assertThat(it.ui.statuses().get("status-line")).startsWith("1 turn · scripted-1 · context ");
        }
    }

    @Test
    void the_user_is_notified_when_all_is_done() throws Exception {
        var program = Files.writeString(dir.resolve("say"), "#!/bin/sh\nprintf '%s\\n' \"$1\" >> said\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        try (var it = ExampleAgent.with(dir, "notify-when-done.java")
                .flag("notify-with", program.toString())
                .model(write("a.txt", "a"), Turn.text("Done."))
                .start()) {
            it.agent.context().session().rename("writing");

            it.submit("Write a.txt");

            assertThat(it.ui.shown()).containsExactly("title: working: writing", "title: done: writing");
            assertThat(it.project.resolve("said")).hasContent("done: writing");
        }
    }

    @Deep
    @Test
    void a_user_who_forks_out_of_a_run_gets_the_code_of_its_beginning_back() throws Exception {
        try (var it = ExampleAgent.with(dir, "git-checkpoint.java")
                .file("code.txt", "committed")
                .model(write("code.txt", "as the agent made it"), Turn.stalled())
                .start()) {
            Git.init(it.project);
            Files.writeString(it.project.resolve("code.txt"), "as the user left it");
            var run = Thread.ofVirtual().start(() -> {
                try {
                    it.submit("Go");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            it.model.awaitRequest(2);
            assertThat(it.project.resolve("code.txt")).hasContent("as the agent made it");
            it.ui.answer(true);

            var forked = it.agent.fork(prompt(it), ForkPosition.BEFORE);
            run.join();

            assertThat(forked.text()).isEqualTo("Go");
            assertThat(it.project.resolve("code.txt")).hasContent("as the user left it");
            assertThat(Git.run(it.project, "show", "stash@{0}:code.txt")).isEqualTo("as the agent made it");
        }
    }

    private static String prompt(ExampleAgent it) {
        return it.agent.session().branch().stream()
                .filter(entry -> entry instanceof Entry.MessageEntry(_, Message.User _, _))
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Deep
    @Test
    void what_the_agent_changed_is_committed_when_the_program_ends() throws Exception {
        try (var it = ExampleAgent.with(dir, "auto-commit-on-exit.java")
                .model(write("a.txt", "a"), Turn.text("Write a.txt\n\nIt holds an a."))
                .start()) {
            Git.init(it.project);
            it.submit("Write a.txt");
            assertThat(Git.run(it.project, "status", "--porcelain")).isEqualTo("?? a.txt\n");

            it.quit();

            assertThat(Git.run(it.project, "status", "--porcelain")).isEmpty();
            assertThat(Git.run(it.project, "log", "-1", "--format=%B").strip())
                    .isEqualTo("Write a.txt\n\nIt holds an a.");
        }
    }

    @Test
    void all_examples_together_carry_a_prompt_through() throws Exception {
        var all = ExamplesTest.examples().stream().map(Path::toString).toArray(String[]::new);
        try (var it = ExampleAgent.with(dir, all)
                .model(write("a.txt", "a"), Turn.text("Written."))
                .start()) {
            it.submit("Write a.txt");

            assertThat(it.kept().getLast()).isEqualTo("assistant: Written.");
            assertThat(it.project.resolve("a.txt")).hasContent("a");
            assertThat(it.problems()).isEmpty();
        }
    }
}
