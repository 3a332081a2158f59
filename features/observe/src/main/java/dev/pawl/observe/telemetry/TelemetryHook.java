package dev.pawl.observe.telemetry;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.dispatch.TraceSink;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends telemetry of a session to a collector: spans with the names of the gen_ai conventions, metrics and logs.
 *
 * <p>It comes after all other hooks, so that content, if it is requested, is what the other hooks left of it.
 */
public final class TelemetryHook implements Hook, TraceSink {
    /** The name of the hook. */
    public static final String PATH = "builtin:telemetry";

    private final Telemetry telemetry;
    private final SessionTelemetry sessions;
    private final List<String> packages;

    /**
     * @param packages the names of the packages that are loaded
     * @param unsent the folder for what could not be sent when the program ended; null for none
     */
    public TelemetryHook(
            TelemetrySettings settings, List<String> packages, Consumer<String> problems, @Nullable Path unsent) {
        this.telemetry = new Telemetry(settings, new OtlpSender(settings, problems, unsent));
        this.sessions = new SessionTelemetry(telemetry, settings.resource().get("service.version"));
        this.packages = List.copyOf(packages);
    }

    /** Sends that a package was installed, which happens outside of sessions. */
    public static void packageInstalled(
            TelemetrySettings settings, String name, String version, Consumer<String> problems)
            throws InterruptedException {
        var fields =
                new Attributes().with("plugin.name", name).with("plugin.version", version.isEmpty() ? null : version);
        Telemetry.sendAlone(new OtlpSender(settings, problems, null), settings, "plugin_installed", fields);
    }

    @Override
    public void install(Host host) {
        sessions.install(host);
        new RequestTelemetry(telemetry).install(host);
        new ToolTelemetry(telemetry).install(host);
        new PromptTelemetry(telemetry).install(host);
        host.on(HookPoints.USER_BASH, (bash, _) -> {
            var environment = new LinkedHashMap<>(bash.environment());
            environment.put(TraceParent.VARIABLE, telemetry.place(null).header());
            return Decision.pass(new UserBash(bash.command(), bash.excludeFromContext(), bash.cwd(), environment));
        });
        host.spawn(request -> request.withVariable(
                TraceParent.VARIABLE, telemetry.placeOfOnlyCall().header()));
        host.on(HookPoints.SESSION_SHUTDOWN, (_, _) -> {
            sessions.endRun();
            telemetry.end();
        });
    }

    /** Reports what the other hooks of a session do. */
    @Override
    public void begin(SessionView session, Engine engine) {
        telemetry.session(session.id());
        engine.traces().listen(new HookTelemetry(telemetry));
        engine.traces().listenToProgram(sessions::report);
        for (var hook : engine.hooks()) {
            if (!hook.path().equals(PATH)) {
                telemetry.log(
                        "hook_registered",
                        new Attributes()
                                .with("pawl.hook.name", HookTelemetry.name(hook.path()))
                                .with("pawl.hook.source", HookTelemetry.source(hook.path()))
                                .with("pawl.hook.points", hook.points()));
            }
        }
        packages.forEach(name -> telemetry.log("plugin_loaded", new Attributes().with("plugin.name", name)));
        telemetry.start();
    }
}
