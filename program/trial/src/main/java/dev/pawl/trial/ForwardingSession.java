package dev.pawl.trial;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.session.TreeNode;
import dev.pawl.session.Session;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session that passes every call on to another one. */
public abstract class ForwardingSession implements SessionDraft {
    /** The session that answers; asked for at every call. */
    protected abstract Session target();

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
