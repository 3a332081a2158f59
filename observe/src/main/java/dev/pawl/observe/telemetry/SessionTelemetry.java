package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.AutoRetryEnd;
import dev.pawl.hooks.registry.InstalledHook;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Log records of what happens beside requests and calls: hooks that are loaded, modes that change, retries that run out. */
final class SessionTelemetry {
    private final boolean content;
    private final HookTelemetry.Receiver receiver;
    private boolean looked;
    private @Nullable String mode;

    SessionTelemetry(boolean content, HookTelemetry.Receiver receiver) {
        this.content = content;
        this.receiver = receiver;
    }

    void install(Host host) {
        host.on(HookPoints.TURN_START, (_, ctx) -> mode(ctx.permissionMode()));
        host.on(HookPoints.AUTO_RETRY_END, (end, _) -> retried(end));
    }

    void loaded(List<InstalledHook> hooks) {
        for (var hook : hooks) {
            if (!hook.path().equals(TelemetryHook.PATH)) {
                tell(
                        "hook_registered",
                        new Attributes()
                                .with("pawl.hook.name", HookTelemetry.name(hook.path()))
                                .with("pawl.hook.source", HookTelemetry.source(hook.path()))
                                .with("pawl.hook.points", hook.points()));
            }
        }
    }

    /** The mode is an entry of the session, about which no event is fired: it is looked at before each request. */
    private synchronized void mode(@Nullable String now) {
        if (looked && !Objects.equals(now, mode)) {
            tell(
                    "permission_mode_changed",
                    new Attributes().with("from_mode", mode).with("to_mode", now));
        }
        looked = true;
        mode = now;
    }

    private void retried(AutoRetryEnd end) {
        if (!end.success()) {
            tell(
                    "api_retries_exhausted",
                    new Attributes().with("attempt", end.attempt()).with("error", content ? end.finalError() : null));
        }
    }

    private void tell(String name, Attributes fields) {
        receiver.log(name, fields.with("event.name", name), receiver.place(null));
    }
}
