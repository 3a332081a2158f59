package dev.pawl.session;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.tree.Branch;
import dev.pawl.session.tree.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A log of entries in memory, which remembers the index of every entry it was asked for.
 *
 * <p>Every entry that is added hangs below the one before, unless {@link #branch} or {@link #reset} moved the leaf, is
 * called {@code e0}, {@code e1}, … and is a second younger.
 */
public final class MemoryLog implements EntryLog {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<JsonObject> records = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final Map<String, Integer> byId = new HashMap<>();
    private final List<Integer> read = new ArrayList<>();
    private int leaf = NONE;

    /** The lines of a session file, its header left out. */
    public static MemoryLog ofLines(String lines) {
        var log = new MemoryLog();
        lines.lines().map(JsonObject::parse).forEach(log::record);
        return log;
    }

    /** Adds a record as it is. */
    int record(JsonObject json) {
        var parentId = json.string("parentId");
        parents.add(parentId == null ? NONE : byId.getOrDefault(parentId, NONE));
        byId.put(json.string("id", ""), records.size());
        records.add(json);
        leaf = records.size() - 1;
        return leaf;
    }

    /** Adds a child of the leaf. */
    public int add(String type, JsonObject fields) {
        return addAt(START.plusSeconds(records.size()), type, fields);
    }

    public int addAt(Instant time, String type, JsonObject fields) {
        return record(JsonObject.of("type", type, "id", "e" + records.size())
                .with("parentId", leaf == NONE ? null : id(leaf))
                .with("timestamp", time.toString())
                .with(fields));
    }

    public int message(String role, String text) {
        return add("message", JsonObject.of("message", JsonObject.of("role", role, "content", text)));
    }

    public int user(String text) {
        return message("user", text);
    }

    public int answer(String provider, String model) {
        var message = JsonObject.of("role", "assistant", "content", "yes");
        return add(
                "message", JsonObject.of("message", message.with(JsonObject.of("provider", provider, "model", model))));
    }

    public int compaction(String firstKeptEntryId, String summary) {
        return add("compaction", JsonObject.of("firstKeptEntryId", firstKeptEntryId, "summary", summary));
    }

    public int hide(int target) {
        return add("context_edit", JsonObject.of("targetId", id(target), "replacement", null));
    }

    public int edit(int target, Object content) {
        return add(
                "context_edit",
                JsonObject.of("targetId", id(target), "replacement", JsonObject.of("content", content)));
    }

    public int label(int target, String label) {
        return add("label", JsonObject.of("targetId", id(target), "label", label));
    }

    public void branch(int index) {
        leaf = index;
    }

    public void reset() {
        leaf = NONE;
    }

    public int leaf() {
        return leaf;
    }

    public int[] path() {
        return Branch.path(this, leaf);
    }

    /** The texts of the context of the leaf. */
    public List<String> context() {
        return Projection.of(this, path()).stream()
                .map(message -> message.message().text())
                .toList();
    }

    JsonObject json(int index) {
        return records.get(index);
    }

    /** The indices of the entries that were read, in that order. */
    public List<Integer> read() {
        return List.copyOf(read);
    }

    @Override
    public Entry.Header header() {
        return (Entry.Header)
                Entry.from(JsonObject.of("type", "session", "id", "s").with("version", 3));
    }

    @Override
    public int size() {
        return records.size();
    }

    @Override
    public String id(int index) {
        return records.get(index).string("id", "");
    }

    @Override
    public int parent(int index) {
        return parents.get(index);
    }

    @Override
    public String type(int index) {
        return records.get(index).string("type", "");
    }

    @Override
    public Entry entry(int index) {
        read.add(index);
        return Entry.from(records.get(index));
    }

    @Override
    public int find(String id) {
        return byId.getOrDefault(id, NONE);
    }
}
