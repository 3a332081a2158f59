package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an editor learns of hooks, and hooks of what happens in the editor. */
@Timeout(600)
@Deep
class EditorHooksTest {
    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(Script.call("bash", JsonObject.of("command", command)));
    }

    private static JsonObject wanting(boolean hooks) {
        return JsonObject.of("_meta", JsonObject.of("pawl", JsonObject.of("hooks", hooks)));
    }

    @Test
    void a_client_that_asks_for_it_receives_what_hooks_did_and_any_client_can_ask() throws Exception {
        for (boolean wanted : List.of(true, false)) {
            try (var editor = Editor.in(dir.resolve("wanted-" + wanted), bash("echo x"), Turn.text("ok"))) {
                editor.hook("pi.on(TOOL_CALL, (call, ctx) -> call.block(\"not today\"));");
                var session = editor.session(wanting(wanted));
                editor.prompt(session, "go");
                var told = editor.requests("_pawl/hooks");
                if (wanted) {
                    assertThat(told)
                            .anySatisfy(one -> assertThat(one.object("trace").toString())
                                    .contains("\"point\":\"tool_call\"", "\"stopped\"", "not today"));
                    assertThat(told).allMatch(one -> session.equals(one.string("sessionId")));
                } else {
                    assertThat(told).isEmpty();
                }
                var call = editor.updates("tool_call").getFirst().string("toolCallId", "");
                var answer = editor.result("_pawl/hooks", JsonObject.of("sessionId", session, "toolCallId", call));
                assertThat(answer.strings("hooks")).anyMatch(path -> path.endsWith("test.java"));
                assertThat(answer.objects("traces")).anyMatch(trace -> call.equals(trace.string("call")));
                assertThat(editor.error("_pawl/hooks", JsonObject.of("sessionId", "none"))
                                .integer("code", 0))
                        .isEqualTo(-32002);
                assertThat(editor.error("_other/thing", JsonObject.empty()).integer("code", 0))
                        .isEqualTo(-32601);
            }
        }
    }

    @Test
    void hooks_see_the_output_of_an_editors_terminal_while_the_command_runs() throws Exception {
        var ended = new CountDownLatch(1);
        try (var editor = Editor.in(dir, bash("make"), Turn.text("ok"))) {
            editor.hook("""
                pi.on(TOOL_EXECUTION_UPDATE, (update, ctx) ->
                    java.nio.file.Files.writeString(ctx.project().cwd().resolve("seen"), String.valueOf(update.partialResult())));
                """);
            editor.answering("terminal/create", _ -> JsonObject.of("terminalId", "t1"))
                    .answering(
                            "terminal/output",
                            _ -> JsonObject.of(
                                    "output", ended.getCount() == 0 ? "first\nlast\n" : "first\n", "truncated", false))
                    .answering("terminal/wait_for_exit", _ -> {
                        try {
                            assertThat(ended.await(Patience.SECONDS, TimeUnit.SECONDS))
                                    .isTrue();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return JsonObject.of("exitCode", 0);
                    })
                    .answering("terminal/release", _ -> JsonObject.empty());
            var session = editor.session(JsonObject.of("terminal", true));
            var prompt = editor.ask("session/prompt", Editor.promptOf(session, "go"));
            var seen = editor.project.resolve("seen");
            editor.await(_ -> contains(seen, "first"));
            assertThat(prompt).isNotDone();
            ended.countDown();
            assertThat(prompt.get(Patience.SECONDS, TimeUnit.SECONDS)
                            .object("result")
                            .string("stopReason"))
                    .isEqualTo("end_turn");
            assertThat(editor.model.requests().get(1).body().toString()).contains("first\\nlast");
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.exists(file) && Files.readString(file).contains(text);
        } catch (java.io.IOException e) {
            return false;
        }
    }

    @Test
    void a_client_that_hangs_at_a_file_or_a_terminal_is_left_by_cancelling() throws Exception {
        var never = new CountDownLatch(1);
        var read = Turn.calls(Script.call("read", JsonObject.of("path", "a.txt")));
        try (var editor = Editor.in(dir, read, bash("make"), Turn.text("never"))) {
            Files.writeString(editor.project.resolve("a.txt"), "text");
            editor.answering("fs/read_text_file", _ -> hang(never))
                    .answering("terminal/create", _ -> JsonObject.of("terminalId", "t1"))
                    .answering("terminal/wait_for_exit", _ -> hang(never))
                    .answering("terminal/output", _ -> JsonObject.of("output", "", "truncated", false))
                    .answering("terminal/kill", _ -> JsonObject.empty())
                    .answering("terminal/release", _ -> JsonObject.empty());
            var session = editor.session(JsonObject.of("fs", JsonObject.of("readTextFile", true), "terminal", true));
            for (var method : List.of("fs/read_text_file", "terminal/wait_for_exit")) {
                var prompt = editor.ask("session/prompt", Editor.promptOf(session, "go"));
                editor.await(it -> !it.requests(method).isEmpty());
                editor.tell("session/cancel", JsonObject.of("sessionId", session));
                assertThat(prompt.get(Patience.SECONDS, TimeUnit.SECONDS)
                                .object("result")
                                .string("stopReason"))
                        .as(method)
                        .isEqualTo("cancelled");
            }
            never.countDown();
        }
    }

    private static JsonObject hang(CountDownLatch never) {
        try {
            assertThat(never.await(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return JsonObject.empty();
    }

    @Test
    void commands_have_the_hints_of_their_files_and_those_that_come_later_are_reported() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("ok"))) {
            editor.user("prompts/review.md", """
                ---
                description: Reviews something
                argument-hint: "[focus]"
                ---
                Review it with a focus on $1
                """);
            editor.hook("""
                pi.command("more", "Brings another", ctx -> {
                    pi.command("later", "Came later", other -> Outcome.nothing());
                    return Outcome.nothing();
                });
                """);
            var session = editor.session();
            editor.await(it -> !it.updates("available_commands_update").isEmpty());
            var commands =
                    editor.updates("available_commands_update").getFirst().objects("availableCommands");
            assertThat(commands).anySatisfy(command -> {
                assertThat(command.string("name")).isEqualTo("review");
                assertThat(command.object("input").string("hint")).isEqualTo("[focus]");
            });
            editor.prompt(session, "/more");
            assertThat(editor.updates("available_commands_update").getLast().toString())
                    .contains("Came later");
        }
    }

    @Test
    void authenticating_looks_for_a_key_and_knows_only_its_own_ways() throws Exception {
        try (var editor = Editor.in(dir)) {
            editor.start();
            editor.greet(JsonObject.empty());
            assertThat(editor.result("authenticate", JsonObject.of("methodId", "key"))
                            .isEmpty())
                    .isTrue();
            assertThat(editor.error("authenticate", JsonObject.of("methodId", "magic"))
                            .string("message"))
                    .contains("magic");
        }
    }
}
