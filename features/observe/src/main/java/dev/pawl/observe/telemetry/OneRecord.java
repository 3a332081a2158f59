package dev.pawl.observe.telemetry;

import java.util.function.Consumer;

/** Log records of commands that have no session: each is sent at once. */
public final class OneRecord {
    private OneRecord() {}

    /** Reports that a package was installed. */
    public static void pluginInstalled(
            TelemetrySettings settings, String name, String version, Consumer<String> problems)
            throws InterruptedException {
        var event = "plugin_installed";
        var fields = new Attributes()
                .with("event.name", event)
                .with("plugin.name", name)
                .with("plugin.version", version.isEmpty() ? null : version);
        var parent = settings.parent();
        var sender = new OtlpSender(settings, problems);
        sender.add(
                Signal.LOGS,
                LogRecord.of(event, Clock.now(), fields, parent == null ? TraceParent.newTrace() : parent));
        sender.end();
    }
}
