package dev.pawl.session;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.session.TreeNode;
import dev.pawl.api.value.Subscription;
import dev.pawl.session.ledger.SessionSidecar;
import dev.pawl.session.record.SessionIds;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.store.SessionLog;
import dev.pawl.session.store.StoredLog;
import dev.pawl.session.tree.Branch;
import dev.pawl.session.tree.ContextChanges;
import dev.pawl.session.tree.ContextEdits;
import dev.pawl.session.tree.ContextSelection;
import dev.pawl.session.tree.Labels;
import dev.pawl.session.tree.LastCustoms;
import dev.pawl.session.tree.Projection;
import dev.pawl.session.tree.SessionState;
import dev.pawl.session.tree.SessionStats;
import dev.pawl.session.tree.Tree;
import dev.pawl.session.tree.UnknownTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One conversation: a tree of entries that only grows, and the leaf at which it continues.
 *
 * <p>After an append the entry is in the file when the call returns, or there is an exception and neither the file
 * nor the session changed.
 */
public final class Session implements SessionDraft, AutoCloseable {
    /** Clients read who wrote a summary, also if that was no hook. */
    private static final JsonObject BY_NO_HOOK = JsonObject.of("fromHook", false);

    private final SessionLog log;
    private final Path sessionDir;
    private final SessionOptions options;
    private final List<Consumer<NotKeptException>> failureListeners = new CopyOnWriteArrayList<>();
    private final LastCustoms customs = new LastCustoms();
    private int leaf;
    private int depth = -1;
    private SessionStats stats = SessionStats.NONE;
    private int counted;

    Session(SessionLog log, Path sessionDir, SessionOptions options) {
        this.log = log;
        this.sessionDir = sessionDir;
        this.options = options;
        this.leaf = log.entries().size() - 1;
    }

    @Override
    public Path cwd() {
        return Path.of(header().cwd());
    }

    @Override
    public Path sessionDir() {
        return sessionDir;
    }

    @Override
    public String id() {
        return header().id();
    }

    @Override
    public @Nullable Path file() {
        return log.file();
    }

    @Override
    public Entry.Header header() {
        return entryLog().header();
    }

    @Override
    public synchronized @Nullable String name() {
        for (int i = entryLog().size() - 1; i >= 0; i--) {
            if (entryLog().type(i).equals("session_info")
                    && entryLog().entry(i) instanceof Entry.SessionInfo(_, var name, _)) {
                return name == null || name.isEmpty() ? null : name;
            }
        }
        return null;
    }

    @Override
    public synchronized List<Entry> entries() {
        return decoded(IntStream.range(0, entryLog().size()).toArray());
    }

    @Override
    public synchronized Entry.@Nullable Custom lastCustom(String customType) {
        return customs.last(entryLog(), customType);
    }

    /** Reads all entries one after another, without holding them at once. */
    public synchronized void each(EntryVisitor visitor) throws IOException {
        for (int i = 0; i < entryLog().size(); i++) {
            visitor.visit(i, entryLog().parent(i), entryLog().entry(i));
        }
    }

    @Override
    public synchronized @Nullable Entry entry(String id) {
        int at = entryLog().find(id);
        return at == EntryLog.NONE ? null : entryLog().entry(at);
    }

    @Override
    public synchronized List<Entry> branch() {
        return decoded(path());
    }

    @Override
    public synchronized List<Entry> branch(String fromId) {
        int at = entryLog().find(fromId);
        return at == EntryLog.NONE ? List.of() : decoded(Branch.path(entryLog(), at));
    }

    @Override
    public synchronized List<TreeNode> tree() {
        return Tree.of(entryLog());
    }

    @Override
    public synchronized @Nullable String leafId() {
        return leaf == EntryLog.NONE ? null : entryLog().id(leaf);
    }

    @Override
    public synchronized @Nullable Entry leaf() {
        return leaf == EntryLog.NONE ? null : entryLog().entry(leaf);
    }

    @Override
    public synchronized @Nullable String label(String entryId) {
        var label = Labels.in(entryLog()).get(entryLog().find(entryId));
        return label == null ? null : label.label();
    }

    @Override
    public synchronized List<Entry> contextEntries() {
        return ContextSelection.of(entryLog(), path()).entries();
    }

