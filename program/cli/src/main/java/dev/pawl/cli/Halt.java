package dev.pawl.cli;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * Ends the process when it does not end of itself.
 *
 * <p>At its end the JVM waits for what hooks gave to {@code Runtime.addShutdownHook}, and writing waits for the reader.
 */
public final class Halt {
    /** What is done at the end of the JVM has this long. */
    public static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Map<String, Integer> SIGNALS =
            Map.of("SIGHUP handler", 1, "SIGINT handler", 2, "SIGTERM handler", 15);

    private Halt() {}

    /**
     * From now on the process has so long, and not more.
     *
     * @param status its exit code, unless it is a signal that ends it
     */
    public static void after(Duration patience, int status) {
        Thread.ofPlatform().daemon().name("pawl halt").start(() -> {
            long until = System.nanoTime() + patience.toNanos();
            for (long left = patience.toNanos(); left > 0; left = until - System.nanoTime()) {
                try {
                    Thread.sleep(Duration.ofNanos(left));
                } catch (InterruptedException e) {
                    // The program must not be kept alive by interrupting this.
                }
            }
            Runtime.getRuntime().halt(statusOfSignal(status));
        });
    }

    /** Returns whether another thread would keep the JVM alive when this one has ended. */
    public static boolean isKeptAlive() {
        var group = Objects.requireNonNull(Thread.currentThread().getThreadGroup());
        while (group.getParent() != null) {
            group = group.getParent();
        }
        // A thread that finds no place here is one too many, too.
        var threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) {
                return true;
            }
        }
        return count == threads.length;
    }

    /** The exit code that belongs to the signal that ends the JVM, known by the thread that carries it, or another. */
    private static int statusOfSignal(int otherwise) {
        for (var thread : Thread.getAllStackTraces().keySet()) {
            var number = SIGNALS.get(thread.getName());
            if (number != null) {
                return 128 + number;
            }
        }
        return otherwise;
    }
}
