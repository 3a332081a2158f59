package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.RequestAuthorize;
import org.jspecify.annotations.Nullable;

/** Measures the time until the first piece of an answer, and between the pieces. */
final class ChunkTelemetry {
    private final Metrics metrics;
    private @Nullable Attributes labels;
    private boolean first;
    private long before;

    ChunkTelemetry(Metrics metrics) {
        this.metrics = metrics;
    }

    void install(Host host) {
        host.on(HookPoints.REQUEST_AUTHORIZE, (request, _) -> {
            if (request.purpose() == RequestAuthorize.Purpose.TURN) {
                begin(request);
            }
            return request.allow();
        });
        host.on(HookPoints.MESSAGE_UPDATE, (update, _) -> received(update));
    }

    private synchronized void begin(RequestAuthorize request) {
        labels = RequestTelemetry.labels(
                request.model().provider(), request.model().id());
        first = true;
        before = Clock.now();
    }

    /** The start and end of a block are not pieces. */
    private synchronized void received(MessageUpdate update) {
        if (labels == null || update.delta().delta().isEmpty()) {
            return;
        }
        long now = Clock.now();
        double seconds = (now - before) / 1e9;
        if (first) {
            metrics.firstChunk(seconds, labels);
        } else {
            metrics.nextChunk(seconds, labels);
        }
        first = false;
        before = now;
    }
}
