package dev.pawl.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.mcp.TestServer;
import dev.pawl.mcp.wire.RpcError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers over stdio, good and bad, as real programs: no server can harm the client. */
class StdioServerTest {
    private static final JsonObject NOTHING = JsonObject.empty();

    @TempDir
    Path dir;

    @Test
    void tools_of_all_pages_are_listed_and_called() throws Exception {
        try (var server = TestServer.of()) {
            server.connection.client();
            assertThat(server.connection.state()).isEqualTo(Connection.State.CONNECTED);
            assertThat(server.tools.getFirst()).hasSize(9).contains("echo", "ask");
            assertThat(server.call("echo", JsonObject.of("message", "hällo\nzwei")))
                    .isEqualTo("Echo: hällo\nzwei");
            assertThat(server.connection.agreement().version()).isEqualTo("2025-11-25");
        }
    }

    @Test
    void older_versions_are_used_and_unknown_ones_refused() throws Exception {
        try (var old = TestServer.of("old")) {
            old.connection.client();
            assertThat(old.connection.agreement().version()).isEqualTo("2024-11-05");
        }
        try (var future = TestServer.of("future")) {
            assertThatThrownBy(future.connection::client)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("2031-01-01");
            assertThat(future.connection.state()).isEqualTo(Connection.State.FAILED);
        }
    }

    @Test
    void a_server_that_ends_at_an_unknown_request_is_started_again() throws Exception {
        try (var strict = TestServer.of("strict")) {
            strict.connection.client();
            assertThat(strict.call("echo", JsonObject.of("message", "x"))).isEqualTo("Echo: x");
        }
    }

    @Test
    void what_a_server_that_fails_wrote_is_in_the_error() {
        try (var broken = TestServer.of("broken")) {
            assertThatThrownBy(broken.connection::client)
                    .hasMessageContaining("exit code 3")
                    .hasMessageContaining("cannot find the database");
            assertThat(broken.connection.error()).contains("cannot find the database");
        }
    }

    @Test
    void other_output_and_a_flood_of_notifications_do_no_harm() throws Exception {
        for (var mode : new String[] {"junk", "flood"}) {
            try (var server = TestServer.of(mode)) {
                server.connection.client();
                assertThat(server.call("echo", JsonObject.of("message", mode))).isEqualTo("Echo: " + mode);
            }
        }
    }

    @Test
    void endless_lines_deep_results_wrong_types_and_large_errors_do_no_harm() throws Exception {
        try (var server = TestServer.within(10, "attack")) {
            server.connection.client();
            for (var way : new String[] {"errors", "types"}) {
                assertThat(server.call("attack", JsonObject.of("way", way))).isEqualTo("still good");
            }
            assertThat(server.call("attack", JsonObject.of("way", "size"))).hasSize(30 << 20);
            assertThatThrownBy(() -> server.call("attack", JsonObject.of("way", "endless line")))
                    .hasMessageContaining("64 MB");
            assertThat(server.call("echo", JsonObject.of("message", "again"))).isEqualTo("Echo: again");
        }
        try (var server = TestServer.within(2, "attack")) {
            server.connection.client();
            assertThatThrownBy(() -> server.call("attack", JsonObject.of("way", "depth")))
                    .hasMessageContaining("tools/call");
            assertThat(server.connection.call("attack", JsonObject.of("way", "no object"), _ -> {}))
                    .isEqualTo(NOTHING);
            assertThat(server.call("echo", JsonObject.of("message", "again"))).isEqualTo("Echo: again");
        }
    }

    @Test
    void a_server_that_does_not_answer_or_does_not_read_fails_in_time() {
        for (var mode : new String[] {"silent", "deaf"}) {
            try (var server = TestServer.within(1, mode)) {
                assertThatThrownBy(server.connection::client)
                        .hasMessageContaining("initialize")
                        .hasMessageContaining("1 s");
            }
        }
    }

    @Test
    void a_call_that_is_not_answered_times_out_and_the_next_one_is_answered() throws Exception {
        try (var server = TestServer.within(1)) {
            server.connection.client();
            assertThatThrownBy(() -> server.call("never", NOTHING))
                    .hasMessageContaining("\"test\"")
                    .hasMessageContaining("tools/call")
                    .hasMessageContaining("waiting for the lock");
            assertThat(server.call("echo", JsonObject.of("message", "still here")))
                    .isEqualTo("Echo: still here");
        }
    }

    @Test
    void progress_restarts_the_time_limit() throws Exception {
        try (var server = TestServer.within(1.5)) {
            server.connection.client();
            var steps = new ArrayList<String>();
            var result = server.connection.call("slow", NOTHING, progress -> steps.add(progress.string("message", "")));
            assertThat(result.objects("content").getFirst().get("text")).isEqualTo("slow but sure");
            assertThat(steps).hasSize(8).last().isEqualTo("step 8");
        }
    }

    @Test
    void a_server_that_ends_is_named_with_its_last_output_and_started_again_by_the_next_call() throws Exception {
        try (var server = TestServer.of()) {
            server.connection.client();
            assertThatThrownBy(() -> server.call("die", NOTHING))
                    .hasMessageContaining("\"test\"")
                    .hasMessageContaining("exit code 7")
                    .hasMessageContaining("out of memory, goodbye");
            Await.until("it is disconnected", () -> server.connection.state() == Connection.State.DISCONNECTED);
            assertThat(server.connection.error()).contains("out of memory, goodbye");
            assertThat(server.call("echo", JsonObject.of("message", "back"))).isEqualTo("Echo: back");
        }
    }

    @Test
    void a_call_is_never_repeated_by_itself() throws Exception {
        var calls = dir.resolve("calls");
        try (var server = TestServer.of("good", calls.toString())) {
            server.connection.client();
            assertThatThrownBy(() -> server.call("count", NOTHING)).isInstanceOf(IOException.class);
            assertThat(calls).hasContent("1");
        }
    }

