package dev.pawl.bridge.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages have the fields of the table, and what is not a message is named and fails nobody else. */
class MessageCodecTest {
    private static final List<HostMessage> EVERY = List.of(
            new HostMessage.Hello(1, "/p", true, Map.of("context", List.of("messages")), 30_000, "dark"),
            new HostMessage.Import(1, "/a.ts", 10),
            new HostMessage.Load(2, 1, "/a.ts", "/b.ts", JsonObject.of("plugin", "p")),
            new HostMessage.Call(
                    new HostMessage.Target(3, 1, 4),
                    "command",
                    List.of("x"),
                    JsonObject.of("mode", "tui"),
                    true,
                    new HostMessage.CommandArguments(List.of("x"), "x")),
            new HostMessage.Fire(4, List.of(new HostMessage.Handler(1, 5)), List.of("x"), JsonObject.of("mode", "tui")),
            new HostMessage.Cancel(3, null),
            new HostMessage.Cancel(4, 1),
            new HostMessage.Settled(1, true),
            new HostMessage.Unload(1),
            new HostMessage.Renew(),
            new HostMessage.Response(9, "value", null),
            new HostMessage.Response(9, null, "why"),
            new HostMessage.End());

    @Test
    void every_message_to_node_has_the_name_and_the_fields_of_the_table() {
        var seen = new ArrayList<String>();
        for (var message : EVERY) {
            var json = message.json();
            var type = MessageType.valueOf(message.getClass().getSimpleName().toUpperCase(java.util.Locale.ROOT));
            assertThat(json.get("type")).isEqualTo(type.wire());
            var allowed =
                    type.fields().stream().map(field -> field.replace("?", "")).toList();
            assertThat(json.without("type").names()).as(type.wire()).isSubsetOf(allowed);
            assertThat(json.names())
                    .as(type.wire())
                    .containsAll(type.fields().stream()
                            .filter(field -> !field.endsWith("?"))
                            .toList());
            seen.add(type.wire());
            json.without("type").names().forEach(name -> seen.add(type.wire() + "." + name));
        }
        for (var type : MessageType.values()) {
            if (type.sender() == MessageType.Sender.HOST) {
                assertThat(seen).contains(type.wire());
                type.fields().forEach(field -> assertThat(seen).contains(type.wire() + "." + field.replace("?", "")));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"greet\"}                            | greet   |   | no message of the type greet",
                "{\"id\":3}                                      |         | 3 | no message of the type null",
                "{\"type\":7}                                    |         |   | no message of the type 7",
                "{\"type\":\"return\",\"value\":1}               | return  |   | field id of the message return must"
                        + " be a number",
                "{\"type\":\"return\",\"id\":\"7\"}              | return  |   | field id of the message return must"
                        + " be a number, not 7",
                "{\"type\":\"request\",\"id\":7,\"method\":\"sing\",\"extension\":1} | request | 7 | the method sing"
                        + " does not exist",
                "{\"type\":\"request\",\"id\":7,\"method\":\"state\"} | request | 7 | field extension of the message"
                        + " request",
                "{\"type\":\"ready\",\"protocol\":1,\"node\":20} | ready   |   | field node of the message ready must"
                        + " be a string",
                "{\"type\":\"return\",\"id\":12,\"value\":tru    | return  | 12 | tru",
                "[1,2]                                           |         |   | not a JSON object",
                "nonsense                                        |         |   | nonsense",
            })
    void what_is_no_message_is_read_as_far_as_it_can_be(String body, String type, Long id, String why) {
        assertThat(MessageCodec.decode(body.strip().getBytes(UTF_8)))
                .isInstanceOfSatisfying(NodeMessage.Malformed.class, malformed -> {
                    assertThat(malformed.type()).isEqualTo(type);
                    assertThat(malformed.id()).isEqualTo(id);
                    assertThat(malformed.why()).contains(why);
                });
    }

    @SuppressWarnings("try") // The end of the pipe is what ends the reader.
    @Test
    void an_answer_that_cannot_be_read_fails_its_own_call_and_no_other() throws Exception {
        var heard = new LinkedBlockingQueue<NodeMessage>();
        try (var pipe = new PipedOutputStream();
                var in = new PipedInputStream(pipe)) {
            var sent = new ByteArrayOutputStream();
            var connection = new NodeConnection(new Frames(in, sent), (message, _) -> heard.add(message));
            var answers = new LinkedBlockingQueue<String>();
            var first = waiting(connection, answers);
            var second = waiting(connection, answers);
            // The calls have the numbers 1 and 2 in the order in which they were sent.
            var reader = Thread.ofVirtual().start(() -> {
                try {
                    connection.readAll();
                } catch (IOException e) {
                    answers.add("the connection ended: " + e.getMessage());
                }
            });
            Await.until("both calls are sent", () -> count(sent.toString(UTF_8), "\"import\"") >= 2);
            write(pipe, "nonsense");
            write(pipe, "{\"type\":\"return\",\"id\":1,\"value\":tru");
            assertThat(answers.take()).startsWith("failed: ").contains("tru");
            write(pipe, "{\"type\":\"return\",\"id\":2,\"value\":\"fine\"}");
            assertThat(answers.take()).isEqualTo("fine");
            pipe.close();
            first.join();
            second.join();
            reader.join();
            assertThat(heard).hasSize(2).allMatch(NodeMessage.Malformed.class::isInstance);
            assertThat(answers).isEmpty();
        }
    }

    @Test
    void a_length_that_is_none_ends_the_connection_with_a_sentence() throws Exception {
        var in = new java.io.ByteArrayInputStream("hello, world".getBytes(UTF_8));
        var connection = new NodeConnection(new Frames(in, new ByteArrayOutputStream()), (_, _) -> {});
        assertThatThrownBy(connection::readAll)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("something else was written to the pipe");
    }

    @Test
    void a_side_that_was_given_up_is_overdue_until_it_says_something() throws Exception {
        var bytes = new ByteArrayOutputStream();
        var body = "{\"type\":\"return\",\"id\":1,\"value\":\"late\"}".getBytes(UTF_8);
        new DataOutputStream(bytes).writeInt(body.length);
        bytes.write(body);
        var in = new java.io.ByteArrayInputStream(bytes.toByteArray());
        var connection = new NodeConnection(new Frames(in, new ByteArrayOutputStream()), (_, _) -> {});
        try (var call = connection.open(id -> new HostMessage.Import(id, "/a.ts", 1), Scope.of((HookContext) null))) {
            assertThat(connection.isOverdue()).isFalse();
            call.cancel(null);
            assertThat(connection.isOverdue()).isTrue();
            connection.readAll();
            assertThat(connection.isOverdue()).isFalse();
        }
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    private static Thread waiting(NodeConnection connection, BlockingQueue<String> answers) {
        return Thread.ofVirtual().start(() -> {
            try {
                answers.add(String.valueOf(connection.call(
                        id -> new HostMessage.Import(id, "/a.ts", 1), Scope.of((HookContext) null), _ -> {})));
            } catch (IllegalStateException e) {
                answers.add("failed: " + e.getMessage());
            } catch (InterruptedException e) {
                answers.add("interrupted");
            }
        });
    }

    private static void write(PipedOutputStream pipe, String body) throws IOException {
        var bytes = body.getBytes(UTF_8);
        var out = new DataOutputStream(pipe);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }
}
