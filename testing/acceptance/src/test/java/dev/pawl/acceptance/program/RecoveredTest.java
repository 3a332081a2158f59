package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is killed in the middle of tool calls: the next one takes their results, and does nothing twice. */
@Deep
class RecoveredTest {
    /** Runs until the file {@code go} is there, and leaves a line each time it has run. */
    private static final String WAITING =
            "echo begun; touch started; while [ ! -e go ]; do sleep 0.02; done; echo ran >> ran; echo end";

    private static final String COUNTS = """
        pi.on(TOOL_CALL, (call, ctx) -> {
            java.nio.file.Files.writeString(ctx.project().cwd().resolve("asked"), call.toolName() + "\\n",
                    java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
            return call.allow();
        });
        """;

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static void killed(Pawl.Running running) throws Exception {
        running.signal("KILL").process.waitFor();
    }

    /** The results in the session, in their order. */
    private static List<String> results(Pawl pawl) throws IOException {
        var texts = new ArrayList<String>();
        for (var entry : pawl.wholeSession()) {
            var message = entry.object("message");
            if ("toolResult".equals(message.string("role"))) {
                texts.add(message.objects("content").getFirst().string("text", ""));
            }
        }
        return texts;
    }

    private static void nothingIsLeft(Pawl pawl) throws IOException {
        try (var files = Files.list(pawl.sessions().getFirst().getParent())) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).allMatch(name -> name.endsWith(".jsonl"));
        }
    }

    @Test
    void a_subagent_goes_on_where_it_was() throws Exception {
        var first = bash("echo one >> ran; echo first");
        var delegate = Turn.calls(call("delegate", JsonObject.of("task", "Look around")));
        try (var pawl = Pawl.in(dir, delegate, first, bash(WAITING), Turn.text("Found it."), Turn.text("Seen."))
                .hook("delegates", """
                    pi.tool(Tool.of("delegate", "Has another agent do it.",
                            JsonObject.parse("{\\"type\\":\\"object\\",\\"properties\\":{\\"task\\":{\\"type\\":\\"string\\"}}}"),
                            (arguments, ctx) -> ToolOutput.text(ctx.subagent(SubagentTask.of(
                                    arguments.string("task", ""), List.of("bash"))).text()))
                        .with(tool -> tool.annotations(new ToolTraits.Annotations(false, false, true, false))));
                    """)) {
            var killed = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("started"));
            killed(killed);
            var second = pawl.start("-c", "-p", "--recover");
            Files.createFile(pawl.project.resolve("go"));
            var run = second.end();

            assertThat(run.out()).as(run.err()).isEqualTo("Seen.\n");
            assertThat(results(pawl)).containsExactly("Found it.");
            assertThat(pawl.project.resolve("ran")).hasContent("one\nran");
            // The model was asked nothing twice, and the agent knows all that was said.
            assertThat(pawl.model.requests()).hasSize(5);
            assertThat(pawl.model.requests().get(3).body().objects("messages").toString())
                    .contains("Look around", "first", "begun");
            nothingIsLeft(pawl);
        }
    }

    @Test
    void a_command_that_still_runs_is_waited_for() throws Exception {
        try (var pawl = Pawl.in(dir, bash(WAITING), Turn.text("Seen."))) {
            var first = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("started"));
            killed(first);
            var second = pawl.start("-c", "-p", "--recover");
            Files.createFile(pawl.project.resolve("go"));
            var run = second.end();

            assertThat(run.out()).isEqualTo("Seen.\n");
            assertThat(run.status()).isZero();
            assertThat(results(pawl)).containsExactly("begun\nend\n");
            assertThat(pawl.project.resolve("ran")).hasContent("ran");
            nothingIsLeft(pawl);
        }
    }

    @Test
    void a_command_that_ended_meanwhile_has_its_result_taken_also_with_a_new_message() throws Exception {
        try (var pawl = Pawl.in(dir, bash(WAITING + "; exit 3"), Turn.text("Seen."))) {
            var first = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("started"));
            killed(first);
            Files.createFile(pawl.project.resolve("go"));
            Pawl.await(pawl.project.resolve("ran"));
            var run = pawl.runInside("-c", "-p", "And?");

            assertThat(run.out()).isEqualTo("Seen.\n");
            assertThat(run.err()).contains("/recover");
            assertThat(results(pawl)).containsExactly("begun\nend\n\n\nCommand exited with code 3");
            var said = pawl.wholeSession().stream()
                    .map(entry -> entry.object("message").string("role", ""))
                    .filter(role -> !role.isEmpty() && !role.equals("system"))
                    .toList();
            assertThat(said).containsExactly("user", "assistant", "toolResult", "user", "assistant");
            nothingIsLeft(pawl);
        }
    }

    @Test
    void a_command_whose_end_is_unknown_is_not_run_again() throws Exception {
        try (var pawl = Pawl.in(dir, bash(WAITING), Turn.text("Seen."))) {
            var first = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("started"));
            var all = first.process.toHandle().descendants().toList();
            killed(first);
            all.forEach(ProcessHandle::destroyForcibly);
            for (var one : all) {
                one.onExit().get();
            }
            Files.createFile(pawl.project.resolve("go"));
            var run = pawl.runInside("-c", "-p", "--recover");

            assertThat(run.out()).isEqualTo("Seen.\n");
            assertThat(results(pawl))
                    .singleElement()
                    .asString()
                    .startsWith("begun\n")
                    .contains("is not known");
            assertThat(pawl.project.resolve("ran")).doesNotExist();
        }
    }

    @Test
    void a_gate_that_decided_is_not_asked_again() throws Exception {
        try (var pawl = Pawl.in(dir, bash(WAITING), Turn.text("Seen.")).hook("counts", COUNTS)) {
            var first = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("started"));
            killed(first);
            Files.createFile(pawl.project.resolve("go"));
            assertThat(pawl.runInside("-c", "-p", "--recover").out()).isEqualTo("Seen.\n");
            assertThat(pawl.project.resolve("asked")).hasContent("bash");
        }
    }

    @Test
    void a_gate_that_decided_is_asked_again_where_a_file_of_rules_has_changed() throws Exception {
        try (var pawl = Pawl.in(dir, bash(WAITING), Turn.text("Seen.")).hook("counts", COUNTS)) {
            var first = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("started"));
            killed(first);
            Files.createFile(pawl.project.resolve("go"));
            Files.writeString(
                    pawl.home.resolve(".pi/agent/permissions.json"), "{\"/elsewhere\": {\"deny\": [\"Bash\"]}}");
            assertThat(pawl.runInside("-c", "-p", "--recover").out()).isEqualTo("Seen.\n");
            assertThat(pawl.project.resolve("asked")).hasContent("bash\nbash");
        }
    }

    @Test
    void calls_that_had_not_begun_are_run_only_when_the_run_goes_on() throws Exception {
        var hangs = """
            pi.on(TOOL_CALL, (call, ctx) -> {
                var gate = ctx.project().cwd().resolve("gate");
                java.nio.file.Files.writeString(ctx.project().cwd().resolve("at"), "gate");
                while (!java.nio.file.Files.exists(gate)) Thread.sleep(10);
                return call.allow();
            });
            """;
        var write = call("write", JsonObject.of("path", "a.txt", "content", "text"));
        for (var goesOn : new boolean[] {false, true}) {
            var root = Files.createDirectory(dir.resolve(goesOn ? "on" : "off"));
            try (var pawl = Pawl.in(root, Turn.calls(write), Turn.text("Seen.")).hook("hangs", hangs)) {
                var first = pawl.start("-p", "Go");
                Pawl.await(pawl.project.resolve("at"));
                killed(first);
                Files.createFile(pawl.project.resolve("gate"));
                var run = goesOn ? pawl.runInside("-c", "-p", "--recover") : pawl.runInside("-c", "-p", "And?");
                assertThat(run.out()).isEqualTo("Seen.\n");
                if (goesOn) {
                    assertThat(pawl.project.resolve("a.txt")).hasContent("text");
                } else {
                    assertThat(pawl.project.resolve("a.txt")).doesNotExist();
                }
            }
        }
    }

    @Test
    void a_tool_of_a_hook_that_had_begun_is_not_called_again() throws Exception {
        var tool = """
            pi.tool(Tool.of("order", "Orders one.", JsonObject.parse("{\\"type\\":\\"object\\"}"), (args, ctx) -> {
                java.nio.file.Files.writeString(ctx.project().cwd().resolve("ordered"), "one\\n",
                        java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
                java.nio.file.Files.createFile(ctx.project().cwd().resolve("there"));
                Thread.sleep(600_000);
                return ToolOutput.text("ordered");
            }));
            """;
        try (var pawl = Pawl.in(dir, Turn.calls(call("order", JsonObject.empty())), Turn.text("Seen."))
                .hook("order", tool)) {
            var first = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("there"));
            killed(first);
            assertThat(pawl.runInside("-c", "-p", "--recover").out()).isEqualTo("Seen.\n");
            assertThat(results(pawl)).singleElement().asString().contains("is not known");
            assertThat(pawl.project.resolve("ordered")).hasContent("one");
        }
    }

    @Test
    void a_question_that_was_not_answered_is_asked_again() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.stalled(), Turn.text("Here."))) {
            var first = pawl.start("-p", "Go");
            pawl.model.awaitRequest(1);
            killed(first);
            var run = pawl.runInside("-c", "-p", "--recover");
            assertThat(run.out()).isEqualTo("Here.\n");
            assertThat(pawl.model.requests()).hasSize(2);
            var again = pawl.runInside("-c", "-p", "--recover");
            assertThat(again.err()).contains("nothing to recover");
        }
    }

    @Test
    void damaged_lines_are_reported_and_nothing_is_run_again() throws Exception {
        try (var pawl = Pawl.in(dir, bash(WAITING), Turn.text("Seen."))) {
            var first = pawl.start("-p", "Go");
            Pawl.await(pawl.project.resolve("started"));
            var all = first.process.toHandle().descendants().toList();
            killed(first);
            all.forEach(ProcessHandle::destroyForcibly);
            var session = pawl.sessions().getFirst();
            var ledger = session.resolveSibling(
                            String.valueOf(session.getFileName()).replace(".jsonl", ".effects"))
                    .resolve("ledger");
            Files.writeString(ledger, "{broken\n");
            var run = pawl.runInside("-c", "-p", "--recover");
            assertThat(run.err()).contains("line 1 of " + ledger);
            assertThat(results(pawl)).singleElement().asString().contains("is not known");
            assertThat(pawl.project.resolve("ran")).doesNotExist();
            try (var kept = Files.list(ledger.getParent())) {
                assertThat(kept).singleElement().asString().contains("damaged-");
            }
        }
    }
}
