package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.RequestAuthorize;
import org.jspecify.annotations.Nullable;

/** How long the first piece of an answer took to come, and each piece after it. */
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
        host.on(HookPoints.MESSAGE_UPDATE, (update, _) -> came(update));
    }

    private synchronized void begin(RequestAuthorize request) {
        labels = RequestTelemetry.labels(
                request.model().provider(), request.model().id());
        first = true;
        before = Clock.now();
    }

    /** Beginnings and ends of blocks are no pieces. */
    private synchronized void came(MessageUpdate update) {
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
