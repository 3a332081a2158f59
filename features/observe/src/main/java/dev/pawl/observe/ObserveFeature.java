package dev.pawl.observe;

import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.SettingsFeature;
import dev.pawl.observe.audit.AuditHook;
import dev.pawl.observe.audit.AuditSettings;
import dev.pawl.observe.telemetry.TelemetryHook;
import dev.pawl.observe.telemetry.TelemetrySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The audit and the telemetry of an agent that a program embeds. */
public final class ObserveFeature implements SettingsFeature {
    @Override
    public Set<Setting<?>> settings() {
        return Set.of(Keys.AUDIT, Keys.TELEMETRY);
    }

    @Override
    public Turn turn() {
        return Turn.RECORDS;
    }

    @Override
    public Effects at(Place place) {
        var settings = place.settings();
        var hooks = new ArrayList<Bundled>();
        var telemetry = settings.get(Keys.TELEMETRY);
        if (telemetry != null && TelemetrySettings.enabled(telemetry, place.environment())) {
            var wanted = TelemetrySettings.from(
                    telemetry, settings.network(place.folders(), place.environment()), place.environment(), version());
            hooks.add(Bundled.builtin("telemetry", new TelemetryHook(wanted, List.of(), place.notices(), null)));
        }
        if (settings.isSet(Keys.AUDIT)) {
            var audit = AuditSettings.read(settings, place.folders());
            audit.tryOut();
            hooks.add(Bundled.builtin("audit", audit.hook(place.notices())));
        }
        return Effects.of(hooks);
    }

    /** Returns the version of this module; on the class path it is not known. */
    private static String version() {
        var descriptor = AuditHook.class.getModule().getDescriptor();
        return descriptor == null ? "unknown" : descriptor.rawVersion().orElse("unknown");
    }
}
