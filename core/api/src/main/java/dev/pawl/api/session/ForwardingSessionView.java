package dev.pawl.api.session;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A view of a session that passes every call on to another one, for those that change or add a few. */
public abstract class ForwardingSessionView implements SessionView {
    /** Returns the session that answers; asked for at every call. */
    protected abstract SessionView target();

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
