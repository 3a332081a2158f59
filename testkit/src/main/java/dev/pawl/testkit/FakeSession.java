package dev.pawl.testkit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.session.TreeNode;
import dev.pawl.session.Session;
import dev.pawl.trial.TrialContext;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real session, in memory unless given, with words to set it up in a test. */
public final class FakeSession implements SessionDraft {
    private final Session session;

    public FakeSession(Path cwd) {
        this(TrialContext.inMemory(cwd));
    }

    public FakeSession(Session session) {
        this.session = session;
    }

    Session real() {
        return session;
    }

    /** Adds something the user said. */
    public FakeSession user(String text) {
        append(Message.user(text, 0));
        return this;
    }

    /** Compacts what came before an entry. */
    public FakeSession compacted(String summary, String firstKeptEntryId) {
        session.compact(CompactionResult.of(summary, firstKeptEntryId, 0), false, false, JsonObject.empty());
        return this;
    }

    @Override
    public Entry append(Message message) {
        return session.append(message);
    }

    @Override
    public Entry append(String customType, Object data) {
        return session.append(customType, data);
    }

    @Override
    public void rename(@Nullable String name) {
        session.rename(name);
    }

    @Override
    public Path cwd() {
        return session.cwd();
    }

    @Override
    public Path sessionDir() {
        return session.sessionDir();
    }

    @Override
    public String id() {
        return session.id();
    }

    @Override
    public @Nullable Path file() {
        return session.file();
    }

    @Override
    public @Nullable String name() {
        return session.name();
    }

    @Override
    public Entry.Header header() {
        return session.header();
    }

    @Override
    public List<Entry> entries() {
        return session.entries();
    }

    @Override
    public @Nullable Entry entry(String id) {
        return session.entry(id);
    }

    @Override
    public List<Entry> branch() {
        return session.branch();
    }

    @Override
    public List<Entry> branch(String fromId) {
        return session.branch(fromId);
    }

    @Override
    public List<TreeNode> tree() {
        return session.tree();
    }

    @Override
    public @Nullable String leafId() {
        return session.leafId();
    }

    @Override
    public @Nullable Entry leaf() {
        return session.leaf();
    }

    @Override
    public @Nullable String label(String entryId) {
        return session.label(entryId);
    }

    @Override
    public List<Entry> contextEntries() {
        return session.contextEntries();
    }

    @Override
    public List<ContextMessage> contextMessages() {
        return session.contextMessages();
    }
}
