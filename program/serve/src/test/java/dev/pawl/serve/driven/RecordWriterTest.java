package dev.pawl.serve.driven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.StandardOutput;
import dev.pawl.cli.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A client that cannot be answered any more is not left waiting. */
class RecordWriterTest {
    @Test
    void where_a_record_cannot_be_written_the_input_ends_once() {
        var closed = new AtomicInteger();
        var in = new InputStream() {
            @Override
            public int read() {
                return -1;
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        var full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        var streams = new Streams(in, StandardOutput.to(full), new PrintStream(OutputStream.nullOutputStream()));
        var records = RecordWriter.to(streams);

        records.write(JsonObject.of("type", "one"));
        records.write(JsonObject.of("type", "two"));

        assertThat(records.isBroken()).isTrue();
        assertThat(closed).hasValue(1);
        assertThat(LostRecords.status(records, streams)).isEqualTo(1);
    }
}
