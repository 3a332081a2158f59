package dev.pawl.testkit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.session.TreeNode;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real session, in memory unless given, as hooks see it, with methods to set it up in a test. */
public class FakeSession implements SessionDraft {
    private final Session session;

    /** Creates a session that is not written to disk. */
    public FakeSession(Path cwd) {
        this(inMemory(cwd));
    }

    /** Wraps a session. */
    public FakeSession(Session session) {
        this.session = session;
    }

    /** Returns a new session that is not written to disk. */
    public static Session inMemory(Path cwd) {
        return new Sessions(SessionPaths.in(cwd), SessionOptions.standard()).inMemory(cwd);
    }

    /** Returns the session that answers; asked for at every call. */
    protected Session target() {
        return session;
    }

    /** Adds a message of the user. */
    public final FakeSession user(String text) {
        append(Message.user(text, 0));
        return this;
    }

    /** Compacts what came before an entry. */
    public final FakeSession compacted(String summary, String firstKeptEntryId) {
        target().compact(CompactionResult.of(summary, firstKeptEntryId, 0), false, false, JsonObject.empty());
        return this;
    }

    @Override
    public Entry append(Message message) {
        return target().append(message);
    }

    @Override
    public Entry append(String customType, Object data) {
        return target().append(customType, data);
    }

    @Override
    public void rename(@Nullable String name) {
        target().rename(name);
    }

    @Override
    public Path cwd() {
        return target().cwd();
    }

    @Override
    public Path sessionDir() {
        return target().sessionDir();
    }

    @Override
    public String id() {
        return target().id();
    }

    @Override
    public @Nullable Path file() {
        return target().file();
    }

    @Override
    public @Nullable String name() {
        return target().name();
    }

    @Override
    public Entry.Header header() {
        return target().header();
    }

    @Override
    public List<Entry> entries() {
        return target().entries();
    }

    @Override
    public @Nullable Entry entry(String id) {
        return target().entry(id);
    }

    @Override
    public Entry.@Nullable Custom lastCustom(String customType) {
        return target().lastCustom(customType);
    }

    @Override
    public List<Entry> branch() {
        return target().branch();
    }

    @Override
    public List<Entry> branch(String fromId) {
        return target().branch(fromId);
    }

    @Override
    public List<TreeNode> tree() {
        return target().tree();
    }

    @Override
    public @Nullable String leafId() {
        return target().leafId();
    }

    @Override
    public @Nullable Entry leaf() {
        return target().leaf();
    }

    @Override
    public @Nullable String label(String entryId) {
        return target().label(entryId);
    }

    @Override
    public List<Entry> contextEntries() {
        return target().contextEntries();
    }

    @Override
    public List<ContextMessage> contextMessages() {
        return target().contextMessages();
    }
}
