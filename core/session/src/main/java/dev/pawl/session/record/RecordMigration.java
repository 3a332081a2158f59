package dev.pawl.session.record;

import dev.pawl.session.record.RecordSpans.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What has to change in each record of an old session, record after record in the order of the file.
 *
 * <p>Version 1 had no ids: entries followed each other, and a compaction named the first kept one by its place among the
 * records, the header being at 0. Version 2 called messages of hooks {@code hookMessage}.
 */
final class RecordMigration {
    /** A text to be put in place of some bytes. */
    record Edit(long from, long to, String text) {}

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

    /** What has to change in the next record, in the order of the file. */
    List<Edit> next(RecordSpans record) {
        var edits = new ArrayList<Edit>();
        var type = record.type();
        if (ids.isEmpty()) {
            ids.add(null);
            edits.add(field(record, record.version(), "version", String.valueOf(Migration.VERSION)));
        } else if (type == null || type.equals("session")) {
            ids.add(null); // No entry, but it has its place in the count.
        } else {
            if (withoutIds) {
                chain(record, type, edits);
            }
            var role = type.equals("message") ? record.role("hookMessage") : null;
            if (role != null) {
                edits.add(new Edit(role.from(), role.to(), "\"custom\""));
            }
        }
        edits.sort(Comparator.comparingLong(Edit::from));
        return edits;
    }

    private void chain(RecordSpans record, String type, List<Edit> edits) {
        var id = SessionIds.entryId(random, taken::contains);
        taken.add(id);
        ids.add(id);
        edits.add(field(record, record.id(), "id", quoted(id)));
        edits.add(field(record, record.parentId(), "parentId", last == null ? "null" : quoted(last)));
        last = id;
        var firstKept = record.firstKept();
        if (type.equals("compaction") && firstKept != null) {
            var kept = idFrom(record.firstKeptIndex(), id);
            edits.add(new Edit(firstKept.from(), firstKept.to(), "\"firstKeptEntryId\":" + quoted(kept)));
        }
    }

    /** The entry at a place, or the next one; the compaction itself, which keeps nothing, if there is none before it. */
    private String idFrom(long place, String compaction) {
        for (long i = Math.max(place, 0); i < ids.size(); i++) {
            var id = ids.get((int) i);
            if (id != null) {
                return id;
            }
        }
        return compaction;
    }

    private static Edit field(RecordSpans record, @Nullable Span value, String name, String json) {
        return value == null
                ? new Edit(record.typeEnd(), record.typeEnd(), ",\"" + name + "\":" + json)
                : new Edit(value.from(), value.to(), json);
    }

    private static String quoted(String id) {
        return '"' + id + '"';
    }
}
