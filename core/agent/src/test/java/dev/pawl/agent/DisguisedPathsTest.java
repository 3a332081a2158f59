package dev.pawl.agent;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gates see the file that a call works on, under whatever name, and the tool opens that one or none. */
class DisguisedPathsTest {
    @TempDir
    Path dir;

    private Path work;
    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void a_secret_and_ways_to_it() throws Exception {
        dir = dir.toRealPath();
        work = Files.createDirectories(dir.resolve("work"));
        Files.writeString(work.resolve(".env"), "KEY=1");
        Files.writeString(work.resolve("a.txt"), "one two");
        Files.createSymbolicLink(work.resolve("innocent.txt"), Path.of(".env"));
    }

    private static JsonObject write(String path) {
        return JsonObject.of("path", path, "content", "new");
    }

    private static JsonObject edit(String oldText, String newText) {
        return JsonObject.of("path", "a.txt", "oldText", oldText).with("newText", newText);
    }

    /** Blocks by the real name alone, and remembers what it saw. */
    private Hook guard() {
        return pi -> {
            pi.on(TOOL_CALL, (call, _) -> {
                recorded.add("call " + call.file() + " of " + call.parentToolCallId());
                return call.allow();
            });
            pi.on(TOOL_AUTHORIZE, (shown, _) -> {
                recorded.add("authorize " + shown.call().file());
                return work.resolve(".env").equals(shown.call().file()) ? shown.block("Protected") : shown.allow();
            });
            pi.on(TOOL_RESULT, (result, _) -> {
                recorded.add("result " + result.call().file());
                return result;
            });
        };
    }

    private void secretIsWhole() throws Exception {
        assertThat(work.resolve(".env")).hasContent("KEY=1");
    }