    @Test
    void a_changed_list_of_tools_is_read_again() throws Exception {
        try (var server = TestServer.of()) {
            server.connection.client();
            server.call("grow", NOTHING);
            Await.until("the new tool is there", () -> server.tools.getLast().contains("grown"));
            assertThat(server.tools.getLast()).doesNotContain("picture");
            assertThat(server.call("grown", NOTHING)).isEqualTo("new");
        }
    }

    @Test
    void changes_of_a_stateless_server_arrive_on_the_requested_stream() throws Exception {
        try (var server = TestServer.of("stateless")) {
            assertThat(server.connection.client().agreement().stateless()).isTrue();
            // The server answers only after the client has subscribed to changes.
            assertThat(server.call("grow", NOTHING)).isEqualTo("grew");
            Await.until("the new tool is there", () -> server.tools.getLast().contains("grown"));
            assertThat(server.call("grown", NOTHING)).isEqualTo("new");
        }
    }

    @Test
    void a_connected_server_has_listed_its_tools() throws Exception {
        try (var server = TestServer.of()) {
            server.connection.client();
            assertThat(server.toolsAt(Connection.State.CONNECTED)).contains("echo");
        }
    }

    @Test
    void all_processes_that_a_server_started_end_with_it() throws Exception {
        var pid = dir.resolve("pid");
        ProcessHandle child;
        try (var server = TestServer.of("forks", pid.toString())) {
            server.connection.client();
            child = ProcessHandle.of(Long.parseLong(Files.readString(pid))).orElseThrow();
            assertThat(child.isAlive()).isTrue();
        }
        Await.until("the child has ended", () -> !child.isAlive() || isZombie(child.pid()));
    }

    private static boolean isZombie(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void tools_that_are_too_deep_or_too_long_are_refused_and_the_others_stay() throws Exception {
        try (var server = TestServer.of("hostile")) {
            server.connection.client();
            assertThat(server.tools.getFirst()).contains("echo", "remote").doesNotContain("deep", "huge", "list");
            assertThat(server.connection.refused())
                    .hasSize(3)
                    .anySatisfy(why -> assertThat(why).contains("\"huge\""));
        }
    }

    @Test
    void an_endless_list_is_refused() {
        try (var server = TestServer.of("endless")) {
            assertThatThrownBy(server.connection::client)
                    .hasMessageContaining("its tools are longer than 16 MB (tools/list)");
        }
    }

    @Test
    void a_question_that_cannot_be_shown_is_answered_with_an_error() throws Exception {
        var answers = new ServerRequests() {
            @Override
            public JsonObject capabilities() {
                return JsonObject.of("elicitation", NOTHING);
            }

            @Override
            public JsonObject answer(String method, JsonObject params) {
                throw new IllegalStateException("the session is over");
            }
        };
        try (var server = TestServer.answering(answers)) {
            assertThat(server.call("ask", NOTHING)).contains("the question could not be shown");
        }
    }

    @Test
    void questions_of_a_server_are_answered_and_sampling_is_refused() throws Exception {
        var asked = new ArrayList<String>();
        var answers = new ServerRequests() {
            @Override
            public JsonObject capabilities() {
                return JsonObject.of("elicitation", NOTHING);
            }

            @Override
            public JsonObject answer(String method, JsonObject params) {
                asked.add(method + " " + params.string("message"));
                return Elicitation.defaults(params);
            }
        };
        try (var server = TestServer.answering(answers)) {
            server.connection.client();
            assertThat(server.call("ask", NOTHING))
                    .isEqualTo("{\"action\":\"accept\",\"content\":{\"colour\":\"blue\"}}");
            assertThat(asked).containsExactly("elicitation/create Which colour?");
        }
        var session = new SessionAnswers(
                "test",
                dir,
                false,
                () -> {
                    throw new AssertionError("there is no user");
                },
                (channel, question) -> {});
        assertThatThrownBy(() -> session.answer("sampling/createMessage", NOTHING))
                .isInstanceOf(RpcError.class);
        assertThat(session.answer("elicitation/create", NOTHING).get("action")).isEqualTo("decline");
        assertThat(session.answer("roots/list", NOTHING)
                        .objects("roots")
                        .getFirst()
                        .string("uri", ""))
                .startsWith("file:///");
    }

    @Test
    void an_aborted_call_notifies_the_server_and_leaves_the_connection_good() throws Exception {
        try (var server = TestServer.of()) {
            server.connection.client();
            var ended = new ArrayList<Throwable>();
            var calling = Thread.ofVirtual().start(() -> {
                try {
                    server.call("never", NOTHING);
                } catch (Exception e) {
                    ended.add(e);
                }
            });
            Await.until("the call waits", () -> calling.getState() == Thread.State.TIMED_WAITING);
            calling.interrupt();
            calling.join();
            assertThat(ended).singleElement().isInstanceOf(InterruptedException.class);
            assertThat(server.call("echo", JsonObject.of("message", "on"))).isEqualTo("Echo: on");
        }
    }

    @Test
    void a_thousand_calls_leave_no_thread_and_no_descriptor() throws Exception {
        try (var server = TestServer.of()) {
            server.connection.client();
            server.call("echo", JsonObject.of("message", "warm"));
            long threads = threads();
            long files = files();
            for (int i = 0; i < 1_000; i++) {
                server.call("echo", JsonObject.of("message", "n" + i));
            }
            assertThat(files()).isLessThanOrEqualTo(files);
            assertThat(threads()).isLessThanOrEqualTo(threads + 2);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().size();
    }

    private static long files() throws IOException {
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