    @Override
    public synchronized List<ContextMessage> contextMessages() {
        return Projection.of(entryLog(), path());
    }

    /** Returns where the branch last changed what the model sees of what came before. */
    public synchronized ContextChanges contextChanges() {
        return ContextChanges.on(entryLog(), path());
    }

    /** Returns how many entries there are from the root to the leaf: the place of the leaf, counting the header as 0. */
    public synchronized int depth() {
        if (depth < 0) {
            depth = path().length;
        }
        return depth;
    }

    /** Returns the model and thinking level that the conversation was left with. */
    public synchronized SessionState state() {
        return SessionState.at(entryLog(), leaf);
    }

    /** Returns whether the conversation has anything that a model would see. */
    public synchronized boolean hasMessages() {
        return Projection.hasContent(entryLog(), leaf);
    }

    public synchronized SessionStats stats() {
        // Entries only come to it: each is counted once.
        var log = entryLog();
        stats = stats.plus(log, counted);
        counted = log.size();
        return stats;
    }

    /** Types of entries that neither the program nor any of these hooks' types knows. */
    public synchronized List<String> unknownTypes(Set<String> claimed) {
        return List.copyOf(UnknownTypes.in(entryLog(), claimed));
    }

    /** Returns what is kept beside the session; nothing, if it is in no file. */
    public synchronized SessionSidecar sidecar() {
        var journal = options.journal();
        return new SessionSidecar(log.isOnDisk() ? file() : null, journal.steps(), journal::isSealed);
    }

    /** Returns whether the session is in its file already. */
    public synchronized boolean written() {
        return log.written();
    }

    /** Has a listener called whenever an entry cannot be kept; the writer may hold locks, so it must not wait. */
    public Subscription onNotKept(Consumer<NotKeptException> listener) {
        failureListeners.add(listener);
        return () -> failureListeners.remove(listener);
    }

    /** Writes what there is into the file, although it has no message yet. */
    public synchronized void writeNow() throws IOException {
        log.writeNow();
    }

    /** Adds a message. Summaries have entries of their own. */
    @Override
    public Entry append(Message message) {
        if (message instanceof Message.CompactionSummary || message instanceof Message.BranchSummary) {
            throw new IllegalArgumentException("a " + message.role() + " is no message of its own: append the"
                    + " compaction or branch summary it comes from");
        }
        return add(node -> new Entry.MessageEntry(node, message, JsonObject.empty()));
    }

    @Override
    public Entry append(String customType, @Nullable Object data) {
        return add(node -> new Entry.Custom(node, customType, Json.freeze(data), JsonObject.empty()));
    }

    public Entry appendMessage(String customType, Body content, boolean display, @Nullable Object details) {
        return add(node ->
                new Entry.CustomMessage(node, customType, content, display, Json.freeze(details), JsonObject.empty()));
    }

    /** Adds an entry of a hook's own type. */
    public Entry save(JsonObject entry) {
        var type = entry.string("type", "");
        if (type.isEmpty()) {
            throw new IllegalArgumentException("entry must have a type, a string that is not empty: " + entry);
        }
        if (Entry.RESERVED.contains(type)) {
            throw new IllegalArgumentException("entry type " + type + " is one of the program's own");
        }
        var fields = entry.without("type", "id", "parentId", "timestamp");
        return add(node -> new Entry.Other(node, type, fields));
    }

    public Entry changeModel(String provider, String modelId) {
        return add(node -> new Entry.ModelChange(node, provider, modelId, JsonObject.empty()));
    }

    public Entry changeThinkingLevel(ThinkingLevel level) {
        return add(node -> new Entry.ThinkingLevelChange(node, level, JsonObject.empty()));
    }

    public Entry addUsage(String kind, String provider, String model, Usage usage) {
        return add(node -> new Entry.UsageEntry(node, kind, provider, model, usage, JsonObject.empty()));
    }

    /** Summarises what came before; a first kept entry of null keeps nothing. */
    public Entry compact(CompactionResult result, boolean keepNothing, boolean fromHook, JsonObject extra) {
        return add(node -> new Entry.Compaction(
                node,
                result.summary(),
                keepNothing ? node.id() : result.firstKeptEntryId(),
                result.tokensBefore(),
                Json.freeze(result.details()),
                result.usage(),
                fromHook,
                result.preserveData(),
                fromHook ? extra : BY_NO_HOOK.with(extra)));
    }

