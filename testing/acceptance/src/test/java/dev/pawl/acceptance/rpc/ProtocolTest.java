package dev.pawl.acceptance.rpc;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.program.RpcFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocol as a client meets it: framing, answers, events, sessions. */
@Deep
class ProtocolTest {
    private static final String LINE_SEPARATOR = "\u2028";

    @TempDir
    Path dir;

    private static JsonObject answer(List<JsonObject> all, String id) {
        return all.stream()
                .filter(one -> id.equals(one.string("id")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no answer to " + id + " in " + all));
    }

    @Test
    void without_a_key_a_prompt_fails_and_no_demonstration_is_offered() throws Exception {
        try (var pawl = Driven.in(dir).user("models.json", "{\"providers\":{}}").startWith()) {
            var all = pawl.talk("""
                {"id":"p","type":"prompt","message":"Hi"}
                {"id":"c","type":"cycle_model"}
                {"id":"m","type":"get_available_models"}
                {"id":"s","type":"get_state"}\
                """);
            assertThat(answer(all, "p").bool("success", true)).isFalse();
            assertThat(answer(all, "p").string("error"))
                    .contains("ANTHROPIC_API_KEY", "/login", "models.json", "--model demo/tour");
            assertThat(answer(all, "c").get("data")).isNull();
            assertThat(answer(all, "m").object("data").get("models")).isEqualTo(List.of());
            assertThat(answer(all, "s").bool("success", false)).isTrue();
        }
    }

    @Test
    void only_a_line_feed_ends_a_line_and_ids_come_back() throws Exception {
        try (var pawl = Driven.in(dir).start()) {
            var all = pawl.talk("{\"id\":\"n\",\"type\":\"set_session_name\",\"name\":\"a" + LINE_SEPARATOR + "b\"}\r\n"
                    + "{not json\n"
                    + "\n"
                    + "{\"id\":7,\"type\":\"no_such_command\"}\n"
                    + "{\"type\":\"get_available_thinking_levels\"}\n"
                    + "{\"id\":\"s\",\"type\":\"get_state\"}");
            assertThat(answer(all, "n").bool("success", false)).isTrue();
            assertThat(all).anySatisfy(one -> {
                assertThat(one.string("command")).isEqualTo("parse");
                assertThat(one.has("id")).isFalse();
                assertThat(one.bool("success", true)).isFalse();
            });
            assertThat(all).anySatisfy(one -> {
                assertThat(one.get("id")).isEqualTo(7L);
                assertThat(one.string("error")).isEqualTo("Unknown command: no_such_command");
            });
            // The last line counts although nothing ends it.
            assertThat(answer(all, "s").object("data").string("sessionId")).isNotBlank();
            assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(pawl.process().exitValue()).isZero();
        }
    }

    @Test
    void a_name_with_a_line_separator_survives() throws Exception {
        try (var pawl = Driven.in(dir).start()) {
            pawl.client().send("set_session_name", JsonObject.of("name", "a" + LINE_SEPARATOR + "b"));
            assertThat(pawl.client().state().string("sessionName")).isEqualTo("a" + LINE_SEPARATOR + "b");
        }
    }

    @Test
    void a_turn_with_a_tool_is_reported_in_order() throws Exception {
        try (var pawl = Driven.in(
                        dir,
                        Turn.text("Let me look.").andCalls(call("read", JsonObject.of("path", "small.txt"))),
                        Turn.text("All done."))
                .start("--no-session")) {
            Files.writeString(pawl.project.resolve("small.txt"), "one\ntwo\n");
            var told = pawl.client().promptAndWait("read small.txt").stream()
                    .map(event -> event.string("type", "")
                            + (event.has("message")
                                    ? " " + event.object("message").string("role")
                                    : ""))
                    .filter(name -> !name.startsWith("message_update"))
                    .toList();
            assertThat(told)
                    .containsExactly(
                            "agent_start",
                            "turn_start",
                            "message_start system",
                            "message_end system",
                            "message_start user",
                            "message_end user",
                            "message_start assistant",
                            "message_end assistant",
                            "tool_execution_start",
                            "tool_execution_end",
                            "message_start toolResult",
                            "message_end toolResult",
                            "turn_end assistant",
                            "turn_start",
                            "message_start assistant",
                            "message_end assistant",
                            "turn_end assistant",
                            "agent_end",
                            "agent_settled");
            var stats = pawl.client().send("get_session_stats");
            assertThat(stats.number("toolCalls", 0)).isEqualTo(1);
            assertThat(stats.has("sessionFile")).isFalse();
        }
    }

    @Test
    void updates_tell_what_is_new_and_nothing_twice() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("Some words.").chunk(4)).start()) {
            var updates = pawl.client().promptAndWait("Hi").stream()
                    .filter(event -> "message_update".equals(event.string("type")))
                    .toList();
            assertThat(updates).isNotEmpty().allSatisfy(update -> {
                assertThat(update.has("message")).isFalse();
                assertThat(update.object("assistantMessageEvent").has("partial"))
                        .isFalse();
                assertThat(update.has("usage")).isTrue();
            });
            var text = new StringBuilder();
            updates.forEach(
                    update -> text.append(update.object("assistantMessageEvent").string("delta", "")));
            assertThat(text).hasToString("Some words.");
        }
    }

    @Test
    void entries_are_read_from_a_cursor_on() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("One."), Turn.text("Two.")).start()) {
            pawl.client().promptAndWait("first");
            var all = pawl.client().send("get_entries");
            var last = Objects.requireNonNull(all.string("leafId"));
            pawl.client().promptAndWait("second");
            var since = pawl.client().send("get_entries", JsonObject.of("since", last));
            assertThat(since.objects("entries"))
                    .extracting(entry -> entry.object("message").string("role"))
                    .containsExactly("user", "assistant");
            assertThatThrownBy(() -> pawl.client().send("get_entries", JsonObject.of("since", "nobody")))
                    .isInstanceOf(RpcFailure.class)
                    .hasMessageContaining("Entry not found: nobody");
            assertThat(pawl.client().send("get_tree").objects("tree")).hasSize(1);
            assertThat(pawl.client().send("get_last_assistant_text").string("text"))
                    .isEqualTo("Two.");
        }
    }

    @Test
    void the_end_of_the_input_is_the_end_of_the_program_and_hooks_are_notified() throws Exception {
        try (var pawl = Driven.in(dir)
                .asProcess()
                .hook("pi.on(SESSION_SHUTDOWN, (event, ctx) -> ctx.ui().notify(\"bye \" + event.reason()));")
                .start()) {
            pawl.client().state();
            pawl.client().close();
            assertThat(pawl.process().exitValue()).isZero();
            assertThat(pawl.await("extension_ui_request").string("message")).isEqualTo("bye QUIT");
        }
    }

    @Test
    void a_hook_that_fails_is_an_extension_error() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("One."))
                .hook("pi.on(AGENT_START, (_, _) -> { throw new IllegalStateException(\"broken\"); });")
                .start()) {
            pawl.client().promptAndWait("Hi");
            var error = pawl.await("extension_error");
            assertThat(error.string("extensionPath")).endsWith("test.java");
            assertThat(error.string("event")).isEqualTo("agent_start");
            assertThat(error.string("error")).contains("broken");
        }
    }

    @Test
    void each_replacement_of_the_session_binds_hooks_once() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("One."), Turn.text("Two."))
                .hook("pi.on(SESSION_START, (event, ctx) -> ctx.ui().notify(\"start \" + event.reason()));")
                .start()) {
            var client = pawl.client();
            client.promptAndWait("first");
            var before = Objects.requireNonNull(client.state().string("sessionFile"));
            assertThat(client.send("new_session").bool("cancelled", true)).isFalse();
            client.promptAndWait("second");
            assertThat(client.send("switch_session", JsonObject.of("sessionPath", before))
                            .bool("cancelled", true))
                    .isFalse();
            assertThat(client.send("clone").bool("cancelled", true)).isFalse();
            var entry = client.send("get_fork_messages").objects("messages").getFirst();
            var fork = client.send("fork", JsonObject.of("entryId", entry.string("entryId")));
            assertThat(fork.string("text")).isEqualTo("first");
            assertThat(pawl.events().stream()
                            .map(event -> event.string("message", ""))
                            .filter(message -> message.startsWith("start")))
                    .containsExactly("start STARTUP", "start NEW", "start RESUME", "start FORK", "start FORK");
        }
    }

    @Test
    void commands_are_answered_while_the_agent_works_and_an_abort_ends_it() throws Exception {
        try (var pawl = Driven.in(
                        dir, Turn.text("A long answer. ".repeat(1_000)).chunk(5).heldAfter(9))
                .start()) {
            var client = pawl.client();
            client.prompt("Go");
            pawl.await("message_update");
            assertThat(client.state().bool("isStreaming", false)).isTrue();
            client.steer("Faster");
            assertThat(pawl.await("queue_update").strings("steering")).containsExactly("Faster");
            assertThat(client.send("clear_queue").strings("steering")).containsExactly("Faster");
            assertThatThrownBy(() -> client.prompt("Again")).isInstanceOf(RpcFailure.class);
            client.abort();
            assertThat(client.state().bool("isStreaming", true)).isFalse();
            assertThat(pawl.await("agent_settled").bool("aborted", false)).isTrue();
        }
    }

    @Test
    void a_command_of_the_user_runs_with_its_output_as_it_comes() throws Exception {
        try (var pawl = Driven.in(dir).start()) {
            var result = pawl.client().send("bash", JsonObject.of("command", "echo out; exit 3"));
            assertThat(result.string("output")).isEqualTo("out\n");
            assertThat(result.integer("exitCode", 0)).isEqualTo(3);
            assertThat(pawl.await("bash_execution_update").string("delta")).contains("out");
            assertThat(pawl.client().send("get_messages").objects("messages"))
                    .anySatisfy(message -> assertThat(message.string("role")).isEqualTo("bashExecution"));
        }
    }

    @Test
    void flags_of_hooks_and_their_commands_are_known() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("One.")).hook("""
            pi.flag(new Flag.Switch("plan", "Plans", false));
            pi.command("plan", "Tells whether it plans", ctx -> {
                ctx.ui().notify("plan " + pi.flagged("plan"));
                return Outcome.nothing();
            });
            """).start("--plan")) {
            assertThat(pawl.client().send("get_commands").objects("commands"))
                    .anySatisfy(command -> assertThat(command.string("name")).isEqualTo("plan"));
            pawl.client().prompt("/plan");
            assertThat(pawl.await("extension_ui_request").string("message")).contains("true");
        }
    }
}
