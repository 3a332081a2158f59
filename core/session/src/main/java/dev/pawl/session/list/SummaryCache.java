package dev.pawl.session.list;

import dev.pawl.base.RegularFile;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The summaries of earlier listings in one file: a mark, the form's number, the records, and a checksum of all that.
 *
 * <p>It is only a memory: what is missing, damaged or outdated is scanned again, and deleting it costs time and
 * nothing else. Of several programs that write it at once, the last one wins.
 */
final class SummaryCache {
    /** To be raised whenever the form, or the way a session is summarised, changes. */
    private static final int FORM = 1;

    private static final int MARK = 0x50575353; // PWSS
    private static final int LARGEST = 256 << 20;
    private static final int HEAD = 2 * Integer.BYTES;

    private final Path file;
    private final Map<String, ByteBuffer> old = new HashMap<>();
    private final Map<String, byte[]> fresh = new HashMap<>();

    /** Reads what is there; the file and its folder need not exist. */
    SummaryCache(Path folder) {
        file = folder.resolve("sessions.cache");
        try {
            index(RegularFile.read(file, LARGEST));
        } catch (IOException | BufferUnderflowException _) {
            old.clear();
        }
    }

    /** Returns the summary of a file that has not changed since; null if there is none. */
    @Nullable
    SessionSummary find(FoundFile found) {
        var record = old.get(found.path().toString());
        if (record == null) {
            return null;
        }
        var in = record.duplicate();
        try {
            SummaryRecord.path(in);
            return in.getLong() == found.size() && in.getLong() == found.modifiedNanos()
                    ? SummaryRecord.summary(found.path(), in)
                    : null;
        } catch (BufferUnderflowException _) {
            return null;
        }
    }

    void add(FoundFile found, SessionSummary summary) {
        fresh.put(found.path().toString(), SummaryRecord.encode(found, summary));
    }

    /** Keeps what is new along with the rest, as far as its sessions still exist. */
    void save() {
        if (fresh.isEmpty()) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            var temporary = Files.createTempFile(file.getParent(), "sessions", ".cache.new");
            try {
                write(temporary);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException _) {
            // Nothing is lost but time.
        }
    }

    private void index(byte[] bytes) {
        var in = ByteBuffer.wrap(bytes);
        int end = bytes.length - Long.BYTES;
        if (end < HEAD || in.getInt() != MARK || in.getInt() != FORM || in.getLong(end) != checksum(bytes, end)) {
            return;
        }
        in.limit(end);
        while (in.hasRemaining()) {
            int length = in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new BufferUnderflowException();
            }
            var record = in.slice(in.position(), length);
            in.position(in.position() + length);
            old.put(SummaryRecord.path(record), record.rewind());
        }
    }

    private void write(Path target) throws IOException {
        var checksum = new CRC32();
        try (var out = new DataOutputStream(
                new CheckedOutputStream(new BufferedOutputStream(Files.newOutputStream(target), 1 << 16), checksum))) {
            out.writeInt(MARK);
            out.writeInt(FORM);
            for (var record : old.entrySet()) {
                if (!fresh.containsKey(record.getKey()) && Files.exists(Path.of(record.getKey()))) {
                    var bytes = record.getValue();
                    out.writeInt(bytes.remaining());
                    out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
                }
            }
            for (var record : fresh.values()) {
                out.write(record);
            }
            out.writeLong(checksum.getValue());
        }
    }

    private static long checksum(byte[] bytes, int end) {
        var checksum = new CRC32();
        checksum.update(bytes, 0, end);
        return checksum.getValue();
    }
}
