package dev.pawl.session.record;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Changes the records of an old session, one after another in the order of the file.
 *
 * <p>Version 1 had no ids: entries followed each other, and a compaction named the first kept one by its place among the
 * records, the header being at 0. Version 2 called messages of hooks {@code hookMessage}.
 */
final class RecordMigration {
    /** The version of sessions that are written now. */
    static final int VERSION = 3;

    /** A text to be put in place of some bytes of a line. */
    private record Edit(int from, int to, String text) {}

    /** Bytes of a line, the last one not included. */
    private record Span(int from, int to) {}

    private final boolean withoutIds;
    private final RandomGenerator random;
    private final Set<String> taken = new HashSet<>();

    /** The new id of each record so far; null for one that gets none. */
    private final List<@Nullable String> ids = new ArrayList<>();

    private @Nullable String last;

    RecordMigration(long version, RandomGenerator random) {
        this.withoutIds = version < 2;
        this.random = random;
    }

    /** Returns the next line of the file as it has to be. */
    byte[] next(byte[] line) {
        var record = new Parts(line);
        if (!record.isWhole()) {
            return line;
        }
        var edits = edits(record);
        edits.sort(Comparator.comparingInt(Edit::from));
        var out = new ByteArrayOutputStream(line.length + 64);
        int copied = 0;
        for (var edit : edits) {
            out.write(line, copied, edit.from() - copied);
            out.writeBytes(edit.text().getBytes(StandardCharsets.UTF_8));
            copied = edit.to();
        }
        out.write(line, copied, line.length - copied);
        return out.toByteArray();
    }

    private List<Edit> edits(Parts record) {
        var edits = new ArrayList<Edit>();
        if (ids.isEmpty()) {
            ids.add(null);
            edits.add(field(record, record.version, "version", String.valueOf(VERSION)));
        } else if (record.type == null || record.type.equals("session")) {
            ids.add(null); // No entry, but it has its place in the count.
        } else {
            if (withoutIds) {
                chain(record, record.type, edits);
            }
            if (record.type.equals("message") && record.hookRole != null) {
                edits.add(new Edit(record.hookRole.from(), record.hookRole.to(), "\"custom\""));
            }
        }
        return edits;
    }

    private void chain(Parts record, String type, List<Edit> edits) {
        var id = SessionIds.entryId(random, taken::contains);
        taken.add(id);
        ids.add(id);
        edits.add(field(record, record.id, "id", quoted(id)));
        edits.add(field(record, record.parentId, "parentId", last == null ? "null" : quoted(last)));
        last = id;
        var firstKept = record.firstKept;
        if (type.equals("compaction") && firstKept != null) {
            var kept = idFrom(record.firstKeptIndex, id);
            edits.add(new Edit(firstKept.from(), firstKept.to(), "\"firstKeptEntryId\":" + quoted(kept)));
        }
    }

    /** Returns the entry at a place, or the next one; the compaction itself, which keeps nothing, if there is none before it. */
    private String idFrom(long place, String compaction) {
        for (long i = Math.max(place, 0); i < ids.size(); i++) {
            var id = ids.get((int) i);
            if (id != null) {
                return id;
            }
        }
        return compaction;
    }

    private static Edit field(Parts record, @Nullable Span value, String name, String json) {
        return value == null
                ? new Edit(record.typeEnd, record.typeEnd, ",\"" + name + "\":" + json)
                : new Edit(value.from(), value.to(), json);
    }

    private static String quoted(String id) {
        return '"' + id + '"';
    }

    /** The positions in a line of the parts that a migration changes. */
    private static final class Parts {
        private final JsonSpan spans;
        private final boolean isWhole;
        private @Nullable String type;
        /** Behind the value of the type, where fields can be added. */
        private int typeEnd;

        private @Nullable Span id;
        private @Nullable Span parentId;
        private @Nullable Span version;
        /** The field {@code firstKeptEntryIndex} with its name, if its value is a number. */
        private @Nullable Span firstKept;

        private long firstKeptIndex;
        /** The role of the message in its quotes, if it is the old one of hooks. */
        private @Nullable Span hookRole;

        Parts(byte[] line) {
            int to = line.length;
            while (to > 0 && (line[to - 1] == '\n' || line[to - 1] == '\r' || line[to - 1] == ' ')) {
                to--;
            }
            int from = 0;
            while (from < to && (line[from] == ' ' || line[from] == '\t')) {
                from++;
            }
            spans = new JsonSpan(line, to);
            isWhole = spans.isObject(from) && spans.object(from, this::field) == to;
        }

        boolean isWhole() {
            return isWhole;
        }

        private int field(int nameFrom, int nameTo, int at) {
            if (spans.is(nameFrom, nameTo, "message")) {
                return spans.object(at, this::messageField);
            }
            int end = spans.skip(at);
            if (spans.is(nameFrom, nameTo, "type")) {
                type = spans.string(at, end);
                typeEnd = end;
            } else if (spans.is(nameFrom, nameTo, "id")) {
                id = new Span(at, end);
            } else if (spans.is(nameFrom, nameTo, "parentId")) {
                parentId = new Span(at, end);
            } else if (spans.is(nameFrom, nameTo, "version")) {
                version = new Span(at, end);
            } else if (spans.is(nameFrom, nameTo, "firstKeptEntryIndex")
                    && spans.value(at, end) instanceof Number number) {
                firstKeptIndex = number.longValue();
                firstKept = new Span(nameFrom, end);
            }
            return end;
        }

        private int messageField(int nameFrom, int nameTo, int at) {
            int end = spans.skip(at);
            if (spans.is(nameFrom, nameTo, "role")) {
                hookRole = end != JsonSpan.NONE && spans.is(at, end, "hookMessage") ? new Span(at, end) : null;
            }
            return end;
        }
    }
}
