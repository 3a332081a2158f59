package dev.pawl.start.observing;

import dev.pawl.api.session.SessionView;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.observe.telemetry.TelemetryHook;
import dev.pawl.observe.telemetry.TelemetrySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Telemetry, where the settings or the environment name a collector; nothing of it is loaded otherwise. */
public final class Telemetered implements TraceSink {
    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private final Folders folders;
    private final Map<String, String> environment;
    private final Path unsent;
    private final NoticePrinter notices;
    private @Nullable TelemetryHook hook;

    /** @param unsent the folder for what could not be sent when the program ended */
    public Telemetered(Folders folders, Map<String, String> environment, Path unsent, NoticePrinter notices) {
        this.folders = folders;
        this.environment = environment;
        this.unsent = unsent;
        this.notices = notices;
    }

    /** Returns whether it is requested. */
    public static boolean isAsked(Settings settings, Map<String, String> environment) {
        return settings.isSet(Keys.TELEMETRY)
                || !environment.getOrDefault(ENDPOINT, "").isBlank();
    }

    /**
     * With the hook that sends, behind others; telemetry that cannot be sent is reported and stops nothing.
     *
     * @param packages the names of the packages that are loaded
     */
    public synchronized LoadResult behind(
            LoadResult others, HookInstaller installer, Settings settings, List<String> packages)
            throws InterruptedException {
        var written = settings.get(Keys.TELEMETRY);
        if (!TelemetrySettings.enabled(written, environment)) {
            return others;
        }
        TelemetryHook made;
        try {
            var wanted = wanted(settings);
            made = new TelemetryHook(wanted, packages, this::report, unsent);
        } catch (IllegalArgumentException e) {
            report(String.valueOf(e.getMessage()));
            return others;
        }
        hook = made;
        return others.with(
                installer.install(made, new SourceInfo(TelemetryHook.PATH, SourceInfo.Scope.BUILTIN, false, null)));
    }

    /** Sends that a package was installed, which happens outside of sessions; what fails is reported. */
    public void installed(Settings settings, String name, String version) throws InterruptedException {
        var written = settings.get(Keys.TELEMETRY);
        if (isAsked(settings, environment) && TelemetrySettings.enabled(written, environment)) {
            try {
                TelemetryHook.packageInstalled(wanted(settings), name, version, this::report);
            } catch (IllegalArgumentException e) {
                report(String.valueOf(e.getMessage()));
            }
        }
    }

    private TelemetrySettings wanted(Settings settings) {
        return TelemetrySettings.from(
                settings.get(Keys.TELEMETRY), settings.network(folders, environment), environment, Version.text());
    }

    @Override
    public synchronized void begin(SessionView session, Engine engine) {
        if (hook != null) {
            hook.begin(session, engine);
        }
    }

    private void report(String problem) {
        notices.report(new Notice("", problem, true));
    }
}
