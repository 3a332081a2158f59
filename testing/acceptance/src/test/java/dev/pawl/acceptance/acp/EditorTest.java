package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.PawlProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program in an editor, by the Agent Client Protocol: sessions, prompts, tool calls, questions, cancelling. */
@Timeout(600)
@Deep
class EditorTest {
    private static final String NAME = "scripted/" + ScriptedModel.MODEL;

    @TempDir
    Path dir;

    private static Script.Call write(String path, String content) {
        return Script.call("write", JsonObject.of("path", path, "content", content));
    }

    private static Script.Call bash(String command) {
        return Script.call("bash", JsonObject.of("command", command));
    }

    @Test
    void a_prompt_is_answered_with_thoughts_text_usage_and_a_title() throws Exception {
        try (var editor = Editor.in(dir, Turn.thinking("let me see").andText("The answer is 42."))) {
            var session = editor.asProcess().session();
            assertThat(editor.prompt(session, "what is it?")).isEqualTo("end_turn");
            assertThat(editor.text("agent_thought_chunk")).isEqualTo("let me see");
            assertThat(editor.text("agent_message_chunk")).isEqualTo("The answer is 42.");
            assertThat(editor.updates("usage_update")).isNotEmpty();
            assertThat(editor.updates("session_info_update").getLast().string("title"))
                    .isEqualTo("what is it?");
            assertThat(editor.end()).isZero();
        }
    }

    @Test
    void initialize_agrees_on_version_1_and_must_come_first() throws Exception {
        try (var editor = Editor.in(dir)) {
            editor.start();
            assertThat(editor.error("session/list", JsonObject.empty()).integer("code", 0))
                    .isEqualTo(-32600);
            var answer = editor.result("initialize", JsonObject.of("protocolVersion", 99));
            assertThat(answer.integer("protocolVersion", 0)).isEqualTo(1);
            assertThat(answer.object("agentCapabilities").bool("loadSession", false))
                    .isTrue();
            assertThat(editor.error("initialize", JsonObject.empty()).string("message"))
                    .contains("protocolVersion");
        }
    }

    @Test
    void a_request_right_behind_initialize_is_answered_without_waiting_for_it() throws Exception {
        try (var editor = Editor.in(dir)) {
            editor.start();
            // Both are there before the program reads.
            var hello = editor.ask("initialize", JsonObject.of("protocolVersion", 1));
            var list = editor.ask("session/list", JsonObject.empty());
            assertThat(hello.get().has("result")).isTrue();
            assertThat(list.get().toString()).contains("\"sessions\"");
        }
    }

    @Test
    void a_tool_call_is_shown_from_its_first_piece_to_the_difference_it_made() throws Exception {
        try (var editor =
                Editor.in(dir, Turn.calls(write("a.txt", "new\n"), write("b.txt", "fresh\n")), Turn.text("done"))) {
            Files.writeString(editor.project.resolve("a.txt"), "old\n");
            var session = editor.session();
            editor.prompt(session, "write");
            var first = editor.updates("tool_call").getFirst();
            assertThat(first.string("status")).isEqualTo("pending");
            assertThat(first.string("kind")).isEqualTo("edit");
            var id = first.string("toolCallId", "");
            var updates = editor.updates("tool_call_update").stream()
                    .filter(update -> id.equals(update.string("toolCallId")))
                    .toList();
            assertThat(updates.stream().map(update -> update.string("status", "")))
                    .containsSubsequence("in_progress", "completed");
            var file = editor.project.resolve("a.txt").toString();
            assertThat(updates).anySatisfy(update -> {
                assertThat(update.objects("locations").getFirst().string("path"))
                        .isEqualTo(file);
                assertThat(update.string("title")).isEqualTo("write a.txt");
            });
            var diff = updates.getLast().objects("content").getFirst();
            assertThat(diff)
                    .isEqualTo(JsonObject.of("type", "diff", "path", file)
                            .with("oldText", "old\n")
                            .with("newText", "new\n"));
            var created = JsonObject.of(
                            "type",
                            "diff",
                            "path",
                            editor.project.resolve("b.txt").toString())
                    .with("oldText", null)
                    .with("newText", "fresh\n");
            assertThat(editor.updates("tool_call_update"))
                    .anySatisfy(update -> assertThat(update.objects("content")).containsExactly(created));
        }
    }

