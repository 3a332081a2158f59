package dev.pawl.shellhooks.run;

import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.run.FirstLine.Leave;
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
    private final CompletableFuture<Leave> left = new CompletableFuture<>();
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
     * How the command ended; null if it goes on.
     *
     * @param places how many may go on at a time; one that finds no place is waited for
     * @param later gets how a command ends that goes on
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

    /** Waits for a command that goes on, for as long as it asked for. */
    private void follow(@Nullable Duration limit, Semaphore places, Consumer<Ran> later) {
        try {
            var ran = limit == null ? ended.get() : ended.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            later.accept(new Ran(ran.exit(), FirstLine.without(ran.output()), ran.error(), ran.nanos(), ran.failure()));
        } catch (TimeoutException e) {
            thread.interrupt();
            later.accept(Ran.failed("took longer than the time that it asked for and was ended", "", 0));
        } catch (ExecutionException e) {
            later.accept(Ran.failed("could not go on in the background: " + e.getCause(), "", 0));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }
}
