package dev.pawl.commands.observe;

import dev.pawl.api.session.Entry;
import dev.pawl.session.Session;
import dev.pawl.testkit.FakeSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The session that hooks see in a replay; it grows with the recorded one.
 *
 * <p>Entries are put into it when a hook looks at them. Most hooks never do, and writing entries would be most of the
 * work of a replay.
 */
final class ReplaySession extends FakeSession {
    private final Session session;
    private final Map<String, String> places = new HashMap<>();
    private final List<Entry> waiting = new ArrayList<>();
    private boolean customWaits;

    ReplaySession(Session session) {
        super(session);
        this.session = session;
    }

    synchronized void keep(Entry entry) {
        waiting.add(entry);
        customWaits |= entry instanceof Entry.Custom;
    }

    @Override
    protected synchronized Session target() {
        waiting.forEach(this::add);
        waiting.clear();
        customWaits = false;
        return session;
    }

    private void add(Entry entry) {
        var parent = entry.node().parentId();
        var place = parent == null ? null : places.get(parent);
        var kept = entry instanceof Entry.MessageEntry || entry instanceof Entry.Custom ? added(entry, place) : place;
        if (kept != null) {
            places.put(entry.id(), kept);
        }
    }

    private String added(Entry entry, @Nullable String parent) {
        if (parent == null) {
            session.moveToStart();
        } else if (!parent.equals(session.leafId())) {
            session.moveTo(parent);
        }
        return entry instanceof Entry.MessageEntry stored
                ? session.append(stored.message()).id()
                : session.append(((Entry.Custom) entry).customType(), ((Entry.Custom) entry).data())
                        .id();
    }

    // What no waiting entry changes is answered without them: rules ask for it at every call.

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
    public Entry.Header header() {
        return session.header();
    }

    @Override
    public synchronized Entry.@Nullable Custom lastCustom(String customType) {
        return customWaits ? super.lastCustom(customType) : session.lastCustom(customType);
    }
}