    @Test
    void a_gate_that_asks_is_answered_by_the_user_of_the_editor() throws Exception {
        for (var answer : List.of("allow_once", "reject_once")) {
            try (var editor = Editor.in(dir.resolve(answer), Turn.calls(bash("echo ran > ran.txt")), Turn.text("ok"))) {
                editor.hook("""
                    pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Run it?", "a command")
                        ? call.allow() : call.block("the user said no"));
                    """);
                editor.permitting(answer);
                var session = editor.session();
                assertThat(editor.prompt(session, "run")).isEqualTo("end_turn");
                var question = editor.requests("session/request_permission").getFirst();
                assertThat(question.object("toolCall").string("toolCallId"))
                        .isEqualTo(editor.updates("tool_call").getFirst().string("toolCallId"));
                assertThat(Files.exists(editor.project.resolve("ran.txt"))).isEqualTo(answer.equals("allow_once"));
                assertThat(editor.updates("tool_call_update").getLast().string("status"))
                        .isEqualTo(answer.equals("allow_once") ? "completed" : "failed");
            }
        }
    }

    @Test
    void a_client_that_cannot_answer_a_question_has_said_no() throws Exception {
        try (var editor = Editor.in(dir, Turn.calls(bash("echo ran > ran.txt")), Turn.text("ok"))) {
            editor.hook("""
                pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().input("Why?", "").isPresent()
                    && ctx.ui().confirm("Run it?", "") ? call.allow() : call.block("no"));
                """);
            var session = editor.session();
            editor.prompt(session, "run");
            assertThat(editor.project.resolve("ran.txt")).doesNotExist();
            assertThat(editor.requests("elicitation/create")).isEmpty();
        }
    }

