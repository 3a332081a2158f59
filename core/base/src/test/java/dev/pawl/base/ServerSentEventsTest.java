package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events of a stream, however its bytes are cut. */
class ServerSentEventsTest {
    private static final String STREAM = "\uFEFF: a comment\r\n"
            + "event: first\r\ndata: {\"a\":1}\r\n\r\n"
            + "data: two\ndata: lines\n\n"
            + "data:no space\r\r"
            + "id: 7\nretry: 10\nunknown: x\ndata\n\n"
            + "event: named\n\n"
            + "data: ünï😀\n\n";

    private static final int LARGEST = 1 << 20;
    private static final List<String> EVENTS =
            List.of("first|{\"a\":1}", "null|two\nlines", "null|no space", "null|", "null|ünï😀");

    @Test
    void events_are_found_whatever_ends_a_line() throws Exception {
        assertThat(parse(STREAM, STREAM.getBytes(StandardCharsets.UTF_8).length))
                .isEqualTo(EVENTS);
    }

    @Test
    void a_stream_that_comes_byte_by_byte_is_the_same_stream() throws Exception {
        assertThat(parse(STREAM, 1)).isEqualTo(EVENTS);
    }

    @Test
    void splitting_the_bytes_anywhere_changes_nothing() {
        Property.holds(300, draw -> {
            var cuts = draw.list(0, 20, () -> draw.integer(1, 9));
            var bytes = STREAM.getBytes(StandardCharsets.UTF_8);
            var events = new ArrayList<String>();
            var parser = parser(events);
            int at = 0;
            for (int cut : cuts) {
                int length = Math.min(cut, bytes.length - at);
                parser.feed(bytes, at, length);
                at += length;
            }
            parser.feed(bytes, at, bytes.length - at);
            parser.end();
            assertThat(events).isEqualTo(EVENTS);
        });
    }

    @Test
    void an_event_that_nothing_closed_counts_when_the_stream_ends() throws Exception {
        assertThat(parse("data: last", 3)).containsExactly("null|last");
        assertThat(parse("data: last\n", 3)).containsExactly("null|last");
    }

    @Test
    void an_event_larger_than_any_buffer_stays_whole() throws Exception {
        var large = "x".repeat(300_000);
        assertThat(parse("data: " + large + "\n\n", 1000)).containsExactly("null|" + large);
    }

    @Test
    void an_event_that_does_not_end_is_refused_before_the_memory_is_full() {
        var parser = parser(new ArrayList<>());
        var piece = "x".repeat(LARGEST).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> {
                    parser.feed(piece, 0, piece.length);
                    parser.feed(piece, 0, piece.length);
                })
                .hasMessage("too large");
    }

    @Test
    void lines_of_data_that_are_empty_are_lines() throws Exception {
        assertThat(parse("data:\ndata: x\ndata\n\n", 100)).containsExactly("null|\nx\n");
    }

    @Test
    void a_name_holds_for_its_event_only_and_one_space_belongs_to_no_value() throws Exception {
        assertThat(parse("event: a\n\ndata:  x\n\nevent:b\ndata:y\n\ndata: z\n\n", 100))
                .containsExactly("null| x", "b|y", "null|z");
    }

    @ParameterizedTest
    @CsvSource({
        "'id: 7|data: x||', 7",
        "'id: 7||data: x||', 7",
        "'id: 7|data: x||id|data: y||', ''",
        "'id: 7|data: x||id: 8|data: y', 7",
        "'id: 7|data: x||id: 8|data: y|', 7",
        "'id: 7|data: x||id: 8\\0|data: y||', 7",
        "'idea: 7|data: x||', "
    })
    void an_id_counts_when_its_event_is_whole(String stream, @Nullable String id) throws Exception {
        var parser = parser(new ArrayList<>());
        feed(parser, stream.replace('|', '\n').replace("\\0", "\0"));
        parser.end();
        assertThat(parser.lastId()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({"250, 250", "soon, -1", "-5, -1", "1e3, -1", "'', -1", "99999999999999999999, -1"})
    void a_time_to_wait_is_written_in_digits(String written, long millis) throws Exception {
        var parser = parser(new ArrayList<>());
        feed(parser, "retry: " + written + "\n");
        assertThat(parser.retryMillis()).isEqualTo(millis);
    }

    private static void feed(ServerSentEvents parser, String stream) throws Exception {
        var bytes = stream.getBytes(StandardCharsets.UTF_8);
        parser.feed(bytes, 0, bytes.length);
    }

    private static List<String> parse(String stream, int piece) throws Exception {
        var bytes = stream.getBytes(StandardCharsets.UTF_8);
        var events = new ArrayList<String>();
        var parser = parser(events);
        for (int at = 0; at < bytes.length; at += piece) {
            parser.feed(bytes, at, Math.min(piece, bytes.length - at));
        }
        parser.end();
        return events;
    }

    private static ServerSentEvents parser(List<String> events) {
        return new ServerSentEvents(
                LARGEST,
                () -> new IOException("too large"),
                (name, data, from, length) ->
                        events.add(name + "|" + new String(data, from, length, StandardCharsets.UTF_8)));
    }
}