    @Test
    void a_disguised_path_is_shown_as_the_file_that_it_is() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.calls(
                                call("write", write("@.env")),
                                call("write", write("innocent.txt")),
                                call("write", write("x/../.env")),
                                call("write", write("sub/new.txt"))),
                        Turn.text("Done."))
                .hook(guard())
                .start()) {
            it.prompt("Write");

            assertThat(it.results())
                    .extracting(Message::text)
                    .contains("Protected", "Successfully wrote to sub/new.txt");
            secretIsWhole();
            assertThat(recorded)
                    .contains("authorize " + work.resolve("sub/new.txt"), "result " + work.resolve("sub/new.txt"));
            assertThat(Collections.frequency(recorded, "authorize " + work.resolve(".env")))
                    .isEqualTo(3);
        }
    }

    @Test
    void what_a_hook_puts_in_place_of_the_path_is_found_anew() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("write", write("a.txt"))), Turn.text("Done."))
                .hook(pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Write("@innocent.txt", "evil"))))
                .hook(guard())
                .start()) {
            it.prompt("Write");

            assertThat(recorded)
                    .containsExactly("call " + work.resolve(".env") + " of null", "authorize " + work.resolve(".env"));
            secretIsWhole();
        }
    }

    @Test
    void a_hook_cannot_say_that_a_call_works_on_another_file() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("write", write(".env"))), Turn.text("Done."))
                .hook(pi -> pi.on(
                        TOOL_CALL,
                        (call, _) -> dev.pawl.api.value.Decision.pass(
                                call.withTarget(new dev.pawl.api.tool.CallFile(work.resolve("a.txt"), true, 1)))))
                .hook(guard())
                .start()) {
            it.prompt("Write");

            assertThat(recorded).contains("authorize " + work.resolve(".env"));
            secretIsWhole();
        }
    }

    @Test
    void a_link_that_another_process_turns_while_a_gate_waits_leads_nowhere() throws Exception {
        for (var point : List.of("call", "authorize")) {
            Files.deleteIfExists(work.resolve("plain.txt"));
            Files.writeString(work.resolve("plain.txt"), "plain");
            Hook waiting = pi -> {
                pi.on(TOOL_CALL, (call, ctx) -> {
                    if (point.equals("call")) {
                        ctx.project().exec("ln", "-sf", ".env", "plain.txt");
                    }
                    return call.allow();
                });
                pi.on(TOOL_AUTHORIZE, (call, ctx) -> {
                    if (point.equals("authorize")) {
                        ctx.project().exec("ln", "-sf", ".env", "plain.txt");
                    }
                    return call.allow();
                });
            };
            try (var it = TestAgent.in(dir)
                    .model(
                            Turn.calls(
                                    call("write", write("plain.txt")),
                                    call("read", JsonObject.of("path", "plain.txt"))),
                            Turn.text("Done."))
                    .hook(waiting)
                    .start()) {
                it.prompt("Write");

                assertThat(it.results().getFirst().text()).contains("after the call was authorised");
                assertThat(it.results().getFirst().isError()).isTrue();
                secretIsWhole();
            }
        }
    }

    @Test
    void calls_of_tools_and_of_subagents_are_shown_their_files_too() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.calls(call("outer", TestTools.text("go")).withId("call_a")),
                        Turn.calls(call("write", write("innocent.txt"))),
                        Turn.text("Subagent done."),
                        Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named("outer", (_, ctx) -> {
                    ctx.executeTool("write", write("@.env"));
                    var answer = ctx.subagent(SubagentTask.of("Write it", List.of("write")));
                    return ToolOutput.text(answer.text());
                })))
                .hook(guard())
                .start()) {
            it.prompt("Write");

            assertThat(recorded).contains("call " + work.resolve(".env") + " of call_a");
            assertThat(Collections.frequency(recorded, "authorize " + work.resolve(".env")))
                    .isEqualTo(2);
            secretIsWhole();
        }
    }

    @Test
    void two_edits_of_one_file_in_one_answer_both_count() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("edit", edit("one", "1")), call("edit", edit("two", "2"))), Turn.text("Done."))
                .hook(guard())
                .start()) {
            it.prompt("Edit");

            assertThat(it.results()).noneMatch(Message.ToolResult::isError);
            assertThat(work.resolve("a.txt")).hasContent("1 2");
        }
    }

    @Test
    void a_path_that_can_be_none_is_reported_and_opens_nothing() throws Exception {
        Files.createSymbolicLink(work.resolve("loop"), Path.of("loop"));
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("write", write("a\0b")), call("write", write("loop"))), Turn.text("Done."))
                .hook(guard())
                .start()) {
            it.prompt("Write");

            assertThat(recorded).first().isEqualTo("call null of null");
            assertThat(it.results().getFirst().text()).contains("NUL");
            assertThat(it.results().getLast().text()).contains("ELOOP");
        }
    }

    @Test
    void a_call_that_a_hook_does_itself_says_so() throws Exception {
        Hook own = pi -> {
            pi.tool(Tool.of(
                    "write",
                    "Writes elsewhere",
                    JsonObject.of("type", "object"),
                    (_, _) -> ToolOutput.text("written somewhere")));
            pi.tool(TestTools.echo("mine"));
            pi.on(TOOL_AUTHORIZE, (shown, _) -> {
                recorded.add(shown.call().toolName() + " " + shown.call().file()
                        + (shown.runBy() == null ? "" : " by a hook"));
                return shown.allow();
            });
        };
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.calls(
                                call("write", write("innocent.txt")),
                                call("mine", TestTools.text("x")),
                                call("read", JsonObject.of("path", "a.txt")),
                                call("bash", JsonObject.of("command", "true"))),
                        Turn.text("Done."))
                .hook(own)
                .start()) {
            it.prompt("Go");

            assertThat(recorded)
                    .containsExactly(
                            "write " + work.resolve(".env") + " by a hook",
                            "mine null by a hook",
                            "read " + work.resolve("a.txt"),
                            "bash null");
        }
    }

    @Test
    void arguments_of_a_hook_are_bent_as_those_of_a_model() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.calls(call("bash", JsonObject.of("command", "echo ran"))),
                        Turn.calls(call("bash", JsonObject.of("command", "echo ran"))),
                        Turn.text("Done."))
                .hook(pi -> pi.on(
                        TOOL_CALL,
                        (call, _) -> dev.pawl.api.value.Decision.pass(call.withArguments(
                                call.arguments().with("timeout", recorded.isEmpty() ? "5" : "soon")))))
                .hook(pi -> pi.on(TOOL_CALL, (call, _) -> {
                    recorded.add(String.valueOf(call.input()));
                    return call.allow();
                }))
                .start()) {
            it.prompt("Go");

            assertThat(recorded).containsExactly("Bash[command=echo ran, timeout=5.0]");
            assertThat(it.results().getFirst().text()).isEqualTo("ran\n");
            assertThat(it.results().getLast().isError()).isTrue();
            assertThat(it.results().getLast().text()).contains("timeout");
        }
    }
}
