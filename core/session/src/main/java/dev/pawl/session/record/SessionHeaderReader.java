package dev.pawl.session.record;

import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Distinguishes sessions from other files by their beginning. */
public final class SessionHeaderReader {
    private static final int LIMIT = 1 << 20;

    private SessionHeaderReader() {}

    /** Returns the header; null if the file is not a session or cannot be read. */
    public static @Nullable JsonObject read(Path file) {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return read(in);
        } catch (IOException _) {
            return null;
        }
    }

    /** Returns the first record within the first MiB, if it is a header; null otherwise. */
    private static @Nullable JsonObject read(InputStream file) throws IOException {
        var lines = new JsonLines(file, LIMIT);
        long read = 0;
        for (var line = lines.next(); line != null && read < LIMIT; line = lines.next()) {
            read += line.length + 1;
            var record = record(line);
            if (record != null) {
                return isHeader(record) ? record : null;
            }
        }
        return null;
    }

    private static boolean isHeader(JsonObject record) {
        return "session".equals(record.get("type")) && record.get("id") instanceof String;
    }

    private static @Nullable JsonObject record(byte[] line) {
        try {
            return JsonObject.parse(line);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