    /** Hides an entry of the active branch from the model (null), or shows it another content. */
    public synchronized Entry editContext(String targetId, @Nullable Body replacement) {
        ContextEdits.check(entryLog(), leaf, targetId);
        return add(node -> new Entry.ContextEdit(node, targetId, replacement, JsonObject.empty()));
    }

    /** Names an entry for the user; null or nothing takes the name away. */
    public synchronized Entry label(String targetId, @Nullable String label) {
        Labels.check(entryLog(), targetId);
        var name = label == null || label.isBlank() ? null : label;
        return add(node -> new Entry.LabelChange(node, targetId, name, JsonObject.empty()));
    }

    @Override
    public void rename(@Nullable String name) {
        var oneLine = name == null ? "" : name.replaceAll("[\\r\\n]+", " ").strip();
        add(node -> new Entry.SessionInfo(node, oneLine.isEmpty() ? null : oneLine, JsonObject.empty()));
    }

    /** Goes on from another entry. */
    public synchronized void moveTo(String entryId) {
        leaf = place(entryId);
        depth = -1;
    }

    /** Goes on from nowhere: the next entry is another root. */
    public synchronized void moveToStart() {
        leaf = EntryLog.NONE;
        depth = 0;
    }

    /** Goes on from another entry, or (null) from nowhere, leaving a summary of what was left. */
    public synchronized Entry moveWithSummary(@Nullable String entryId, BranchRecap recap, boolean fromHook) {
        var from = Objects.requireNonNullElse(leafId(), "root");
        int before = leaf;
        leaf = entryId == null ? EntryLog.NONE : place(entryId);
        depth = -1;
        try {
            return add(node -> new Entry.BranchSummary(
                    node,
                    from,
                    recap.summary(),
                    Json.freeze(recap.details()),
                    recap.usage(),
                    fromHook,
                    fromHook ? JsonObject.empty() : BY_NO_HOOK));
        } catch (NotKeptException e) {
            leaf = before;
            throw e;
        }
    }

    /** The turn is over: what the durability promises for that is done. */
    public synchronized void endTurn() {
        try {
            log.sync();
        } catch (IOException e) {
            throw failed("session " + file() + " could not be brought to the disk: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        log.close();
    }

    StoredLog entryLog() {
        return log.entries();
    }

    synchronized int leafIndex() {
        return leaf;
    }

    int[] path() {
        return leaf == EntryLog.NONE ? new int[0] : Branch.path(entryLog(), leaf);
    }

    private synchronized <E extends Entry> E add(Function<EntryNode, E> make) {
        var id = SessionIds.entryId(options.random(), taken -> entryLog().find(taken) != EntryLog.NONE);
        var entry = masked(make.apply(new EntryNode(id, leafId(), options.now())));
        try {
            log.append(entry);
        } catch (IOException e) {
            throw failed(String.valueOf(e.getMessage()), e);
        }
        leaf = entryLog().size() - 1;
        depth = depth < 0 ? -1 : depth + 1;
        return entry;
    }

    /** Returns the entry as it may be kept: the same, or one of the same type without values of secrets. */
    @SuppressWarnings("unchecked")
    private <E extends Entry> E masked(E entry) {
        if (options.secrets().isEmpty()) {
            return entry;
        }
        var line = Json.writeUtf8(entry.toJson());
        var masked = options.secrets().masked(line);
        return masked == line ? entry : (E) Entry.from(JsonObject.parse(masked));
    }

    private NotKeptException failed(String message, IOException cause) {
        var failure = new NotKeptException(message, cause);
        failureListeners.forEach(listener -> listener.accept(failure));
        return failure;
    }

    private int place(String entryId) {
        int at = entryLog().find(entryId);
        if (at != EntryLog.NONE) {
            return at;
        }
        throw new IllegalArgumentException("there is no entry " + entryId + " in this session");
    }

    private List<Entry> decoded(int[] places) {
        return IntStream.of(places).mapToObj(entryLog()::entry).toList();
    }

    /** Receives the entries of a session in the order of its file. */
    @FunctionalInterface
    public interface EntryVisitor {
        /**
         * Receives one entry.
         *
         * @param parent the place of the parent, or -1
         */
        void visit(int place, int parent, Entry entry) throws IOException;
    }
}
