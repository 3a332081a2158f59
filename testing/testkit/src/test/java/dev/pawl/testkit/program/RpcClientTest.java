package dev.pawl.testkit.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Patience;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client against a program whose every line the test says. */
class RpcClientTest {
    private final ScriptedProgram program;
    private final RpcClient client;
    private final LinkedBlockingQueue<JsonObject> events = new LinkedBlockingQueue<>();

    RpcClientTest() throws Exception {
        program = new ScriptedProgram();
        client = RpcClient.of(program);
    }

    @AfterEach
    void close() {
        client.close();
    }

    /** Calls the client while the test plays the program. */
    private static <T> FutureTask<T> meanwhile(Callable<T> call) {
        var task = new FutureTask<>(call);
        Thread.startVirtualThread(task);
        return task;
    }

    private static <T> T result(FutureTask<T> task) throws Exception {
        try {
            return task.get(Patience.SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private JsonObject event() throws InterruptedException {
        var event = events.poll(Patience.SECONDS, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event came");
        }
        return event;
    }

    private static JsonObject event(String type) {
        return JsonObject.of("type", type);
    }

    @Test
    void a_command_is_one_line_with_an_id_and_its_answer_is_the_data() throws Exception {
        var sent = meanwhile(() -> client.send("set_model", JsonObject.of("modelId", "a\nb")));
        var command = program.next();
        assertThat(command.string("type")).isEqualTo("set_model");
        assertThat(command.string("modelId")).isEqualTo("a\nb");
        assertThat(command.string("id")).isNotBlank();
        program.answer(command, JsonObject.of("model", "m"));
        assertThat(result(sent)).isEqualTo(JsonObject.of("model", "m"));
    }

    @Test
    void answers_find_their_commands_in_whatever_order_they_come() throws Exception {
        var first = meanwhile(() -> client.send("get_state"));
        var one = program.next();
        var second = meanwhile(() -> client.send("get_messages"));
        var two = program.next();
        assertThat(two.get("id")).isNotEqualTo(one.get("id"));
        program.answer(two, JsonObject.of("n", 2));
        program.answer(one, JsonObject.of("n", 1));
        assertThat(result(first).get("n")).isEqualTo(1L);
        assertThat(result(second).get("n")).isEqualTo(2L);
    }

    @Test
    void a_command_that_is_refused_is_a_failure_with_the_reason() throws Exception {
        var sent = meanwhile(() -> client.send("compact"));
        program.refuse(program.next(), "there is nothing to compact");
        assertThatThrownBy(() -> result(sent))
                .isInstanceOf(RpcFailure.class)
                .hasMessage("compact: there is nothing to compact");
    }

    @Test
    void who_wants_the_whole_answer_gets_a_refusal_too() throws Exception {
        var sent = meanwhile(() -> client.response("compact", JsonObject.empty()));
        program.refuse(program.next(), "no");
        assertThat(result(sent).bool("success", true)).isFalse();
        assertThat(result(sent).string("error")).isEqualTo("no");
    }

    @Test
    void events_reach_a_listener_until_it_leaves() throws Exception {
        var left = new LinkedBlockingQueue<JsonObject>();
        var subscription = client.onEvent(left::add);
        client.onEvent(events::add);
        program.print(event("agent_start"));
        assertThat(event()).isEqualTo(event("agent_start"));
        subscription.close();
        program.print(event("agent_end"));
        assertThat(event()).isEqualTo(event("agent_end"));
        assertThat(left).containsExactly(event("agent_start"));
    }

    @Test
    void lines_that_are_no_records_are_passed_over() throws Exception {
        client.onEvent(events::add);
        program.print("Warning: something printed by a hook");
        program.print("");
        program.print("[1, 2]");
        program.print(event("agent_start"));
        assertThat(event()).isEqualTo(event("agent_start"));
    }

    @Test
    void an_answer_that_no_command_waits_for_is_an_event() throws Exception {
        client.onEvent(events::add);
        program.print("{\"type\":\"response\",\"id\":\"other\",\"success\":true}");
        assertThat(event().string("id")).isEqualTo("other");
        program.print("{\"type\":\"response\",\"command\":\"parse\",\"success\":false}");
        assertThat(event().string("command")).isEqualTo("parse");
    }

    @Test
    void a_prompt_is_waited_for_until_the_agent_has_settled() throws Exception {
        var prompted = meanwhile(() -> client.promptAndWait("Go"));
        var command = program.next();
        assertThat(command.string("type")).isEqualTo("prompt");
        assertThat(command.string("message")).isEqualTo("Go");
        program.print(event("agent_start"));
        program.answer(command, JsonObject.empty());
        program.print(event("agent_end"));
        program.print(event("agent_settled"));
        assertThat(result(prompted))
                .extracting(event -> event.string("type"))
                .containsExactly("agent_start", "agent_end", "agent_settled");
    }

    @Test
    void the_short_ways_send_the_commands_of_the_protocol() throws Exception {
        for (var call : List.<Callable<Object>>of(
                () -> {
                    client.steer("left");
                    return "steer left";
                },
                () -> {
                    client.followUp("then");
                    return "follow_up then";
                },
                () -> {
                    client.abort();
                    return "abort ";
                },
                () -> "get_state " + client.state().string("sessionId"))) {
            var sent = meanwhile(call);
            var command = program.next();
            program.answer(command, JsonObject.of("sessionId", "s"));
            var message = command.string("type").equals("get_state") ? "s" : command.string("message", "");
            assertThat(result(sent)).isEqualTo(command.string("type") + " " + message);
        }
    }

    @Test
    void dialogs_are_cancelled_until_there_is_somebody_to_answer_them() throws Exception {
        program.print("{\"type\":\"extension_ui_request\",\"id\":\"d1\",\"method\":\"confirm\"}");
        assertThat(program.next())
                .isEqualTo(JsonObject.of("type", "extension_ui_response", "id", "d1")
                        .with("cancelled", true));
        client.onDialog(
                request -> JsonObject.of("value", request.strings("options").getLast()));
        program.print(
                "{\"type\":\"extension_ui_request\",\"id\":\"d2\",\"method\":\"select\",\"options\":[\"a\",\"b\"]}");
        assertThat(program.next())
                .isEqualTo(JsonObject.of("type", "extension_ui_response", "id", "d2")
                        .with("value", "b"));
    }

    @Test
    void a_dialog_that_takes_its_time_holds_nothing_up() throws Exception {
        var answers = new LinkedBlockingQueue<JsonObject>();
        client.onDialog(_ -> {
            try {
                return answers.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        program.print("{\"type\":\"extension_ui_request\",\"id\":\"d1\",\"method\":\"input\"}");
        var sent = meanwhile(() -> client.send("get_state"));
        program.answer(program.next(), JsonObject.of("n", 1));
        assertThat(result(sent).get("n")).isEqualTo(1L);
        answers.add(JsonObject.of("value", "late"));
        assertThat(program.next().string("value")).isEqualTo("late");
    }

    @Test
    void what_hooks_only_show_is_an_event_and_is_not_answered() throws Exception {
        client.onEvent(events::add);
        program.print("{\"type\":\"extension_ui_request\",\"id\":\"n1\",\"method\":\"notify\",\"message\":\"Done\"}");
        assertThat(event().string("message")).isEqualTo("Done");
        var sent = meanwhile(() -> client.send("get_state"));
        var next = program.next();
        assertThat(next.string("type")).isEqualTo("get_state");
        program.answer(next, JsonObject.empty());
        result(sent);
    }

    @Test
    void a_program_that_ends_before_it_answers_is_a_failure() throws Exception {
        var sent = meanwhile(() -> client.send("get_state"));
        program.next();
        program.exit();
        assertThatThrownBy(() -> result(sent))
                .isInstanceOf(RpcFailure.class)
                .hasMessage("get_state: the program ended before it answered");
    }

    @Test
    void so_is_one_that_ends_in_the_middle_of_a_prompt() throws Exception {
        var prompted = meanwhile(() -> client.promptAndWait("Go"));
        program.answer(program.next(), JsonObject.empty());
        program.print(event("agent_start"));
        program.exit();
        assertThatThrownBy(() -> result(prompted))
                .isInstanceOf(RpcFailure.class)
                .hasMessage("prompt: the program ended before it was done");
    }

    @Test
    void so_is_one_that_reads_no_more() throws Exception {
        program.closeInput();
        assertThatThrownBy(() -> client.send("get_state"))
                .isInstanceOf(RpcFailure.class)
                .hasMessageStartingWith("get_state: the program reads no more (");
    }

    @Test
    void closing_closes_the_input_and_a_program_that_ends_then_is_not_killed() throws Exception {
        program.exit();
        client.close();
        assertThat(program.isInputClosed()).isTrue();
        assertThat(program.wasKilled()).isFalse();
    }

    @Test
    void a_program_that_stays_is_ended() {
        client.close();
        assertThat(program.wasKilled()).isTrue();
    }
}
