package dev.pawl.app.fleet;

import dev.pawl.app.cli.Halt;
import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Streams;
import dev.pawl.durable.Durable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Runs sessions of a fleet until it is told to end: {@code pawl worker}. */
public final class WorkerCommand {
    private static final Duration LOOK = Duration.ofMillis(50);

    private WorkerCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws IOException, InterruptedException {
        if (FleetHelp.isAsked(args)) {
            streams.out().print(FleetHelp.TEXT);
            return 0;
        }
        var options = WorkerOptions.of(args);
        var figures = new WorkerFigures();
        var ended = new CountDownLatch(1);
        try (var engine = Engines.open(options.engine(), options, places, streams.err());
                var serving =
                        engine.serve(new FleetWorker(options, places, streams.err(), figures), options.atOnce())) {
            var signalled = new Thread(() -> drain(serving, options, ended), "fleet drain");
            Runtime.getRuntime().addShutdownHook(signalled);
            try (var pages = WorkerPages.open(options.listen(), serving, figures, ended::countDown)) {
                streams.out()
                        .println("Worker " + options.name() + " runs sessions of " + String.join(", ", options.places())
                                + ", " + options.atOnce() + " at once" + pages.shown() + ". Ctrl-C ends it.");
                streams.out().flush();
                ended.await();
                drain(serving, options, ended);
            } finally {
                removeHook(signalled);
            }
        }
        return 0;
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // A signal came meanwhile.
        }
    }

    /** Takes no further sessions, waits for those that are being advanced, and leaves what is left to other workers. */
    private static void drain(Durable.Serving serving, WorkerOptions options, CountDownLatch ended) {
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
        serving.close();
        ended.countDown();
    }
}
