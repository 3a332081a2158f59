package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.AutoRetryEnd;
import dev.pawl.api.event.UiPrompt;
import dev.pawl.hooks.trace.ProgramEvent;
import dev.pawl.observe.telemetry.Telemetry.Operation;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The runs of a session, the dialogs that wait for the user, modes that change, and events of the program itself. */
final class SessionTelemetry {
    private static final String AGENT = "pawl";

    private final Telemetry telemetry;
    private final @Nullable String version;
    /** The nanoseconds that dialogs of the run waited for the user. */
    private long waited;

    private boolean modeKnown;
    private @Nullable String mode;

    SessionTelemetry(Telemetry telemetry, @Nullable String version) {
        this.telemetry = telemetry;
        this.version = version;
    }

    void install(Host host) {
        host.on(HookPoints.SESSION_START, (_, ctx) -> {
            telemetry.session(ctx.session().id());
            telemetry.metrics().add(Metric.SESSIONS, 1, new Attributes());
        });
        host.on(HookPoints.AGENT_START, (_, ctx) -> beginRun(ctx));
        host.on(HookPoints.AGENT_END, (_, _) -> endRun());
        host.on(HookPoints.TURN_START, (_, ctx) -> mode(ctx.session().permissionMode()));
        host.on(HookPoints.AUTO_RETRY_END, (end, _) -> retried(end));
        host.on(HookPoints.UI_PROMPT_START, (prompt, _) -> beginDialog(prompt));
        host.on(HookPoints.UI_PROMPT_END, (_, _) -> endDialog());
        host.events().on(ProgramEvent.CHANNEL, event -> {
            if (event instanceof ProgramEvent report) {
                report(report);
            }
        });
    }

    void report(ProgramEvent event) {
        var fields = new Attributes();
        event.fields().forEach(fields::with);
        telemetry.log(event.name(), fields);
    }

    private void beginRun(HookContext ctx) {
        endRun();
        var model = ctx.models().current();
        telemetry
                .beginRun("invoke_agent " + AGENT)
                .with("gen_ai.operation.name", "invoke_agent")
                .with("gen_ai.agent.name", AGENT)
                .with("gen_ai.agent.version", version)
                .with("gen_ai.provider.name", model == null ? null : model.provider())
                .with("gen_ai.request.model", model == null ? null : model.id());
    }

    synchronized void endRun() {
        var run = telemetry.take(Operation.RUN, "");
        if (run != null) {
            long now = Clock.now();
            long took = now - run.begin();
            telemetry
                    .metrics()
                    .add(
                            Metric.RUN_DURATION,
                            took / 1e9,
                            new Attributes().with("gen_ai.operation.name", "invoke_agent"));
            telemetry
                    .metrics()
                    .add(Metric.ACTIVE_TIME, Math.max(0, took - waited) / 1e9, new Attributes().with("type", "cli"));
            waited = 0;
            telemetry.send(run, now);
        }
    }

    private void beginDialog(UiPrompt prompt) {
        var span = Span.below(telemetry.placeOfOnlyCall(), "pawl.blocked_on_user", Span.INTERNAL, Clock.now())
                .with("pawl.dialog.kind", prompt.kind().name().toLowerCase(Locale.ROOT));
        telemetry.begin(Operation.DIALOG, "", span);
    }

    private synchronized void endDialog() {
        var dialog = telemetry.take(Operation.DIALOG, "");
        if (dialog != null) {
            long now = Clock.now();
            waited += now - dialog.begin();
            telemetry
                    .metrics()
                    .add(Metric.ACTIVE_TIME, (now - dialog.begin()) / 1e9, new Attributes().with("type", "user"));
            telemetry.send(dialog, now);
        }
    }

    /** The mode is an entry of the session, for which no event is fired: it is read before each request. */
    private synchronized void mode(@Nullable String now) {
        if (modeKnown && !Objects.equals(now, mode)) {
            telemetry.log(
                    "permission_mode_changed",
                    new Attributes().with("from_mode", mode).with("to_mode", now));
        }
        modeKnown = true;
        mode = now;
    }

    private void retried(AutoRetryEnd end) {
        if (!end.success()) {
            telemetry.log(
                    "api_retries_exhausted",
                    new Attributes().with("attempt", end.attempt()).with("error", telemetry.content(end.finalError())));
        }
    }
}
