package dev.pawl.session.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.property.Property;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredLogTest {
    private static final int ENTRIES = 1_500;

    /** Lines one behind the other, as in a file. */
    private static final class OneBehindTheOther implements LineStore {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public long append(byte[] line) {
            long offset = bytes.size();
            bytes.writeBytes(line);
            return offset;
        }

        @Override
        public byte[] read(long offset, int length) {
            return Arrays.copyOfRange(bytes.toByteArray(), (int) offset, (int) offset + length);
        }

        @Override
        public int readTogether() {
            return 10_000;
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }

    @Test
    void many_entries_are_read_in_any_order_as_each_is_read_alone() {
        Property.holds(10, draw -> {
            var header = (Entry.Header)
                    Entry.from(JsonObject.of("type", "session", "id", "s").with("timestamp", "2026-01-01T00:00:00Z"));
            var lines = draw.bool() ? new MemoryLines() : new OneBehindTheOther();
            var log = new StoredLog(header, new EntryIndex(), lines);
            int longest = draw.of(10, 3_000, 30_000);
            for (int i = 0; i < ENTRIES; i++) {
                log.append(Entry.from(JsonObject.of("type", "label", "id", "e" + i)
                        .with("timestamp", "2026-01-01T00:00:00Z")
                        .with("targetId", "e" + i)
                        .with("label", "ä".repeat(i % 100 == 0 ? longest : i % 7))));
            }
            var random = new Random(draw.integer(0, 1_000));
            int inOrder = draw.integer(0, 100);
            var indices = new int[2_000];
            for (int i = 0; i < indices.length; i++) {
                indices[i] = random.nextInt(100) < inOrder ? i % ENTRIES : random.nextInt(ENTRIES);
            }
            var read = log.entries(indices);
            for (int i = 0; i < indices.length; i++) {
                assertThat(read[i].id()).isEqualTo("e" + indices[i]);
                assertThat(read[i]).isEqualTo(log.entry(indices[i]));
            }
        });
    }
}
