package dev.pawl.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.base.BoundedLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events of a stream, byte by byte as servers send them. */
class SseReaderTest {
    private static SseReader reader(String stream) {
        return new SseReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> events(SseReader reader) throws IOException {
        var events = new ArrayList<String>();
        for (var data = reader.next(); data != null; data = reader.next()) {
            events.add(new String(data, StandardCharsets.UTF_8));
        }
        return events;
    }

    @Test
    void events_end_at_an_empty_line_and_lines_of_data_belong_together() throws Exception {
        assertThat(events(reader("data: one\n\ndata:two\ndata: and more\n\n"))).containsExactly("one", "two\nand more");
    }

    @Test
    void both_kinds_of_line_ends_count_and_comments_do_not() throws Exception {
        assertThat(events(reader(": hello\r\n\r\ndata: one\r\n\r\n: still here\n\n\ndata: two\n\n")))
                .containsExactly("one", "two");
    }

    @Test
    void an_event_without_an_empty_line_behind_it_counts_at_the_end() throws Exception {
        assertThat(events(reader("data: cut off"))).containsExactly("cut off");
    }

    @Test
    void ids_and_waiting_times_are_remembered_for_the_next_connection() throws Exception {
        var reader = reader("id: 7\nretry: 250\ndata: one\n\nevent: other\ndata: two\n\n");
        assertThat(reader.lastId()).isNull();
        assertThat(reader.retryMillis()).isNegative();
        assertThat(events(reader)).containsExactly("one", "two");
        assertThat(reader.lastId()).isEqualTo("7");
        assertThat(reader.retryMillis()).isEqualTo(250);
    }

    @ParameterizedTest
    @CsvSource({"-5, -1", "999999999, 60000", "soon, -1"})
    void a_server_cannot_have_the_client_wait_for_ever(String written, long millis) throws Exception {
        var reader = reader("retry: " + written + "\ndata: x\n\n");
        events(reader);
        assertThat(reader.retryMillis()).isEqualTo(millis);
    }

    @Test
    void a_stream_that_breaks_is_resumed_behind_what_was_read() throws Exception {
        var reader = reader("id: 1\ndata: one\n\nid: 2\ndata: two\n\nid: 3\ndata: thr");
        assertThat(reader.next()).asString(StandardCharsets.UTF_8).isEqualTo("one");
        assertThat(reader.lastId()).isEqualTo("1");
        assertThat(events(reader)).containsExactly("two", "thr");
        assertThat(reader.lastId()).isEqualTo("2");
    }

    @Test
    void a_line_that_does_not_end_is_an_error_before_the_memory_is_full() {
        var endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] into, int from, int length) {
                java.util.Arrays.fill(into, from, from + length, (byte) 'x');
                return length;
            }
        };
        assertThatThrownBy(() -> new BoundedLines(endless, 1 << 20).next())
                .isInstanceOf(IOException.class)
                .hasMessage("it sent a message of more than 1 MB");
    }
}
