package dev.pawl.fleet;

import dev.pawl.cli.Halt;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.fleet.durable.Durable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Runs sessions of a fleet until it is ended: {@code pawl worker}. */
public final class WorkerCommand {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration AGAIN = Duration.ofMillis(500);

    private WorkerCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws IOException, InterruptedException {
        if (FleetHelp.isAsked(args)) {
            streams.out().print(FleetHelp.TEXT);
            return 0;
        }
        var options = WorkerOptions.of(args);
        var figures = new WorkerFigures();
        try (var engine = awaited(() -> Engines.open(options.engine(), options, places, streams.err()), streams)) {
            var limits = engine.limits(options.places().iterator().next());
            serve(engine, new FleetWorker(options, places, streams.err(), figures, limits), options, streams, figures);
        }
        return 0;
    }

    private static void serve(
            Durable engine, FleetWorker worker, WorkerOptions options, Streams streams, WorkerFigures figures)
            throws IOException, InterruptedException {
        var ended = new CountDownLatch(1);
        try (var serving = awaited(() -> engine.serve(worker, options.atOnce()), streams)) {
            var signalled = new Thread(() -> drain(serving, worker, options, ended), "fleet drain");
            Runtime.getRuntime().addShutdownHook(signalled);
            try (var pages = WorkerPages.open(options.listen(), serving, figures, ended::countDown)) {
                streams.out()
                        .println("Worker " + options.name() + " runs sessions of " + String.join(", ", options.places())
                                + ", " + options.atOnce() + " at once" + pages.shown() + ". Ctrl-C ends it.");
                streams.out().flush();
                ended.await();
                drain(serving, worker, options, ended);
            } finally {
                removeHook(signalled);
            }
        }
    }

    /** Something that the engine has to answer. */
    @FunctionalInterface
    private interface Request<T> {
        T ask() throws IOException;
    }

    /** A worker may be there before its engine, and waits for it. */
    private static <T> T awaited(Request<T> request, Streams streams) throws InterruptedException {
        var reported = "";
        while (true) {
            try {
                return request.ask();
            } catch (IOException e) {
                var why = String.valueOf(e.getMessage());
                if (!why.equals(reported)) {
                    streams.err().println("pawl: " + why + " It is tried again until it answers; Ctrl-C ends it.");
                    reported = why;
                }
                Thread.sleep(AGAIN);
            }
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // A signal came meanwhile.
        }
    }

    /** Takes no further sessions, waits for those that are being advanced, and leaves what is left to other workers. */
    private static void drain(
            Durable.Serving serving, FleetWorker worker, WorkerOptions options, CountDownLatch ended) {
        Halt.after(options.drain().plus(options.lease()).plus(Halt.PATIENCE), 1);
        serving.drain();
        long until = System.nanoTime() + options.drain().toNanos();
        try {
            while (serving.busy() > 0 && System.nanoTime() < until) {
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (serving.busy() > 0) {
            // Commands that still run outlast the program, and the next worker takes what comes of them.
            worker.end();
            serving.abandon();
            Halt.after(Duration.ZERO, 0);
            return;
        }
        serving.close();
        ended.countDown();
    }
}
