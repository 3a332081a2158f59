package dev.pawl.serve.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.RecordWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Every command has its answer, whatever it throws and however many there are. */
class RpcModeTest {
    private static final int MANY = 3_000;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final RecordWriter out = new RecordWriter(written, () -> {});
    private final RpcMode mode = new RpcMode(out, new RpcUi(out), new DrivenEnd(out, _ -> {}), _ -> {});

    private List<JsonObject> records() {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .map(JsonObject::parse)
                .toList();
    }

    private boolean isAnswered(String id) {
        return records().stream().anyMatch(record -> id.equals(record.get("id")));
    }

    @Test
    void an_error_is_an_answer_too_also_where_a_command_is_done_at_once() throws Exception {
        mode.ready();
        var lines = """
            {"type":"get_state","id":"1"}
            {"type":"get_tree","id":"2"}
            """;
        mode.serve(
                (command, _) -> {
                    throw command == RpcCommand.GET_TREE
                            ? new OutOfMemoryError("no memory")
                            : new AssertionError("wrong");
                },
                new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
        assertThat(records())
                .extracting(record -> record.get("id") + " " + record.get("success") + " " + record.get("error"))
                .containsExactlyInAnyOrder("1 false wrong", "2 false no memory");
    }

    @Test
    void a_line_that_is_too_long_is_refused_unread_and_the_next_one_is_carried_out() throws Exception {
        mode.ready();
        var lines = new SequenceInputStream(Collections.enumeration(List.of(
                text("{\"id\":\"1\",\"type\":\"set_session_name\",\"name\":\""),
                new Endless(RpcMode.LONGEST_LINE * 3L),
                text("\"}\n{\"type\":\"get_state\",\"id\":\"2\"}\n{\"x\":\""),
                new Endless(RpcMode.LONGEST_LINE),
                text("\"}\n{\"type\":\"get_state\",\"id\":\"3\"}\n"))));
        var carriedOut = new ArrayList<RpcCommand>();
        mode.serve(
                (command, _) -> {
                    carriedOut.add(command);
                    return RpcCommand.NO_DATA;
                },
                lines);
        out.flush();
        assertThat(carriedOut).containsExactly(RpcCommand.GET_STATE, RpcCommand.GET_STATE);
        assertThat(records())
                .extracting(
                        record -> record.get("id") + " " + record.get("command") + " " + record.bool("success", false))
                .containsExactly(
                        "1 set_session_name false", "2 get_state true", "null parse false", "3 get_state true");
        assertThat(records().getFirst().string("error"))
                .contains("is longer than the 33554432 that are read", "into a file");
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** So many bytes that nobody holds. */
    private static final class Endless extends InputStream {
        private long left;

        Endless(long bytes) {
            left = bytes;
        }

        @Override
        public int read() {
            return left-- > 0 ? 'x' : -1;
        }
    }

    @SuppressWarnings("try") // The end of the input is what the test is about.
    @Test
    void commands_beyond_a_number_wait_for_others_but_an_abort_does_not() throws Exception {
        mode.ready();
        var release = new CountDownLatch(1);
        try (var client = new PipedOutputStream();
                var in = new PipedInputStream(client, 1 << 20)) {
            var reader = Thread.ofPlatform().start(() -> {
                try {
                    mode.serve(
                            (command, _) -> {
                                if (command == RpcCommand.BASH) {
                                    release.await();
                                }
                                return RpcCommand.NO_DATA;
                            },
                            in);
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            for (int i = 0; i < MANY; i++) {
                send(client, "bash", "b" + i);
            }
            send(client, "get_state", "s");
            send(client, "abort", "a");
            Await.until("both are answered", () -> isAnswered("s") && isAnswered("a"));
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().equals("driven command"))
                    .hasSizeBetween(64, 72);
            assertThat(records()).hasSize(2);
            release.countDown();
            Await.until(
                    "all are answered",
                    () -> written.toString(StandardCharsets.UTF_8).lines().count() == MANY + 2);
            client.close();
            reader.join();
        }
        assertThat(records()).allMatch(record -> record.bool("success", false));
        assertThat(records().stream().map(record -> record.get("id")).distinct())
                .hasSize(MANY + 2);
    }

    private static void send(OutputStream client, String type, String id) throws Exception {
        client.write((JsonObject.of("type", type, "id", id) + "\n").getBytes(StandardCharsets.UTF_8));
        client.flush();
    }
}
