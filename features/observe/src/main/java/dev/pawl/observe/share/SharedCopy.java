package dev.pawl.observe.share;

import dev.pawl.base.file.OwnerOnly;
import dev.pawl.observe.page.SessionExport;
import dev.pawl.observe.trace.TraceLine;
import dev.pawl.session.Session;
import dev.pawl.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A copy of a session for others, without what should not be shared.
 *
 * @param file the copy
 * @param entries the number of its entries
 * @param bytes how large it is
 * @param found the number of removed places, by kind
 */
public record SharedCopy(Path file, int entries, long bytes, Map<String, Integer> found) {
    public SharedCopy {
        found = Map.copyOf(found);
    }

    /**
     * Writes the copy in the form that its name specifies: a page, Markdown, or a session file.
     *
     * @throws IllegalStateException if the session has no message yet
     */
    public static SharedCopy write(
            Session session, Sessions sessions, List<TraceLine> traces, Redaction redaction, Path target)
            throws IOException {
        var lines = new ArrayList<String>();
        lines.add(redaction
                .object(session.header().toJson().without("parentSession"))
                .toString());
        session.each((_, _, entry) -> lines.add(redaction.object(entry.toJson()).toString()));
        var plain = Files.createTempFile("pawl-share", ".jsonl", OwnerOnly.file(target));
        try {
            Files.write(plain, lines);
            try (var copy = sessions.openReadOnly(plain)) {
                var leaf = session.leafId();
                if (leaf != null && copy.entry(leaf) != null) {
                    copy.moveTo(leaf);
                }
                SessionExport.write(
                        copy,
                        sessions,
                        traces.stream().map(line -> redacted(line, redaction)).toList(),
                        target);
            }
        } finally {
            Files.deleteIfExists(plain);
        }
        return new SharedCopy(target, lines.size() - 1, Files.size(target), redaction.found());
    }

    private static TraceLine redacted(TraceLine line, Redaction redaction) {
        return TraceLine.from(redaction.object(line.toJson()));
    }

    /** Describes the copy and what was removed. */
    public List<String> preview() {
        var lines = new ArrayList<String>();
        lines.add(entries + (entries == 1 ? " entry, " : " entries, ") + (bytes + 999) / 1000 + " KB");
        var out = new ArrayList<String>();
        found.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(one -> out.add(one.getValue() + " × " + one.getKey()));
        lines.add(out.isEmpty() ? "nothing was found to remove" : "removed: " + String.join(", ", out));
        return lines;
    }
}
