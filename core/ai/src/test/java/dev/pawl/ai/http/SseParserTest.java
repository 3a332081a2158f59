package dev.pawl.ai.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Property;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseParserTest {
    private static final String STREAM = "\uFEFF: a comment\r\n"
            + "event: first\r\ndata: {\"a\":1}\r\n\r\n"
            + "data: two\ndata: lines\n\n"
            + "data:no space\r\r"
            + "id: 7\nretry: 10\nunknown: x\ndata\n\n"
            + "event: named\n\n"
            + "data: ünï😀\n\n";

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
    void a_buffer_without_an_array_is_read_too() throws Exception {
        var events = new ArrayList<String>();
        var direct = ByteBuffer.allocateDirect(64);
        direct.put("data: x\n\n".getBytes(StandardCharsets.UTF_8)).flip();
        var parser = parser(events);
        parser.feed(direct);
        parser.end();
        assertThat(events).containsExactly("null|x");
    }

    @Test
    void an_event_larger_than_any_buffer_stays_whole() throws Exception {
        var large = "x".repeat(300_000);
        assertThat(parse("data: " + large + "\n\n", 1000)).containsExactly("null|" + large);
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

    private static SseParser parser(List<String> events) {
        return new SseParser((name, data, from, length) ->
                events.add(name + "|" + new String(data, from, length, StandardCharsets.UTF_8)));
    }
}
