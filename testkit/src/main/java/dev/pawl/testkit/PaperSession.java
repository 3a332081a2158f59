package dev.pawl.testkit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.session.TreeNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session in memory, without branches: enough to try a hook on. Ids are {@code e1}, {@code e2}, … */
public final class PaperSession implements SessionDraft {
    private final Path cwd;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, String> labels = new HashMap<>();
    private @Nullable String name;

    public PaperSession(Path cwd) {
        this.cwd = cwd;
    }

    /** Adds something the person said. */
    public PaperSession user(String text) {
        append(Message.user(text, 0));
        return this;
    }

    @Override
    public synchronized Entry append(Message message) {
        return add(new Entry.MessageEntry(node(), message, JsonObject.empty()));
    }

    @Override
    public synchronized Entry append(String customType, Object data) {
        return add(new Entry.Custom(node(), customType, dev.pawl.api.json.Json.freeze(data), JsonObject.empty()));
    }

    /** Adds an entry given as its JSON, with id, parent and time of the next one. */
    public synchronized Entry append(JsonObject entry) {
        return add(Entry.from(entry.with("id", node().id())
                .with("parentId", node().parentId())
                .with("timestamp", node().timestamp().toString())));
    }

    @Override
    public synchronized void rename(@Nullable String name) {
        this.name = name;
    }

    synchronized void label(String entryId, @Nullable String label) {
        if (entry(entryId) == null) {
            throw new IllegalArgumentException("no entry " + entryId);
        }
        if (label == null || label.isEmpty()) {
            labels.remove(entryId);
        } else {
            labels.put(entryId, label);
        }
    }

    @Override
    public Path cwd() {
        return cwd;
    }

    @Override
    public Path sessionDir() {
        return cwd.resolve("sessions");
    }

    @Override
    public String id() {
        return "paper";
    }

    @Override
    public @Nullable Path file() {
        return null;
    }

    @Override
    public synchronized @Nullable String name() {
        return name;
    }

    @Override
    public Entry.Header header() {
        return new Entry.Header(new EntryNode(id(), null, Instant.EPOCH), 3, cwd.toString(), null, JsonObject.empty());
    }

    @Override
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    @Override
    public synchronized @Nullable Entry entry(String id) {
        return entries.stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<Entry> branch() {
        return entries();
    }

    @Override
    public synchronized List<Entry> branch(String fromId) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).id().equals(fromId)) {
                return List.copyOf(entries.subList(0, i + 1));
            }
        }
        return List.of();
    }

    @Override
    public synchronized List<TreeNode> tree() {
        List<TreeNode> below = List.of();
        for (var entry : entries.reversed()) {
            below = List.of(new TreeNode(entry, below, labels.get(entry.id()), null));
        }
        return below;
    }

    @Override
    public @Nullable String leafId() {
        var leaf = leaf();
        return leaf == null ? null : leaf.id();
    }

    @Override
    public synchronized @Nullable Entry leaf() {
        return entries.isEmpty() ? null : entries.getLast();
    }

    @Override
    public synchronized @Nullable String label(String entryId) {
        return labels.get(entryId);
    }

    @Override
    public List<Entry> contextEntries() {
        return entries();
    }

    @Override
    public List<ContextMessage> contextMessages() {
        var all = indexed();
        var messages = new ArrayList<ContextMessage>();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) instanceof Entry.MessageEntry(_, var message, _)) {
                messages.add(new ContextMessage(message, i));
            }
        }
        return messages;
    }

    private Entry add(Entry entry) {
        entries.add(entry);
        return entry;
    }

    private EntryNode node() {
        return new EntryNode("e" + (entries.size() + 1), leafId(), Instant.EPOCH);
    }
}
