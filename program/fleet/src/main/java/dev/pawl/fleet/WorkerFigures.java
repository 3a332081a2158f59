package dev.pawl.fleet;

import dev.pawl.fleet.durable.Next;
import java.util.concurrent.atomic.AtomicLong;

/** What a worker has done so far, for its metrics. */
final class WorkerFigures {
    private final AtomicLong claims = new AtomicLong();
    private final AtomicLong idle = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong sleeps = new AtomicLong();

    void claimed() {
        claims.incrementAndGet();
    }

    void released(Next next) {
        switch (next) {
            case Next.Idle() -> idle.incrementAndGet();
            case Next.Waits(_) -> waits.incrementAndGet();
            case Next.Sleeps(_, _) -> sleeps.incrementAndGet();
            default -> {}
        }
    }

    /** In the text format of Prometheus. */
    String text(int busy, boolean draining) {
        return metric("pawl_worker_sessions", "gauge", "Sessions that are being advanced.", busy)
                + metric("pawl_worker_draining", "gauge", "1 if no further sessions are taken.", draining ? 1 : 0)
                + metric("pawl_worker_claims_total", "counter", "Sessions that were claimed.", claims.get())
                + metric("pawl_worker_runs_total", "counter", "Sessions that were carried to rest.", idle.get())
                + metric("pawl_worker_questions_total", "counter", "Sessions left until an answer.", waits.get())
                + metric("pawl_worker_sleeps_total", "counter", "Sessions left until a time.", sleeps.get());
    }

    private static String metric(String name, String type, String help, long value) {
        return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " + value + "\n";
    }
}
