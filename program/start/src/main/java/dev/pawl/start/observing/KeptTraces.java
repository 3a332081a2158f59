package dev.pawl.start.observing;

import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.observe.trace.TraceKeeper;

/**
 * Keeps what hooks do, beside each session and in the audit file, if the settings ask for it; nothing of it is loaded
 * otherwise.
 */
public final class KeptTraces {
    private static final int MEGABYTES = 10;

    private KeptTraces() {}

    public static TraceSink of(Settings settings, Folders folders, NoticePrinter notices) {
        var kept = kept(settings, notices);
        if (!settings.isSet(Keys.AUDIT)) {
            return kept;
        }
        return kept.and(Audited.hook(settings, folders, notices));
    }

    private static TraceSink kept(Settings settings, NoticePrinter notices) {
        var wanted = settings.isSet(Keys.TRACES) ? settings.get(Keys.TRACES) : null;
        if (wanted == null || !wanted.bool("keep", false)) {
            return TraceSink.NONE;
        }
        long bytes = Math.max(1, wanted.integer("megabytes", MEGABYTES)) * 1_000_000L;
        return (session, engine) -> {
            var file = session.file();
            if (file != null) {
                engine.traces()
                        .listen(new TraceKeeper(file, bytes, problem -> notices.report(new Notice("", problem, true))));
            }
        };
    }
}
