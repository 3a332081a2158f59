package dev.pawl.shellhooks.run;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.answer.Ran;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waits for a command until it ends, or until it asks on its first line not to be waited for. */
final class Leaving {
    private final CompletableFuture<Ran> ended = new CompletableFuture<>();
    private final CompletableFuture<FirstLine.Leave> left = new CompletableFuture<>();
    private final Thread thread;

    /** Runs a command that reports its output. */
    @FunctionalInterface
    interface Command {
        Ran run(Consumer<byte[]> output) throws InterruptedException;
    }

    Leaving(String name, Command command) {
        var line = new FirstLine(left::complete);
        thread = Thread.ofVirtual().name("hook " + name).start(() -> {
            try {
                ended.complete(command.run(line::add));
            } catch (InterruptedException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        });
    }

    /**
     * Returns how the command ended; null if it continues in the background.
     *
     * @param places limits how many continue at a time; a command without a place is waited for
     * @param later receives how a command ended that continued
     */
    @Nullable
    Ran await(Semaphore places, Consumer<Ran> later) throws InterruptedException {
        try {
            CompletableFuture.anyOf(ended, left).get();
            if (ended.isDone() || !places.tryAcquire()) {
                return ended.get();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException(e.getMessage());
            }
            throw new IllegalStateException(e.getCause());
        }
        var limit = left.join().limit();
        Thread.ofVirtual().name("hook in the background").start(() -> follow(limit, places, later));
        return null;
    }

    /** Waits for a command that continues, for as long as it asked for. */
    private void follow(@Nullable Duration limit, Semaphore places, Consumer<Ran> later) {
        try {
            var ran = limit == null ? ended.get() : ended.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            later.accept(new Ran(ran.exit(), FirstLine.without(ran.output()), ran.error(), ran.nanos(), ran.failure()));
        } catch (TimeoutException e) {
            thread.interrupt();
            later.accept(Ran.failed("took longer than the time that it asked for and was ended", "", 0));
        } catch (ExecutionException e) {
            later.accept(Ran.failed("could not continue in the background: " + e.getCause(), "", 0));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }

    /** Reads the first line of a hook's output as it comes: with {@code {"async": true}} a hook asks not to be waited for. */
    static final class FirstLine {
        private static final int LONGEST = 1_000;

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private final Consumer<Leave> leaving;
        private boolean complete;

        /** @param leaving receives what the hook asks for */
        FirstLine(Consumer<Leave> leaving) {
            this.leaving = leaving;
        }

        /**
         * The hook asks not to be waited for.
         *
         * @param limit how long it may continue; null for as long as any hook
         */
        record Leave(@Nullable Duration limit) {}

        synchronized void add(byte[] more) {
            if (complete) {
                return;
            }
            for (int i = 0; i < more.length && !complete; i++) {
                complete = more[i] == '\n' || line.size() >= LONGEST;
                line.write(more[i]);
            }
            var leave = line.size() > LONGEST ? null : read(line.toString(StandardCharsets.UTF_8));
            if (leave != null) {
                complete = true;
                line.reset();
                leaving.accept(leave);
            }
        }

        /** Returns what a line asks for; null if it is incomplete or asks for nothing. */
        private static @Nullable Leave read(String line) {
            try {
                var json = JsonObject.parse(line);
                if (!Boolean.TRUE.equals(json.get("async"))) {
                    return null;
                }
                return new Leave(
                        json.get("asyncTimeout") instanceof Number millis && millis.doubleValue() >= 1
                                ? Duration.ofMillis(millis.longValue())
                                : null);
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        /** Returns the output without that line. */
        static String without(String output) {
            int end = output.indexOf('\n');
            return read(end < 0 ? output : output.substring(0, end)) == null
                    ? output
                    : end < 0 ? "" : output.substring(end + 1);
        }
    }
}
