package dev.pawl.observe;

import dev.pawl.agent.TestHome;
import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Keys;
import dev.pawl.observe.audit.AuditHook;
import dev.pawl.observe.audit.AuditLog;
import dev.pawl.observe.otlp.OtlpReceiver;
import dev.pawl.observe.telemetry.TelemetryHook;
import dev.pawl.observe.telemetry.TelemetrySettings;
import dev.pawl.observe.trace.TraceKeeper;
import dev.pawl.testkit.model.Script;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Agents that are recorded as the settings and the environment ask for it, in the order in which the program does it. */
public final class ObserveHome {
    private static final long LARGEST = 10_000_000;

    private ObserveHome() {}

    public static TestHome in(Path dir, Script.Turn... turns) throws IOException {
        return TestHome.in(dir, turns).bundle(ObserveHome::hooks).environment("OTEL_EXPORTER_OTLP_TIMEOUT", "60000");
    }

    /** Agents that send what happens to a collector. */
    public static TestHome in(Path dir, OtlpReceiver collector, Script.Turn... turns) throws IOException {
        return in(dir, turns).environment(TelemetrySettings.ENDPOINT, collector.address());
    }

    private static List<TestHome.Bundled> hooks(TestHome.Start start) {
        var hooks = new ArrayList<TestHome.Bundled>();
        var traces = start.settings().get(Keys.TRACES);
        if (traces != null && traces.bool("keep", false)) {
            start.traces().accept((session, engine) -> {
                var file = session.file();
                if (file != null) {
                    engine.traces().listen(new TraceKeeper(file, LARGEST, start.notices()));
                }
            });
        }
        var written = start.settings().get(Keys.TELEMETRY);
        if (TelemetrySettings.enabled(written, start.environment())) {
            try {
                var telemetry = new TelemetryHook(
                        TelemetrySettings.from(written, Network.direct(), start.environment(), "1.0"),
                        List.of(),
                        start.notices(),
                        null);
                start.traces().accept(telemetry);
                hooks.add(new TestHome.Bundled("telemetry", telemetry));
            } catch (IllegalArgumentException e) {
                start.notices().accept(String.valueOf(e.getMessage()));
            }
        }
        var audit = start.settings().get(Keys.AUDIT);
        if (audit != null) {
            var file = start.folders().home().resolve(audit.string("file", ""));
            var hook = new AuditHook(new AuditLog(file, LARGEST), "me", start.notices());
            start.traces().accept(hook);
            hooks.add(new TestHome.Bundled("audit", hook));
        }
        return hooks;
    }
}
