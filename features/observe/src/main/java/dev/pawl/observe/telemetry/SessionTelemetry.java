package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.event.AutoRetryEnd;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.trace.ProgramEvent;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Log records of events other than requests and calls: hooks and packages that are loaded, modes that change, retries
 * that are exhausted, skills and files that are used, and events of the program itself.
 */
final class SessionTelemetry {
    private final boolean content;
    private final HookTelemetry.Receiver receiver;
    private boolean modeKnown;
    private @Nullable String mode;

    SessionTelemetry(boolean content, HookTelemetry.Receiver receiver) {
        this.content = content;
        this.receiver = receiver;
    }

    void install(Host host) {
        host.on(HookPoints.TURN_START, (_, ctx) -> mode(ctx.session().permissionMode()));
        host.on(HookPoints.AUTO_RETRY_END, (end, _) -> retried(end));
        host.events().on(ProgramEvent.CHANNEL, event -> {
            if (event instanceof ProgramEvent report) {
                report(report);
            }
        });
    }

    void report(ProgramEvent event) {
        var fields = new Attributes();
        event.fields().forEach(fields::with);
        log(event.name(), fields);
    }

    void packages(List<String> names) {
        names.forEach(name -> log("plugin_loaded", new Attributes().with("plugin.name", name)));
    }

    /** @param trigger who activated it: {@code user} or {@code model} */
    void skill(CommandInfo skill, String trigger) {
        log(
                "skill_activated",
                new Attributes()
                        .with("skill.name", skill.name().substring(skill.name().indexOf(':') + 1))
                        .with("skill.source", skill.source().scope().name().toLowerCase(Locale.ROOT))
                        .with("invocation_trigger", trigger));
    }

    /** @param type {@code file} or {@code directory} */
    void mention(String type) {
        log("at_mention", new Attributes().with("mention_type", type));
    }

    void loaded(List<InstalledHook> hooks) {
        for (var hook : hooks) {
            if (!hook.path().equals(TelemetryHook.PATH)) {
                log(
                        "hook_registered",
                        new Attributes()
                                .with("pawl.hook.name", HookTelemetry.name(hook.path()))
                                .with("pawl.hook.source", HookTelemetry.source(hook.path()))
                                .with("pawl.hook.points", hook.points()));
            }
        }
    }

    /** The mode is an entry of the session, for which no event is fired: it is read before each request. */
    private synchronized void mode(@Nullable String now) {
        if (modeKnown && !Objects.equals(now, mode)) {
            log(
                    "permission_mode_changed",
                    new Attributes().with("from_mode", mode).with("to_mode", now));
        }
        modeKnown = true;
        mode = now;
    }

    private void retried(AutoRetryEnd end) {
        if (!end.success()) {
            log(
                    "api_retries_exhausted",
                    new Attributes().with("attempt", end.attempt()).with("error", content ? end.finalError() : null));
        }
    }

    private void log(String name, Attributes fields) {
        receiver.log(name, fields, receiver.place(null));
    }
}
