package dev.pawl.policy.checkpoint;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot that an entry of the session names.
 *
 * @param entry the id of that entry
 * @param tree what the files looked like
 * @param root the folder that they are in
 * @param before what was done next
 * @param named files beyond the tree with what they were; null for those that did not exist
 * @param leaf for one that was made before a rewind, where the conversation was; null for all others
 */
record Checkpoint(
        String entry,
        Instant time,
        String tree,
        String root,
        String before,
        Map<String, @Nullable Node> named,
        @Nullable String leaf) {
    /** The type of the entries. */
    static final String TYPE = "checkpoint";

    /** All of a session, oldest first. */
    static List<Checkpoint> all(List<Entry> entries) {
        var all = new ArrayList<Checkpoint>();
        for (var entry : entries) {
            var read = of(entry);
            if (read != null) {
                all.add(read);
            }
        }
        return all;
    }

    /** The checkpoint of an entry; null if it is none. */
    static @Nullable Checkpoint of(Entry entry) {
        if (!(entry instanceof Entry.Custom custom)
                || !custom.customType().equals(TYPE)
                || !(custom.data() instanceof JsonObject data)) {
            return null;
        }
        var tree = data.string("tree", "");
        // What goes to git as an argument comes from a file.
        if (!tree.matches("[0-9a-f]{40,64}")) {
            return null;
        }
        var named = new TreeMap<String, @Nullable Node>();
        data.object("named").asMap().forEach((path, written) -> named.put(path, node(written)));
        return new Checkpoint(
                entry.id(),
                entry.timestamp(),
                tree,
                data.string("root", ""),
                data.string("before", ""),
                named,
                data.string("leaf"));
    }

    /** What the entry of a snapshot holds. */
    static JsonObject data(Snapshot snapshot, String root, String before, @Nullable String leaf) {
        var data = JsonObject.of("tree", snapshot.tree(), "root", root).with("before", before);
        if (!snapshot.named().isEmpty()) {
            var named = new LinkedHashMap<String, @Nullable Object>();
            snapshot.named()
                    .forEach((path, node) -> named.put(
                            path, node == null ? null : Integer.toOctalString(node.mode()) + " " + node.id()));
            data = data.with("named", JsonObject.from(named));
        }
        return leaf == null ? data : data.with("leaf", leaf);
    }

    private static @Nullable Node node(@Nullable Object written) {
        if (written instanceof String text && text.matches("1[0-7]{5} [0-9a-f]{40,64}")) {
            return new Node(Integer.parseInt(text.substring(0, 6), 8), text.substring(7));
        }
        return null;
    }
}
