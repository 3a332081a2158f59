package dev.pawl.start.observing;

import dev.pawl.api.Hook;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.observe.audit.AuditHook;
import dev.pawl.observe.watch.LiveSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What records a session, where the settings ask for it: telemetry, the audit, those who watch, and kept traces. */
public final class Observers {
    /** Returns the names of the packages that are loaded. */
    @FunctionalInterface
    public interface PackageNames {
        List<String> names() throws InterruptedException;
    }

    private final Places places;
    private final NoticePrinter notices;
    private @Nullable Telemetered telemetry;
    private @Nullable Watched watched;

    public Observers(Places places, NoticePrinter notices) {
        this.places = places;
        this.notices = notices;
    }

    /** Refuses to start where the audit cannot be written. */
    public static void tryOut(Settings settings, Folders folders) {
        if (settings.isSet(Keys.AUDIT)) {
            Audited.tryOut(settings, folders);
        }
    }

    /** Returns the user interface for hooks, which those who watch can answer as well, if the settings let them. */
    public Ui asking(Ui ui, Settings settings) {
        if (!settings.get(Keys.WATCH)) {
            return ui;
        }
        var watching = new Watched(places.agentDir());
        watched = watching;
        return watching.around(ui);
    }

    /** Adds the hooks that record behind others, the audit as the last. */
    public LoadResult behind(
            LoadResult others, HookInstaller installer, Settings settings, Folders folders, PackageNames packages)
            throws InterruptedException {
        var all = others;
        var watching = watched;
        if (watching != null) {
            all = all.with(installed(installer, watching.hook(), LiveSession.PATH));
        }
        if (Telemetered.isAsked(settings, places.environment())) {
            var sending = new Telemetered(
                    folders, places.environment(), places.agentDir().resolve("telemetry"), notices);
            telemetry = sending;
            all = sending.behind(all, installer, settings, packages.names());
        }
        return settings.isSet(Keys.AUDIT)
                ? all.with(installed(installer, Audited.hook(settings, folders, notices), AuditHook.PATH))
                : all;
    }

    private static LoadResult installed(HookInstaller installer, Hook hook, String path) throws InterruptedException {
        return installer.install(hook, new SourceInfo(path, SourceInfo.Scope.BUILTIN, false, null));
    }

    /** Records the effects of the hooks that were loaded last. */
    public TraceSink traces(Settings settings, Folders folders) {
        var kept = KeptTraces.of(settings, folders, notices);
        return (session, engine) -> {
            kept.begin(session, engine);
            if (telemetry != null) {
                telemetry.begin(session, engine);
            }
            if (watched != null) {
                watched.begin(session, engine);
            }
        };
    }
}
