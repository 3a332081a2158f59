package dev.pawl.policy.checkpoint;

import static dev.pawl.policy.Calls.bash;
import static dev.pawl.policy.Calls.tool;
import static dev.pawl.policy.Calls.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Deep;
import dev.pawl.policy.PolicyHome;
import dev.pawl.testkit.FakeUi;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checkpoints and /rewind in an agent. */
@Deep
class CheckpointTest {
    private static final String ON = "{\"checkpoints\": true}";

    @TempDir
    Path dir;

    @Test
    void what_write_and_bash_changed_comes_back_and_the_rewind_is_undone() throws Exception {
        try (var pawl = PolicyHome.in(
                        dir,
                        write("a.txt", "two"),
                        bash("echo three > a.txt; rm b.txt; mkdir new; echo n > new/n"),
                        Turn.text("Done."))
                .file("a.txt", "one")
                .file("b.txt", "bee")
                .user("settings.json", ON)) {
            pawl.run("Go");
            assertThat(pawl.project.resolve("a.txt")).hasContent("three");

            var list = pawl.goOn("/rewind list");
            assertThat(list.all()).contains("before write a.txt").contains("before bash: echo three");
            var difference = pawl.goOn("/rewind 1 diff");
            assertThat(difference.all()).contains("-three").contains("+one");

            pawl.goOn("/rewind 2");
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            assertThat(pawl.project.resolve("b.txt")).hasContent("bee");
            assertThat(pawl.project.resolve("new")).doesNotExist();

            pawl.goOn("/rewind 1 files");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");

            var undone = pawl.goOn("/rewind undo");
            assertThat(undone.all()).contains("restored");
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            assertThat(pawl.project.resolve(".git")).doesNotExist();
        }
    }

    @Test
    void the_conversation_goes_back_in_front_of_the_answer() throws Exception {
        try (var pawl = PolicyHome.in(
                        dir,
                        Turn.text("Hello."),
                        write("a.txt", "two"),
                        Turn.text("Written."),
                        Turn.text("Again."),
                        Turn.text("Last."))
                .file("a.txt", "one")
                .user("settings.json", ON)) {
            pawl.run("Hi");
            pawl.goOn("Write it");
            pawl.goOn("/rewind 1 both");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");
            pawl.goOn("Other");
            assertThat(String.join("\n", pawl.asked(4)))
                    .contains("Hello.")
                    .contains("Other")
                    .doesNotContain("Written.");

            pawl.goOn("/rewind undo");
            pawl.goOn("Back");
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            assertThat(String.join("\n", pawl.asked(5))).contains("Written.").contains("Back");
        }
    }

    @Test
    void a_subagents_changes_come_back_too() throws Exception {
        try (var pawl = PolicyHome.in(
                        dir,
                        tool("helper"),
                        bash("echo changed > a.txt"),
                        Turn.text("Subagent is done."),
                        Turn.text("Done."))
                .file("a.txt", "one")
                .user("settings.json", ON)
                .hook(pi -> pi.tool(Tool.of(
                        "helper",
                        "Helps",
                        JsonObject.of("type", "object"),
                        (arguments, ctx) -> ToolOutput.text(ctx.subagent(SubagentTask.of("Do it", List.of("bash")))
                                .text()))))) {
            pawl.run("Go");
            assertThat(pawl.project.resolve("a.txt")).hasContent("changed");
            pawl.goOn("/rewind 2");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");
        }
    }

    @Test
    void a_project_can_require_checkpoints_and_not_switch_them_off() throws Exception {
        try (var pawl = PolicyHome.in(dir, write("a.txt", "new"), Turn.text("Done."))
                .trusted()
                .user("settings.json", ON)
                .file(".pi/settings.json", "{\"checkpoints\": false}")) {
            pawl.run("Go");
            var list = pawl.goOn("/rewind list");
            assertThat(list.all()).contains("before write a.txt");
        }
    }

    @Test
    void commands_of_a_client_come_back_too() throws Exception {
        try (var pawl =
                PolicyHome.in(dir, Turn.text("Hello.")).file("a.txt", "one").user("settings.json", ON)) {
            pawl.run("Hi");
            try (var agent = pawl.resume(new NoUi(), Mode.RPC)) {
                agent.agent.bash("echo two > a.txt", false);
            }
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            assertThat(pawl.goOn("/rewind 1 files").all()).contains("1 file restored");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");
        }
    }

    @Test
    void one_chooses_sees_the_difference_and_restores() throws Exception {
        var shown = new ArrayList<String>();
        var ui = new NoUi() {
            @Override
            public Optional<String> select(String title, List<String> options, DialogOptions dialog) {
                shown.addAll(options);
                return Optional.of(title.equals("Rewind to") ? options.getFirst() : "Files");
            }

            @Override
            public void notify(String message, Severity severity) {
                shown.add(message);
            }
        };
        try (var pawl = PolicyHome.in(dir, write("a.txt", "two\n"), Turn.text("First."))
                        .file("a.txt", "one\n")
                        .user("settings.json", ON);
                var agent = pawl.start(ui, Mode.TUI)) {
            agent.prompt("Go").prompt("/rewind");
            assertThat(String.join("\n", shown))
                    .contains("before write a.txt")
                    .contains("-two\n+one")
                    .contains("1 file restored")
                    .contains("/rewind undo reverts this.");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");
        }
    }

    @ParameterizedTest
    @CsvSource({"true, one", "false, two"})
    void who_moves_in_the_tree_is_asked_whether_files_go_along(boolean along, String expected) throws Exception {
        var ui = new FakeUi().answer(along);
        try (var pawl = PolicyHome.in(dir, Turn.text("Hello."), write("a.txt", "two\n"), Turn.text("Written."))
                        .file("a.txt", "one\n")
                        .user("settings.json", ON);
                var agent = pawl.start(ui, Mode.TUI)) {
            agent.prompt("Hi");
            var there = agent.agent.session().leafId();
            agent.prompt("Write it");
            agent.agent.navigateTree(there, CommandContext.Navigation.plain());
            assertThat(String.join("\n", ui.shown()))
                    .contains("The files were different at that point")
                    .contains("-two")
                    .contains("+one");
            assertThat(pawl.project.resolve("a.txt")).hasContent(expected);
        }
    }
}
