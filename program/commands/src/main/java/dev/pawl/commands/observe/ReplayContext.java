package dev.pawl.commands.observe;

import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.observe.replay.Replay;
import dev.pawl.testkit.FakeContext;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.FakeSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** What hooks are given in a replay: the session as it was recorded so far; no user answers, and no program runs. */
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
}
