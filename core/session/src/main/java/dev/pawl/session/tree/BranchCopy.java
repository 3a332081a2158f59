package dev.pawl.session.tree;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.session.record.SessionIds;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.store.StoredLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Copies one branch of a session into an empty one.
 *
 * <p>Lines are copied as they are, except where the parent changes because a label between is left out. Labels of copied
 * entries follow at the end, as new entries.
 */
public final class BranchCopy {
    private final EntryLog source;
    private final StoredLog target;
    private @Nullable String parent;

    private BranchCopy(EntryLog source, StoredLog target) {
        this.source = source;
        this.target = target;
    }

    public static void copy(StoredLog source, int leaf, StoredLog target, RandomGenerator random) throws IOException {
        var copy = new BranchCopy(source, target);
        var path = leaf == EntryLog.NONE ? new int[0] : Branch.path(source, leaf);
        var copied = new HashSet<Integer>();
        for (int i = 0; i < path.length; i++) {
            if (!source.type(path[i]).equals("label")) {
                copy.line(source.line(path[i]), path, i);
                copied.add(path[i]);
            }
        }
        copy.labels(copied, random);
    }

    private void line(byte[] line, int[] path, int at) throws IOException {
        var id = source.id(path[at]);
        var type = source.type(path[at]);
        var oldParent = at == 0 ? null : source.id(path[at - 1]);
        var kept = type.equals("compaction") ? keptInstead(path, at) : null;
        if (!Objects.equals(parent, oldParent) || kept != null) {
            var json =
                    JsonObject.parse(new String(line, StandardCharsets.UTF_8)).with("parentId", parent);
            json = json.given("firstKeptEntryId", kept);
            target.append(Json.writeUtf8(json), id, parent, type);
        } else {
            target.append(line, id, parent, type);
        }
        parent = id;
    }

    /** Returns the entry after a label that a compaction kept first; null where it kept something else. */
    private @Nullable String keptInstead(int[] path, int at) {
        if (!(source.entry(path[at]) instanceof Entry.Compaction compaction)) {
            return null;
        }
        for (int i = 0; i < at; i++) {
            if (source.id(path[i]).equals(compaction.firstKeptEntryId()) && isLabel(path[i])) {
                int next = i;
                while (next < at && isLabel(path[next])) {
                    next++;
                }
                return source.id(path[next]);
            }
        }
        return null;
    }

    private boolean isLabel(int index) {
        return source.type(index).equals("label");
    }

    private void labels(Set<Integer> copied, RandomGenerator random) throws IOException {
        for (var label : Labels.in(source).entrySet()) {
            if (copied.contains(label.getKey())) {
                var old = label.getValue();
                var id = SessionIds.entryId(random, taken -> target.find(taken) != EntryLog.NONE);
                var entry = new Entry.LabelChange(
                        new EntryNode(id, parent, old.timestamp()), old.targetId(), old.label(), old.extra());
                target.append(entry);
                parent = entry.id();
            }
        }
    }
}
