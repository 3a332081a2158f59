package dev.pawl.app;

import dev.pawl.api.value.HookError;
import dev.pawl.app.interactive.Face;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Set;

/** Tells the person on the screen as long as there is one, and on standard error after that. */
final class ScreenNotices extends NoticePrinter {
    private final Face face;
    private final Set<Notice> told = new HashSet<>();
    private volatile boolean closed;

    ScreenNotices(Places places, PrintStream err, Face face) {
        super(places, err);
        this.face = face;
    }

    /** The screen is gone. */
    void screenClosed() {
        closed = true;
    }

    /** Everything is loaded again: what is still wrong is told again. */
    synchronized void startOver() {
        told.clear();
    }

    @Override
    synchronized void progress(String what) {
        if (!closed) {
            face.progress(what);
        }
    }

    @Override
    void takesLong(String what) {
        progress(what);
    }

    @Override
    synchronized void clear() {
        if (closed) {
            super.clear();
        } else {
            face.progress(null);
        }
    }

    @Override
    synchronized void tell(Notice notice) {
        if (closed) {
            super.tell(notice);
        } else if (told.add(notice)) {
            face.tell(notice.where(), notice.message().strip(), notice.error());
        }
    }

    @Override
    synchronized void noise(String line) {
        if (closed) {
            super.noise(line);
        } else {
            face.tell("", line, false);
        }
    }

    @Override
    synchronized void tell(HookError error) {
        if (closed) {
            super.tell(error);
        } else {
            face.hookFailed(error);
        }
    }
}
