package dev.pawl.fleet;

import dev.pawl.cli.Halt;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.fleet.durable.Durable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs sessions of a fleet until it is ended: {@code pawl worker}. */
public final class WorkerCommand {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration READY = Duration.ofSeconds(5);

    private final WorkerOptions options;
    private final Places places;
    private final Streams streams;
    private final WorkerLog log;

    private WorkerCommand(WorkerOptions options, Places places, Streams streams) {
        this.options = options;
        this.places = places;
        this.streams = streams;
        this.log = new WorkerLog(streams.err(), options.name(), options.logsJson(), InstantSource.system());
    }

    public static int run(List<String> args, Places places, Streams streams) throws IOException, InterruptedException {
        if (FleetHelp.isAsked(args)) {
            streams.out().print(FleetHelp.TEXT);
            return 0;
        }
        new WorkerCommand(WorkerOptions.of(args), places, streams).run();
        return 0;
    }

    private void run() throws IOException, InterruptedException {
        try (var engine = awaited(() -> Engines.open(options.engine(), options, places, streams.err()))) {
            serve(engine);
        }
    }

    private void serve(Durable engine) throws IOException, InterruptedException {
        var figures = new WorkerFigures();
        var limits = engine.limits(options.places().iterator().next());
        var worker = new FleetWorker(options, places, log, figures, limits);
        var ended = new CountDownLatch(1);
        try (var serving = awaited(() -> engine.serve(worker, options.atOnce()))) {
            var signalled = new Thread(() -> drain(serving, worker, ended), "fleet drain");
            Runtime.getRuntime().addShutdownHook(signalled);
            var shown = new WorkerPages.Shown(
                    draining -> figures.text(engine, limits, serving.busy(), draining),
                    () -> answers(engine),
                    ended::countDown);
            try (var pages =
                    WorkerPages.open(options.listen(), places.environment().get(WorkerPages.TOKEN), shown)) {
                streams.out()
                        .println("Worker " + options.name() + " runs sessions of " + String.join(", ", options.places())
                                + ", " + options.atOnce() + " at once" + pages.shown() + ". Ctrl-C ends it.");
                streams.out().flush();
                ended.await();
                drain(serving, worker, ended);
            } finally {
                removeHook(signalled);
            }
        }
    }

    /** Returns whether the engine answers, within a few seconds. */
    private static boolean answers(Durable engine) {
        var asked = new FutureTask<>(() -> {
            engine.check();
            return true;
        });
        var thread = Thread.ofVirtual().start(asked);
        try {
            return asked.get(READY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            thread.interrupt();
        }
    }

    /** Something that the engine has to answer. */
    @FunctionalInterface
    private interface Request<T> {
        T ask() throws IOException;
    }

    /** A worker may be there before its engine, and waits for it. */
    private <T> T awaited(Request<T> request) throws InterruptedException {
        var reported = "";
        while (true) {
            try {
                return request.ask();
            } catch (IOException e) {
                var why = String.valueOf(e.getMessage());
                if (!why.equals(reported)) {
                    log.warn("", why + " It is tried again until it answers; Ctrl-C ends it.");
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
    private void drain(Durable.Serving serving, FleetWorker worker, CountDownLatch ended) {
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
