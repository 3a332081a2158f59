package dev.pawl.testkit;

import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.ForwardingSessionView;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A real session, in memory unless given, as hooks see it, with methods to set it up in a test. */
public class FakeSession extends ForwardingSessionView implements SessionDraft, OpenSession {
    private final Session session;
    private volatile Consumer<String> done = _ -> {};

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

    /** Records what a hook does to the session beside writing into it: {@code abort}, {@code rebuild context}, … */
    final void recordTo(Consumer<String> records) {
        done = records;
    }

    @Override
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
    public Entry append(String customType, @Nullable Object data) {
        return target().append(customType, data == null ? JsonObject.empty() : data);
    }

    @Override
    public Entry save(Record data) {
        throw new IllegalStateException("a record is appended through the context that a handler or command gets");
    }

    @Override
    public Entry save(JsonObject entry) {
        return target().save(entry);
    }

    @Override
    public void rename(@Nullable String name) {
        target().rename(name);
    }

    @Override
    public void label(String entryId, @Nullable String label) {
        target().label(entryId, label);
    }

    @Override
    public void rebuildContext() {
        done.accept("rebuild context");
    }

    @Override
    public void compact(CompactOptions options) {
        done.accept("compact");
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        return new ContextUsage(1_000L, 100_000, 1.0);
    }

    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public void abort() {
        done.accept("abort");
    }
}
