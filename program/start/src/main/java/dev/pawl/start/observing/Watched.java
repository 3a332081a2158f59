package dev.pawl.start.observing;

import dev.pawl.api.Hook;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.ui.Ui;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.observe.watch.LiveFolder;
import dev.pawl.observe.watch.LiveSession;
import dev.pawl.observe.watch.WatchedUi;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Lets {@code pawl watch} see the session, where the settings allow it; nothing of it is loaded otherwise. */
public final class Watched implements TraceSink {
    private final Path agentDir;
    private @Nullable LiveSession live;

    public Watched(Path agentDir) {
        this.agentDir = agentDir;
    }

    /** Returns a hook that reports what happens. */
    public synchronized Hook hook() {
        var fresh = new LiveSession(new LiveFolder(agentDir));
        live = fresh;
        return fresh;
    }

    @Override
    public void begin(SessionView session, Engine engine) {
        var now = live();
        if (now != null) {
            now.watch(engine);
        }
    }

    private synchronized @Nullable LiveSession live() {
        return live;
    }

    /** A user interface whose questions can also be answered by those who watch. */
    public Ui around(Ui ui) {
        return new WatchedUi(ui, this::live);
    }
}
