package dev.pawl.app.observecommands;

import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.observe.replay.Replay;
import dev.pawl.session.Session;
import dev.pawl.trial.TrialContext;
import dev.pawl.trial.TrialModels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The session that hooks see in a replay: it grows with the recorded one; nobody answers, and no program runs.
 *
 * <p>Entries are put into it when a hook looks at it. Most never do, and writing them is most of the work of a replay.
 */
final class ReplayContext extends TrialContext implements Replay.Stage {
    private final AtomicBoolean asked;
    private final Map<String, String> places = new HashMap<>();
    private final List<Entry> waiting = new ArrayList<>();

    static ReplayContext in(Path cwd) {
        return new ReplayContext(cwd, TrialContext.inMemory(cwd), new AtomicBoolean());
    }

    private ReplayContext(Path cwd, Session session, AtomicBoolean asked) {
        super(cwd, new AskedUi(asked), session, new TrialModels());
        this.asked = asked;
    }

    @Override
    public synchronized void keep(Entry entry) {
        waiting.add(entry);
    }

    @Override
    protected synchronized Session held() {
        var session = super.held();
        waiting.forEach(entry -> add(session, entry));
        waiting.clear();
        return session;
    }

    private void add(Session session, Entry entry) {
        var parent = entry.node().parentId();
        var place = parent == null ? null : places.get(parent);
        var kept = entry instanceof Entry.MessageEntry || entry instanceof Entry.Custom
                ? added(session, entry, place)
                : place;
        if (kept != null) {
            places.put(entry.id(), kept);
        }
    }

    private static String added(Session session, Entry entry, @Nullable String parent) {
        if (parent == null) {
            session.moveToStart();
        } else if (!parent.equals(session.leafId())) {
            session.moveTo(parent);
        }
        return entry instanceof Entry.MessageEntry said
                ? session.append(said.message()).id()
                : session.append(((Entry.Custom) entry).customType(), ((Entry.Custom) entry).data())
                        .id();
    }

    @Override
    public boolean wasAsked() {
        return asked.getAndSet(false);
    }

    /** A replay must not do again what was done. */
    @Override
    public ExecResult exec(ExecOptions options, String... command) {
        throw new IllegalStateException("a replay runs no programs, and the hook wanted to run " + command[0]);
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
}
