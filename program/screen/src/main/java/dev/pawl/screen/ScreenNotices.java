package dev.pawl.screen;

import dev.pawl.api.value.HookError;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.screen.view.AgentScreen;
import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Shows notices on the screen as long as there is one, and on standard error after that. */
final class ScreenNotices extends NoticePrinter {
    private final AgentScreen screen;
    private final Set<Notice> reported = new LinkedHashSet<>();
    private volatile boolean closed;

    ScreenNotices(Places places, PrintStream err, AgentScreen screen) {
        super(places, err);
        this.screen = screen;
    }

    /** The screen is gone. */
    void screenClosed() {
        closed = true;
    }

    /** Everything is loaded again: what is still wrong is reported again. */
    synchronized void startOver() {
        reported.clear();
    }

    /** Returns what was reported since everything was loaded last. */
    synchronized List<Notice> reported() {
        return List.copyOf(reported);
    }

    @Override
    public synchronized void progress(String what) {
        if (!closed) {
            screen.progress(what);
        }
    }

    @Override
    public void takesLong(String what) {
        progress(what);
    }

    @Override
    public synchronized void clear() {
        if (closed) {
            super.clear();
        } else {
            screen.progress(null);
        }
    }

    @Override
    public synchronized void report(Notice notice) {
        if (closed) {
            super.report(notice);
        } else if (reported.add(notice)) {
            screen.report(notice.where(), notice.message().strip(), notice.error());
        }
    }

    @Override
    public synchronized void noise(String line) {
        if (closed) {
            super.noise(line);
        } else {
            screen.report("", line, false);
        }
    }

    @Override
    public synchronized void report(HookError error) {
        if (closed) {
            super.report(error);
        } else {
            screen.hookFailed(error);
        }
    }
}
