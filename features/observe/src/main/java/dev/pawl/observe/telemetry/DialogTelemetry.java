package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.UiPrompt;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The time that dialogs wait for the user: a span for each, and what it adds to the active time of the user. */
final class DialogTelemetry {
    static final String ACTIVE = "pawl.active_time.total";

    private final Metrics metrics;
    private final HookTelemetry.Receiver receiver;
    private final Supplier<TraceParent> place;
    private @Nullable Span open;
    private long waited;

    /** @param place the span of the dialog's subject: the call under way, or the run */
    DialogTelemetry(Metrics metrics, HookTelemetry.Receiver receiver, Supplier<TraceParent> place) {
        this.metrics = metrics;
        this.receiver = receiver;
        this.place = place;
    }

    void install(Host host) {
        host.on(HookPoints.UI_PROMPT_START, (prompt, _) -> begin(prompt));
        host.on(HookPoints.UI_PROMPT_END, (_, _) -> end());
    }

    private synchronized void begin(UiPrompt prompt) {
        open = Span.below(place.get(), "pawl.blocked_on_user", Span.INTERNAL, Clock.now())
                .with("pawl.dialog.kind", prompt.kind().name().toLowerCase(Locale.ROOT));
    }

    private synchronized void end() {
        var ended = open;
        if (ended != null) {
            open = null;
            long now = Clock.now();
            waited += now - ended.begin();
            metrics.sum(ACTIVE, (now - ended.begin()) / 1e9, new Attributes().with("type", "user"));
            receiver.span(ended.ended(now), ended.place());
        }
    }

    /** The nanoseconds that dialogs waited since this was last asked. */
    synchronized long takeWaited() {
        long taken = waited;
        waited = 0;
        return taken;
    }
}
