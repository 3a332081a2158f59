package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes in and what goes out, as pipes and files see it. */
@Deep
class StreamsTest {
    @TempDir
    Path dir;

    @Test
    void what_hooks_and_tools_print_does_not_get_between_answers() throws Exception {
        var echo = Turn.calls(call("bash", JsonObject.of("command", "echo out; echo err >&2")));
        try (var pawl = Pawl.in(dir, echo, Turn.text("clean")).hook("loud", """
            System.out.println("installing");
            pi.on(AGENT_START, (_, _) -> System.out.println("starting"));
            pi.on(TOOL_CALL, (call, _) -> { System.out.print("calling"); return call.allow(); });
            """)) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.out()).isEqualTo("clean\n");
            assertThat(run.err()).contains("installing", "starting", "calling");
        }
    }

    @Test
    void where_it_stands_in_for_pi_it_reports_a_version_of_pi() throws Exception {
        try (var pawl = Pawl.in(dir)) {
            var ours = pawl.run("--version").out();
            pawl.environment.put("PAWL_AS_PI", "1");
            assertThat(pawl.run("--version").out()).isNotEqualTo(ours).matches("[1-9]\\d*\\.\\d+\\.\\d+\n");
        }
    }

    @Test
    void a_reader_that_goes_away_ends_a_json_run_and_the_session_is_whole() throws Exception {
        var forever = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); echo line $i; done; sleep 300";
        try (var pawl = Pawl.in(dir, Turn.calls(call("bash", JsonObject.of("command", forever))))) {
            var running = pawl.startPiped("--mode", "json", "Count");
            running.await("tool_execution_start");
            running.closeOutput();
            var run = running.end();
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).isEqualTo("pawl: standard output was closed, so the run was ended\n");
            assertThat(pawl.wholeSession()).isNotEmpty();
        }
    }

    @Test
    void a_slow_reader_holds_the_agent_and_misses_nothing() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("word ".repeat(20_000)).chunk(20))) {
            var running = pawl.startPiped("--mode", "json", "Talk");
            var text = new StringBuilder();
            for (var record = running.next();
                    !record.string("type", "").equals("agent_settled");
                    record = running.next()) {
                text.append(record.object("assistantMessageEvent").string("delta", ""));
            }
            assertThat(text).hasToString("word ".repeat(20_000));
            assertThat(running.end().status()).isZero();
        }
    }

    @Test
    void an_answer_without_a_reader_is_a_failure() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("lost"))) {
            var run =
                    pawl.start(shell("exec \"$@\" >&-", Pawl.java("-p", "Hi"))).end();
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).isEqualTo("pawl: the answer could not be written: standard output is closed\n");
            assertThat(pawl.wholeSession()).isNotEmpty();
        }
    }

    @Test
    void a_full_disk_is_no_place_for_an_answer() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("lost"))) {
            if (Files.exists(Path.of("/dev/full"))) {
                var run = pawl.start(shell("exec \"$@\" >/dev/full", Pawl.java("-p", "Hi")))
                        .end();
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.err()).contains("could not be written");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "--help", "--list-models"})
    void a_full_disk_is_no_place_for_a_list_either(String option) throws Exception {
        try (var pawl = Pawl.in(dir)) {
            var run = pawl.start(shell("exec \"$@\" >/dev/full", Pawl.java(option)))
                    .end();
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("pawl: standard output cannot be written to (No space left on device)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rpc", "acp"})
    void answers_to_a_client_that_cannot_be_written_are_reported(String mode) throws Exception {
        try (var pawl = Pawl.in(dir)) {
            Files.writeString(pawl.project.resolve("in"), """
                {"id": "1", "type": "get_state"}
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}}
                """);
            var run = pawl.start(shell("exec \"$@\" <in >/dev/full", Pawl.java("--mode", mode)))
                    .end();
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err())
                    .contains("pawl: standard output cannot be written to (No space left on device)")
                    .contains("did not receive all answers");
        }
    }

    @Test
    void a_pipe_that_the_shell_opened_is_read_behind_an_at_sign() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("ok"))) {
            var command = new ArrayList<>(List.of("bash", "-c", "exec \"$@\" @<(echo from a process)", "bash"));
            command.addAll(Pawl.java("-p", "Explain"));
            var run = pawl.start(command).end();
            assertThat(run.out()).isEqualTo("ok\n");
            assertThat(pawl.model.requests().getFirst().body().toString()).contains("from a process");
        }
    }

    @Test
    void text_is_utf_8_whatever_the_locale_says() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("grün 東京 😀"))) {
            pawl.environment.put("LC_ALL", "C");
            Files.writeString(pawl.project.resolve("in.txt"), "Frage: süß?", StandardCharsets.UTF_8);
            var run = pawl.start(shell("exec \"$@\" <in.txt", Pawl.java("-p"))).end();
            assertThat(run.out()).isEqualTo("grün 東京 😀\n");
            assertThat(pawl.model.requests().getFirst().body().toString()).contains("Frage: süß?");
        }
    }

    @Test
    void a_thread_that_a_hook_leaves_behind_does_not_keep_it_alive() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("done")).hook("lingers", """
            pi.on(SESSION_START, (_, _) -> Thread.ofPlatform().daemon(false).start(() -> {
                while (true) { Thread.onSpinWait(); }
            }));
            """)) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.out()).isEqualTo("done\n");
            assertThat(run.status()).isZero();
        }
    }

    private static List<String> shell(String script, List<String> command) {
        var all = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        all.addAll(command);
        return all;
    }
}
