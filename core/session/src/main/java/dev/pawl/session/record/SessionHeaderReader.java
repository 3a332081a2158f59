package dev.pawl.session.record;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Distinguishes sessions from other files by their beginning. */
public final class SessionHeaderReader {
    private static final int LIMIT = 1 << 20;

    private SessionHeaderReader() {}

    /** The header; null if the file is not a session or cannot be read. */
    public static @Nullable JsonObject read(Path file) {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return read(channel);
        } catch (IOException _) {
            return null;
        }
    }

    /** The first record within the first MiB, if it is a header; null otherwise. */
    public static @Nullable JsonObject read(SeekableByteChannel file) throws IOException {
        var lines = new Lines(file, StandardCharsets.UTF_8, LIMIT);
        while (lines.next()) {
            var record = record(lines.string());
            if (record != null) {
                return isHeader(record) ? record : null;
            }
        }
        return null;
    }

    private static boolean isHeader(JsonObject record) {
        return "session".equals(record.get("type")) && record.get("id") instanceof String;
    }

    private static @Nullable JsonObject record(String line) {
        try {
            return line.isBlank() ? null : JsonObject.parse(line);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
