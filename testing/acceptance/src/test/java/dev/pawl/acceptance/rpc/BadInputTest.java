package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.serve.rpc.RpcCommand;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that a client sends ends the program, but the end of what it sends. */
@Deep
class BadInputTest {
    /** A full pipe holds at least so much, however the pieces fit into its pages. */
    private static final int HALF_A_PIPE = 32_000;

    @TempDir
    Path dir;

    @Test
    void every_command_with_fields_of_every_wrong_type_is_answered() throws Exception {
        try (var pawl = Driven.in(dir, dev.pawl.testkit.model.Script.of().endingWith(Turn.text("Well.")))
                .start()) {
            var client = pawl.client();
            var wrong = new ArrayList<JsonObject>();
            wrong.add(JsonObject.empty());
            for (var value : new Object[] {7, true, List.of(1), JsonObject.of("a", 1), "", "\u0000"}) {
                var all = JsonObject.empty();
                for (var command : RpcCommand.values()) {
                    for (var field : command.fieldNames()) {
                        all = all.with(field, value);
                    }
                }
                wrong.add(all);
            }
            for (var command : RpcCommand.values()) {
                for (var fields : wrong) {
                    var response = client.response(command.wire(), fields);
                    assertThat(response.string("command")).isEqualTo(command.wire());
                    if (!response.bool("success", false)) {
                        assertThat(response.string("error")).isNotBlank();
                    }
                }
            }
            assertThat(client.response("", JsonObject.empty()).bool("success", true))
                    .isFalse();
            client.abort();
            assertThat(client.state().string("sessionId")).isNotBlank();
        }
    }

    @Test
    void records_that_are_no_commands_are_refused_one_by_one() throws Exception {
        try (var pawl = Driven.in(dir).start()) {
            var lines = List.of("7", "null", "[]", "\"get_state\"", "{}", "{\"type\":7}", "{\"type\":null}", "{\"a\":");
            var all = pawl.talk(String.join("\n", lines) + "\n{\"id\":\"end\",\"type\":\"get_state\"}\n");
            assertThat(all).hasSize(lines.size() + 1);
            assertThat(all.stream().filter(one -> !one.bool("success", true))).hasSize(lines.size());
        }
    }

    @Test
    void garbage_of_all_kinds_is_reported_and_the_next_command_answered() throws Exception {
        var random = new Random(42);
        var in = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < 200; i++) {
            var bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            in.write(bytes);
            in.write('\n');
        }
        in.write("{\"id\":\"end\",\"type\":\"get_state\"}\n".getBytes(StandardCharsets.UTF_8));
        try (var pawl = Driven.in(dir).start()) {
            var all = pawl.talk(in.toByteArray());
            assertThat(all.getLast().string("id")).isEqualTo("end");
            assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(pawl.process().exitValue()).isZero();
        }
    }

    @Test
    void very_deep_json_is_refused() throws Exception {
        try (var pawl = Driven.in(dir).start()) {
            var all = pawl.talk("{\"type\":" + "[".repeat(100_000) + "\n{\"id\":\"end\",\"type\":\"get_state\"}\n");
            assertThat(all).hasSize(2);
            assertThat(all.getFirst().string("command")).isEqualTo("parse");
        }
    }

    @Test
    void a_line_of_100_megabytes_is_read() throws Exception {
        try (var pawl = Driven.in(dir).asProcess().start()) {
            var all = pawl.talk("{\"id\":\"big\",\"type\":\"set_session_name\",\"name\":7,\"more\":\""
                    + "x".repeat(100_000_000) + "\"}\n{\"id\":\"end\",\"type\":\"get_state\"}\n");
            assertThat(all).extracting(one -> one.string("id")).containsExactlyInAnyOrder("big", "end");
        }
    }

    @Test
    void half_a_line_and_then_nothing_is_a_clean_end() throws Exception {
        try (var pawl = Driven.in(dir).start()) {
            var all = pawl.talk("{\"id\":\"half\",\"type\":\"get_st");
            assertThat(all)
                    .singleElement()
                    .satisfies(one -> assertThat(one.string("command")).isEqualTo("parse"));
            assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(pawl.process().exitValue()).isZero();
        }
    }

    @Test
    void a_client_that_does_not_read_holds_the_agent_up_and_costs_no_memory() throws Exception {
        var answer = Turn.text("word ".repeat(400_000)).chunk(50);
        try (var pawl = Driven.in(dir, answer).asProcess().start()) {
            var out = pawl.process().getOutputStream();
            out.write("{\"id\":\"p\",\"type\":\"prompt\",\"message\":\"Go\"}\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            // Nobody reads until the pipe is full, so that nothing more comes: the agent has to wait.
            var in = pawl.process().getInputStream();
            int held = 0;
            for (int same = 0; held < HALF_A_PIPE || same < 20; ) {
                Thread.sleep(5);
                int now = in.available();
                same = now == held ? same + 1 : 0;
                held = now;
            }
            var lines = new dev.pawl.api.json.JsonLines(in);
            long bytes = 0;
            var last = JsonObject.empty();
            while (!"agent_settled".equals(last.string("type"))) {
                var line = java.util.Objects.requireNonNull(lines.next());
                bytes += line.length;
                last = JsonObject.parse(line);
            }
            // All of it came, nothing was thrown away.
            assertThat(bytes).isGreaterThan(2_000_000);
        }
    }
}