    @Test
    void texts_are_asked_for_in_a_form_where_the_client_has_forms() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("ok"))) {
            editor.hook("""
                pi.on(INPUT, (input, ctx) -> input.transform(input.text()
                    + ctx.ui().input("Ticket?", "for the log").orElse("none")
                    + ctx.ui().editor("Reason?", "as before").orElse("none")));
                """);
            editor.answering("elicitation/create", params -> {
                var text = params.object("requestedSchema").object("properties").object("text");
                return JsonObject.of(
                        "action", "accept", "content", JsonObject.of("text", "<" + text.string("title") + ">"));
            });
            var session = editor.session(JsonObject.of("elicitation", JsonObject.of("form", JsonObject.empty())));
            editor.prompt(session, "go ");
            assertThat(editor.model.requests().getFirst().body().toString()).contains("go <Ticket?><Reason?>");
            assertThat(editor.requests("elicitation/create").getLast().toString())
                    .contains("as before");
        }
    }

    @Test
    void a_flood_of_requests_is_answered_one_by_one_and_a_client_that_stops_reading_is_left() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("fine"))) {
            var session = editor.session();
            var answers = new ArrayList<Future<JsonObject>>();
            for (int i = 0; i < 2_000; i++) {
                answers.add(editor.ask("session/close", JsonObject.of("sessionId", "nobody" + i)));
            }
            for (var answer : answers) {
                assertThat(answer.get(Patience.SECONDS, TimeUnit.SECONDS).has("error"))
                        .isTrue();
            }
            assertThat(editor.prompt(session, "x")).isEqualTo("end_turn");
        }
        var deaf = Editor.in(dir.resolve("deaf"), Turn.text("x".repeat(2_000_000)));
        try (var model = deaf.model) {
            var process = new PawlProcess(deaf.home, deaf.project)
                    .start("--mode", "acp", "--model", "scripted/" + ScriptedModel.MODEL);
            assertThat(model.requests()).isEmpty();
            try (var in = process.getOutputStream()) {
                var cwd = JsonObject.of("cwd", deaf.project.toString(), "mcpServers", List.of());
                in.write("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}\n"
                        .getBytes(StandardCharsets.UTF_8));
                in.flush();
                for (int i = 1; i < 3_000; i++) {
                    in.write(JsonObject.of("jsonrpc", "2.0", "id", i)
                            .with("method", i == 1 ? "session/new" : "no/such/method/" + "long".repeat(20))
                            .with("params", cwd)
                            .toString()
                            .concat("\n")
                            .getBytes(StandardCharsets.UTF_8));
                }
            }
            // Nobody reads what it writes, and its input has ended: it ends as well.
            assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void cancelling_ends_the_prompt_with_cancelled_and_the_next_one_is_taken() throws Exception {
        try (var editor = Editor.in(dir, Turn.calls(bash("sleep 1000")), Turn.text("again"))) {
            var session = editor.session();
            var first = editor.ask("session/prompt", Editor.promptOf(session, "wait"));
            editor.await(one -> one.updates("tool_call_update").stream()
                    .anyMatch(update -> "in_progress".equals(update.string("status"))));
            assertThat(editor.error("session/prompt", Editor.promptOf(session, "now"))
                            .string("message"))
                    .contains("under way");
            editor.tell("session/cancel", JsonObject.of("sessionId", session));
            assertThat(first.get(Patience.SECONDS, TimeUnit.SECONDS)
                            .object("result")
                            .string("stopReason"))
                    .isEqualTo("cancelled");
            assertThat(editor.prompt(session, "go on")).isEqualTo("end_turn");
            assertThat(editor.text("agent_message_chunk")).isEqualTo("again");
        }
    }

    @Test
    void a_cancellation_right_behind_its_prompt_is_not_lost() throws Exception {
        try (var editor = Editor.in(dir, Script.of().endingWith(Turn.calls(bash("sleep 1000"))))) {
            var session = editor.session();
            for (int i = 0; i < 20; i++) {
                var prompt = editor.ask("session/prompt", Editor.promptOf(session, "wait"));
                editor.tell("session/cancel", JsonObject.of("sessionId", session));
                assertThat(prompt.get(Patience.SECONDS, TimeUnit.SECONDS)
                                .object("result")
                                .string("stopReason"))
                        .isEqualTo("cancelled");
            }
        }
    }

    @Test
    void cancelling_while_a_question_is_open_takes_the_question_back() throws Exception {
        try (var editor = Editor.in(dir, Turn.calls(bash("echo ran > ran.txt")), Turn.text("again"))) {
            editor.hook("""
                pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Run it?", "") ? call.allow() : call.block("no"));
                """);
            editor.answering("session/request_permission", _ -> {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return JsonObject.empty();
            });
            var session = editor.session();
            var prompt = editor.ask("session/prompt", Editor.promptOf(session, "run"));
            editor.await(one -> !one.requests("session/request_permission").isEmpty());
            editor.tell("session/cancel", JsonObject.of("sessionId", session));
            assertThat(prompt.get(Patience.SECONDS, TimeUnit.SECONDS)
                            .object("result")
                            .string("stopReason"))
                    .isEqualTo("cancelled");
            assertThat(editor.requests("$/cancel_request")).hasSize(1);
            assertThat(editor.project.resolve("ran.txt")).doesNotExist();
        }
    }

    @Test
    void a_session_is_listed_loaded_with_its_conversation_resumed_without_and_deleted() throws Exception {
        String session;
        try (var editor = Editor.in(dir, Turn.calls(bash("echo hi")), Turn.text("the end"))) {
            session = editor.session();
            editor.prompt(session, "say hi");
            assertThat(editor.end()).isZero();
        }
        try (var editor = Editor.in(dir, Turn.text("more"))) {
            editor.start("--model", NAME);
            editor.greet(JsonObject.empty());
            var cwd = JsonObject.of("cwd", editor.project.toString());
            var listed = editor.result("session/list", cwd).objects("sessions");
            assertThat(listed).singleElement().satisfies(one -> {
                assertThat(one.string("sessionId")).isEqualTo(session);
                assertThat(one.string("title")).isEqualTo("say hi");
            });
            var known = cwd.with("sessionId", session).with("mcpServers", List.of());
            editor.result("session/resume", known);
            assertThat(editor.text("agent_message_chunk")).isEmpty();
            editor.result("session/close", JsonObject.of("sessionId", session));
            editor.result("session/load", known);
            assertThat(editor.text("user_message_chunk")).isEqualTo("say hi");
            assertThat(editor.text("agent_message_chunk")).isEqualTo("the end");
            assertThat(editor.updates("tool_call")).singleElement().satisfies(call -> {
                assertThat(call.string("title")).isEqualTo("echo hi");
                assertThat(call.string("status")).isEqualTo("completed");
            });
            assertThat(editor.prompt(session, "and?")).isEqualTo("end_turn");
            editor.result("session/delete", JsonObject.of("sessionId", session));
            assertThat(editor.result("session/list", JsonObject.empty()).objects("sessions"))
                    .isEmpty();
            assertThat(editor.error("session/load", known).integer("code", 0)).isEqualTo(-32002);
        }
    }

    @Test
    void several_sessions_work_in_their_own_folders_at_the_same_time() throws Exception {
        var other = Files.createDirectories(dir.resolve("other")).toRealPath();
        try (var editor = Editor.in(
                dir,
                Turn.calls(bash("while [ ! -e go ]; do sleep 0.01; done; pwd > where.txt")),
                Turn.calls(bash("pwd > where.txt; touch ../project/go")))) {
            var first = editor.session();
            var second = editor.result("session/new", JsonObject.of("cwd", other.toString(), "mcpServers", List.of()))
                    .string("sessionId", "");
            assertThat(second).isNotEqualTo(first);
            var waiting = editor.ask("session/prompt", Editor.promptOf(first, "wait"));
            editor.await(one -> one.updates("tool_call_update").stream()
                    .anyMatch(update -> "in_progress".equals(update.string("status"))));
            assertThat(editor.prompt(second, "go")).isEqualTo("end_turn");
            assertThat(waiting.get(Patience.SECONDS, TimeUnit.SECONDS).has("error"))
                    .isFalse();
            assertThat(Files.readString(editor.project.resolve("where.txt")).strip())
                    .isEqualTo(editor.project.toString());
            assertThat(Files.readString(other.resolve("where.txt")).strip()).isEqualTo(other.toString());
        }
    }

    @Test
    void unknown_sessions_methods_and_values_are_errors_that_say_what_is_wrong() throws Exception {
        try (var editor = Editor.in(dir)) {
            var session = editor.session();
            var unknown = JsonObject.of("sessionId", "nobody");
            assertThat(editor.error("session/prompt", Editor.promptOf("nobody", "x"))
                            .integer("code", 0))
                    .isEqualTo(-32002);
            assertThat(editor.error("session/close", unknown).integer("code", 0))
                    .isEqualTo(-32002);
            assertThat(editor.error("_pawl/nothing", unknown).integer("code", 0))
                    .isEqualTo(-32601);
            assertThat(editor.error("session/new", JsonObject.of("cwd", "here", "mcpServers", List.of()))
                            .string("message"))
                    .contains("absolute");
            assertThat(editor.error("session/new", JsonObject.of("cwd", "/no/such/folder"))
                            .string("message"))
                    .contains("/no/such/folder");
            assertThat(editor.error("session/prompt", JsonObject.of("sessionId", session, "prompt", List.of()))
                            .string("message"))
                    .contains("empty");
            assertThat(editor.error(
                                    "session/prompt",
                                    JsonObject.of(
                                            "sessionId", session, "prompt", List.of(JsonObject.of("type", "audio"))))
                            .string("message"))
                    .contains("audio");
            assertThat(editor.error(
                                    "session/set_config_option",
                                    JsonObject.of("sessionId", session, "configId", "model")
                                            .with("value", "no/such"))
                            .string("message"))
                    .contains("no/such");
            editor.tell("_pawl/nothing", JsonObject.empty());
            editor.tell("session/cancel", unknown);
            assertThat(editor.end()).isZero();
        }
    }

    @Test
    void without_a_key_a_session_asks_for_a_login() throws Exception {
        try (var editor = Editor.in(dir)) {
            editor.user("models.json", "{}");
            editor.start();
            var answer = editor.greet(JsonObject.of("auth", JsonObject.of("terminal", true)));
            assertThat(answer.objects("authMethods"))
                    .anySatisfy(method -> assertThat(method.string("type")).isEqualTo("terminal"));
            var error = editor.error("session/new", JsonObject.of("cwd", editor.project.toString()));
            assertThat(error.integer("code", 0)).isEqualTo(-32000);
            assertThat(error.string("message")).contains("/login");
        }
    }

    @Test
    void model_and_thinking_level_are_options_that_can_be_set() throws Exception {
        try (var editor = Editor.in(dir)) {
            var session = editor.session();
            var model = JsonObject.of("sessionId", session, "configId", "model").with("value", NAME);
            assertThat(editor.result("session/set_config_option", model).objects("configOptions"))
                    .anySatisfy(option -> {
                        assertThat(option.string("category")).isEqualTo("model");
                        assertThat(option.string("currentValue")).isEqualTo(NAME);
                    });
        }
    }

    @Test
    void permission_modes_are_offered_where_rules_are_in_use_and_asked_about_in_the_editor() throws Exception {
        try (var editor = Editor.in(
                dir, Turn.calls(bash("echo 1 > a.txt")), Turn.text("ok"), Turn.calls(bash("echo 1 > a.txt")))) {
            editor.user("settings.json", "{\"permissions\": {\"ask\": [\"Bash\"]}}");
            editor.permitting("allow_once");
            editor.start("--model", NAME);
            editor.greet(JsonObject.empty());
            var opened = editor.result(
                    "session/new", JsonObject.of("cwd", editor.project.toString(), "mcpServers", List.of()));
            assertThat(opened.object("modes").string("currentModeId")).isEqualTo("default");
            var session = JsonObject.of("sessionId", opened.string("sessionId"));
            editor.result("session/set_mode", session.with("modeId", "plan"));
            assertThat(editor.updates("current_mode_update").getLast().string("currentModeId"))
                    .isEqualTo("plan");
            editor.prompt(opened.string("sessionId", ""), "write");
            assertThat(editor.project.resolve("a.txt")).doesNotExist();
            editor.result("session/set_mode", session.with("modeId", "default"));
            editor.prompt(opened.string("sessionId", ""), "write");
            assertThat(editor.requests("session/request_permission")).hasSize(1);
            assertThat(editor.project.resolve("a.txt")).exists();
            assertThat(editor.error("session/set_mode", session.with("modeId", "yolo"))
                            .string("message"))
                    .contains("yolo");
        }
    }

    @Test
    void commands_of_hooks_are_offered_and_their_mode_is_acp() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("never"))) {
            editor.hook("""
                pi.command("where", "Says where it runs", ctx -> Outcome.status(ctx.ui().mode() + " " + ctx.ui().hasUser()));
                pi.on(SESSION_START, (_, ctx) -> ctx.ui().notify("mode " + ctx.ui().mode().wire()));
                """);
            var session = editor.session(JsonObject.of("session", JsonObject.of("notices", JsonObject.empty())));
            editor.await(one -> !one.updates("available_commands_update").isEmpty());
            assertThat(editor.updates("available_commands_update").getFirst().objects("availableCommands"))
                    .anySatisfy(command -> assertThat(command.string("name")).isEqualTo("where"));
            assertThat(editor.updates("notice"))
                    .anySatisfy(notice -> assertThat(notice.string("title")).isEqualTo("mode acp"));
            assertThat(editor.prompt(session, "/where")).isEqualTo("end_turn");
        }
    }

    @Test
    void nothing_but_protocol_is_on_standard_output_whatever_hooks_print() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("fine"))) {
            editor.hook("""
                System.out.println("{\\"oh\\": no");
                pi.on(TURN_START, (_, _) -> System.out.println("more"));
                """);
            var session = editor.asProcess().session();
            assertThat(editor.prompt(session, "x")).isEqualTo("end_turn");
        }
    }

    @Test
    void broken_lines_are_answered_and_harm_nothing() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("fine"))) {
            var session = editor.session();
            editor.send("{\"jsonrpc\":\"2.0\",\"id\":7");
            editor.send("[]");
            editor.send("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":5}");
            editor.send("{\"jsonrpc\":\"2.0\",\"id\":\"y\",\"method\":\"session/list\",\"params\":[1]}");
            editor.send("{\"jsonrpc\":\"2.0\",\"id\":99999,\"result\":{}}");
            editor.send("\0\u0001");
            editor.send("[".repeat(100_000));
            assertThat(editor.prompt(session, "x")).isEqualTo("end_turn");
        }
    }

    @Test
    void a_client_that_vanishes_in_mid_prompt_leaves_no_process_and_loses_no_word() throws Exception {
        try (var editor = Editor.in(dir, Turn.calls(bash("echo started; sleep 1000")))) {
            var session = editor.asProcess().session();
            var prompt = editor.ask("session/prompt", Editor.promptOf(session, "keep this"));
            editor.await(one -> one.updates("tool_call_update").stream()
                    .anyMatch(update -> "in_progress".equals(update.string("status"))));
            assertThat(editor.end()).isZero();
            assertThat(prompt).isDone();
            try (var files = Files.walk(editor.home.resolve(".pi/agent/sessions"))) {
                var file = files.filter(path -> path.toString().endsWith(".jsonl"))
                        .findFirst()
                        .orElseThrow();
                assertThat(Files.readString(file)).contains("keep this");
            }
        }
    }
}
