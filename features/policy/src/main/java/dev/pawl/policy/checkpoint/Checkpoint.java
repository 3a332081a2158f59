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
 * @param tree the tree of the files
 * @param root the folder that they are in
 * @param before the call that followed
 * @param named files outside of the tree; null for those that did not exist
 * @param leaf the position of the conversation, if it was made before a rewind; null for all others
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

    /** The checkpoint of an entry; null if the entry is not one. */
    static @Nullable Checkpoint of(Entry entry) {
        if (!(entry instanceof Entry.Custom custom)
                || !custom.customType().equals(TYPE)
                || !(custom.data() instanceof JsonObject data)) {
            return null;
        }
        var tree = data.string("tree", "");
        // The value is an argument of git and comes from a file, so it is checked.
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

    /** The data of the entry of a snapshot. */
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
        if (written instanceof String text && text.matches("(1[0-7]{5} [0-9a-f]{40,64}|4[0-7]{4} )")) {
            int space = text.indexOf(' ');
            return new Node(Integer.parseInt(text.substring(0, space), 8), text.substring(space + 1));
        }
        return null;
    }
}
