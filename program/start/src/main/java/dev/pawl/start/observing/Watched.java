package dev.pawl.start.observing;

import dev.pawl.agent.setup.TraceSink;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.LoadResult;
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

    /** With the hook that reports what happens, behind others. */
    public LoadResult behind(LoadResult others, HookInstaller installer) throws InterruptedException {
        var fresh = new LiveSession(new LiveFolder(agentDir));
        synchronized (this) {
            live = fresh;
        }
        return others.with(
                installer.install(fresh, new SourceInfo(LiveSession.PATH, SourceInfo.Scope.BUILTIN, false, null)));
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
