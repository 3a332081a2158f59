package dev.pawl.commands.observe;

import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.observe.replay.Replay;
import dev.pawl.session.Session;
import dev.pawl.testkit.FakeContext;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.FakeSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The context of hooks in a replay: the session as it was recorded so far; no user answers, and no program runs. */
final class ReplayContext extends FakeContext implements Replay.Stage {
    private final AtomicBoolean asked;
    private final ReplaySession recorded;

    static ReplayContext in(Path cwd) {
        return new ReplayContext(cwd, new ReplaySession(FakeSession.inMemory(cwd)), new AtomicBoolean());
    }

    private ReplayContext(Path cwd, ReplaySession recorded, AtomicBoolean asked) {
        super(cwd, new AskedUi(asked), recorded, FakeModels.refusing("no model is asked in a replay"));
        this.asked = asked;
        this.recorded = recorded;
    }

    @Override
    public void keep(Entry entry) {
        recorded.keep(entry);
    }

    @Override
    public boolean wasAsked() {
        return asked.getAndSet(false);
    }

    /** A replay must not do again what was done. */
    @Override
    protected ExecResult exec(ExecOptions options, List<String> command) {
        throw new IllegalStateException("a replay runs no programs, and the hook wanted to run " + command.getFirst());
    }

    /** Notes that a question was asked, and cancels it. */
    private static final class AskedUi extends NoUi {
        private final AtomicBoolean asked;

        AskedUi(AtomicBoolean asked) {
            this.asked = asked;
        }

        @Override
        public Optional<String> select(String title, List<String> options, DialogOptions dialog) {
            asked.set(true);
            return Optional.empty();
        }

        @Override
        public boolean confirm(String title, String message, DialogOptions dialog) {
            asked.set(true);
            return false;
        }

        @Override
        public Optional<String> input(String title, String placeholder, DialogOptions dialog) {
            asked.set(true);
            return Optional.empty();
        }
    }

    /**
     * The session that hooks see in a replay; it grows with the recorded one.
     *
     * <p>Entries are put into it when a hook looks at them. Most hooks never do, and writing entries would be most of the
     * work of a replay.
     */
    private static final class ReplaySession extends FakeSession {
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
            var kept =
                    entry instanceof Entry.MessageEntry || entry instanceof Entry.Custom ? added(entry, place) : place;
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
}
