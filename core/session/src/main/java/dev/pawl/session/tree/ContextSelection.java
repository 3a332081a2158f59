package dev.pawl.session.tree;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a branch that make up the model's context: the latest compaction, what it kept, and what came after.
 *
 * <p>Finding them reads no entry but that compaction. A place is a position on the branch, 0 for its root.
 */
public final class ContextSelection {
    private final EntryLog log;
    private final int[] path;
    private final int compactionPlace;
    private final Entry.@Nullable Compaction compaction;

    private ContextSelection(EntryLog log, int[] path, int compactionPlace, Entry.@Nullable Compaction compaction) {
        this.log = log;
        this.path = path;
        this.compactionPlace = compactionPlace;
        this.compaction = compaction;
    }

    /** Selects from a path as {@link Branch#path} gives it. */
    public static ContextSelection of(EntryLog log, int[] path) {
        for (int place = path.length - 1; place >= 0; place--) {
            if (log.type(path[place]).equals("compaction")
                    && log.entry(path[place]) instanceof Entry.Compaction compaction) {
                return new ContextSelection(log, path, place, compaction);
            }
        }
        return new ContextSelection(log, path, EntryLog.NONE, null);
    }

    /** Returns the places in the order of the context, the compaction first. */
    int[] places() {
        if (compaction == null) {
            return IntStream.range(0, path.length).toArray();
        }
        var kept = IntStream.range(firstKept(compaction.firstKeptEntryId()), compactionPlace);
        var later = IntStream.range(compactionPlace + 1, path.length);
        return IntStream.concat(IntStream.of(compactionPlace), IntStream.concat(kept, later))
                .toArray();
    }

    /** Returns the entry at a place, as its index in the log. */
    int index(int place) {
        return path[place];
    }

    /** Reads the entries at some places; null for a system prompt that the compaction's own took the place of. */
    @Nullable
    Entry[] read(int[] places) {
        var read = log.entries(Arrays.stream(places)
                .filter(place -> place != compactionPlace)
                .map(this::index)
                .toArray());
        var entries = new @Nullable Entry[places.length];
        int next = 0;
        for (int i = 0; i < places.length; i++) {
            var entry = places[i] == compactionPlace ? compaction : read[next++];
            boolean overtaken = entry instanceof Entry.MessageEntry stored
                    && stored.message() instanceof Message.SystemPrompt prompt
                    && isOvertaken(places[i], prompt.role());
            entries[i] = overtaken ? null : entry;
        }
        return entries;
    }

    /** Returns whether a message of this role is a system prompt that the compaction's own took the place of. */
    boolean isOvertaken(int place, String role) {
        return place < compactionPlace && role.equals("system");
    }

    /** Reads all of them, also those that have no content for the model. */
    public List<Entry> entries() {
        return Arrays.stream(read(places())).filter(Objects::nonNull).toList();
    }

    /** Returns the compaction's own place if it kept itself, which means nothing, or an entry that is not on the path. */
    private int firstKept(@Nullable String id) {
        for (int place = compactionPlace; place >= 0; place--) {
            if (log.id(path[place]).equals(id)) {
                return place;
            }
        }
        return compactionPlace;
    }
}
