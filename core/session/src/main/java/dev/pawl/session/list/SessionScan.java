package dev.pawl.session.list;

import dev.pawl.api.json.JsonObject;
import dev.pawl.session.record.Lines;
import dev.pawl.session.record.RecordParser;
import dev.pawl.session.record.SessionHeaderReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Sums a session file up by going through it once, line by line. */
final class SessionScan {
    /** A longer text was not typed; it is not even read. */
    private static final int LONGEST_TEXT = 4_000_000;

    private static final RecordParser PARSER = new RecordParser(LONGEST_TEXT);

    private final SessionText text = new SessionText();
    private int messages;
    private @Nullable String name;
    private @Nullable Instant lastMessage;

    private SessionScan() {}

    /** The summary of a file; null if it is not a session. */
    static @Nullable SessionSummary read(FoundFile file) throws IOException {
        try (var channel = FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            var header = SessionHeaderReader.read(channel);
            if (header == null) {
                return null;
            }
            var scan = new SessionScan();
            var lines = new Lines(channel, StandardCharsets.UTF_8, Long.MAX_VALUE);
            while (lines.next()) {
                scan.line(lines);
            }
            return scan.summary(file, header);
        }
    }

    private void line(Lines lines) throws IOException {
        var entry = new EntryGlance(!text.full());
        var outcome = PARSER.read(lines.bytes(), entry::read);
        if (outcome == RecordParser.Outcome.MALFORMED) {
            lines.again();
            entry = new EntryGlance(!text.full());
            outcome = PARSER.read(lines.text(), entry::read);
        }
        if (outcome == RecordParser.Outcome.TOO_LARGE) {
            lines.again();
            entry = new EntryGlance(false);
            outcome = PARSER.read(lines.text(), entry::read);
        }
        if (outcome == RecordParser.Outcome.READ) {
            entry(entry);
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
