package dev.pawl.fleet;

import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.Next;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** The figures of a worker so far and of its fleet now, for metrics. */
final class WorkerFigures {
    private final AtomicLong claims = new AtomicLong();
    private final AtomicLong takeOvers = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong idle = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong sleeps = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    /** @param takenOver whether the worker before it ended while it ran the session */
    void claimed(boolean takenOver) {
        claims.incrementAndGet();
        if (takenOver) {
            takeOvers.incrementAndGet();
        }
    }

    /** The session is another worker's now. */
    void lost() {
        lost.incrementAndGet();
    }

    void failed() {
        failures.incrementAndGet();
    }

    void released(Next next) {
        switch (next) {
            case Next.Idle() -> idle.incrementAndGet();
            case Next.Waits(_) -> waits.incrementAndGet();
            case Next.Sleeps(_, _) -> sleeps.incrementAndGet();
            case Next.Failed(_) -> failures.incrementAndGet();
            case Next.Ready(), Next.Aside(_, _) -> {}
        }
    }

    /** In the text format of Prometheus; what the engine does not tell is left out. */
    String text(Durable engine, Limits limits, int busy, boolean draining) {
        var own = metric("pawl_worker_sessions", "gauge", "Sessions that are being advanced.", busy)
                + metric("pawl_worker_draining", "gauge", "1 if no further sessions are taken.", draining ? 1 : 0)
                + metric("pawl_worker_claims_total", "counter", "Sessions that were claimed.", claims.get())
                + metric(
                        "pawl_worker_take_overs_total",
                        "counter",
                        "Sessions that were claimed after a worker that ended.",
                        takeOvers.get())
                + metric("pawl_worker_leases_lost_total", "counter", "Sessions that others took over.", lost.get())
                + metric("pawl_worker_runs_total", "counter", "Sessions that were carried to rest.", idle.get())
                + metric("pawl_worker_questions_total", "counter", "Sessions left until an answer.", waits.get())
                + metric("pawl_worker_sleeps_total", "counter", "Sessions left until a time.", sleeps.get())
                + metric("pawl_worker_failures_total", "counter", "Sessions that failed.", failures.get());
        try {
            return own + ofFleet(engine.list(), limits);
        } catch (IOException _) {
            return own;
        }
    }

    private static String ofFleet(List<SessionState> all, Limits limits) throws IOException {
        var text = new StringBuilder("""
            # HELP pawl_fleet_sessions Sessions of the fleet by what they do.
            # TYPE pawl_fleet_sessions gauge
            """);
        var now = limits.now();
        for (var phase : Phase.values()) {
            long count = all.stream().filter(state -> state.phase() == phase).count();
            text.append("pawl_fleet_sessions{phase=\"" + phase.word() + "\"} " + count + "\n");
        }
        long oldest = all.stream()
                .filter(state -> state.phase() == Phase.READY)
                .map(SessionState::changed)
                .min(Instant::compareTo)
                .map(since -> Math.max(0, Duration.between(since, now).toSeconds()))
                .orElse(0L);
        text.append(metric(
                "pawl_fleet_oldest_ready_seconds", "gauge", "How long a session has waited for a worker.", oldest));
        return text
                + "# HELP pawl_fleet_spent_dollars What the fleet spent on its last day, if it has a budget.\n"
                + "# TYPE pawl_fleet_spent_dollars gauge\npawl_fleet_spent_dollars "
                + String.format(Locale.ROOT, "%.6f", limits.spent()) + "\n";
    }

    private static String metric(String name, String type, String help, long value) {
        return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " + value + "\n";
    }
}
