package dev.pawl.session.list;

import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import dev.pawl.session.record.SessionHeaderReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Sums a session file up by going through it once, line by line. */
final class SessionScan {
    /** A longer line is left out. */
    private static final int LONGEST_LINE = 32 << 20;

    private final SessionText text = new SessionText();
    private int messages;
    private @Nullable String name;
    private @Nullable Instant lastMessage;

    private SessionScan() {}

    /** Returns the summary of a file; null if it is not a session. */
    static @Nullable SessionSummary read(FoundFile file) throws IOException {
        var header = SessionHeaderReader.read(file.path());
        if (header == null) {
            return null;
        }
        var scan = new SessionScan();
        try (var in = Files.newInputStream(file.path(), LinkOption.NOFOLLOW_LINKS)) {
            var lines = new JsonLines(in, LONGEST_LINE);
            for (var line = next(lines); line != null; line = next(lines)) {
                var entry = EntryGlance.of(line, !scan.text.full());
                if (entry != null) {
                    scan.entry(entry);
                }
            }
        }
        return scan.summary(file, header);
    }

    private static byte @Nullable [] next(JsonLines lines) throws IOException {
        while (true) {
            try {
                return lines.next();
            } catch (JsonLines.TooLong e) {
                // It is as good as damaged.
            }
        }
    }

    private void entry(EntryGlance entry) {
        if (entry.type().equals("session_info")) {
            var given = entry.name() == null ? "" : entry.name().strip();
            name = given.isEmpty() ? null : given;
        } else if (entry.type().equals("message")) {
            messages++;
        }
        if (entry.isMessage()) {
            text.add(entry.text(), entry.isUser());
            var time = entry.time();
            if (time != null && (lastMessage == null || time.isAfter(lastMessage))) {
                lastMessage = time;
            }
        }
    }

    private SessionSummary summary(FoundFile file, JsonObject header) {
        var begun = EntryGlance.time(header.get("timestamp"));
        var created = begun != null ? begun : Instant.ofEpochMilli(file.modifiedMillis());
        return new SessionSummary(
                file.path(),
                header.string("id", ""),
                header.string("cwd", ""),
                name,
                header.string("parentSession"),
                created,
                lastMessage != null ? lastMessage : created,
                messages,
                text.first(),
                SearchText.of(text.all()));
    }
}
