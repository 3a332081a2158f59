package dev.pawl.fleet.store;

import dev.pawl.fleet.durable.Next;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.durable.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Has a worker advance the sessions that it claimed, and gives signs of life for them meanwhile. */
public final class Advancing implements AutoCloseable {
    private static final Duration ASIDE = Duration.ofSeconds(1);

    private final Worker worker;
    private final Duration lease;
    private final Map<HeldClaim, Thread> held = new ConcurrentHashMap<>();
    private final Set<HeldClaim> reported = ConcurrentHashMap.newKeySet();
    private final Thread beating;
    private final AtomicReference<@Nullable HeldClaim> suspect = new AtomicReference<>();
    private volatile boolean closed;

    public Advancing(Worker worker, Duration lease) {
        this.worker = worker;
        this.lease = lease;
        this.beating = Thread.ofPlatform().daemon().name("fleet leases").start(this::beat);
    }

    /**
     * Advances a session on this thread.
     *
     * @throws StaleWriter if another worker took it over
     */
    public Next advance(HeldClaim claim) throws StaleWriter {
        held.put(claim, Thread.currentThread());
        try {
            if (closed) {
                return new Next.Ready();
            }
            return claim.isSuspect() ? advanceAlone(claim) : worker.advance(claim);
        } catch (StaleWriter e) {
            throw e;
        } catch (InterruptedException _) {
            return new Next.Ready();
        } catch (IOException | RuntimeException e) {
            // While the engine did not answer the lease ran out: that is no fault of the session.
            return closed || claim.isLost() ? new Next.Ready() : new Next.Failed(String.valueOf(e.getMessage()));
        } finally {
            held.remove(claim);
            reported.remove(claim);
            Thread.interrupted();
        }
    }

    /**
     * Of the sessions that workers ended with again and again, one at a time is advanced until it has made progress: beside
     * the one that ends them, the others would never get there.
     */
    private Next advanceAlone(HeldClaim claim) throws IOException, InterruptedException {
        if (!suspect.compareAndSet(null, claim)) {
            return new Next.Aside(
                    ASIDE, "workers ended while they ran it, so it waits until no other such session runs beside it");
        }
        claim.onProgress(() -> suspect.compareAndSet(claim, null));
        try {
            return worker.advance(claim);
        } finally {
            suspect.compareAndSet(claim, null);
        }
    }

    private void beat() {
        try {
            while (true) {
                Thread.sleep(lease.dividedBy(3));
                held.forEach((claim, thread) -> {
                    claim.extend();
                    // Once: what it does to end must not be interrupted again.
                    if ((claim.isLost() || claim.isCancelled()) && held.containsKey(claim) && reported.add(claim)) {
                        thread.interrupt();
                    }
                });
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // It is being closed.
        }
    }

    /** Others may claim at once what is being advanced; it is not interrupted. */
    void abandon() {
        closed = true;
        for (var claim : held.keySet()) {
            try {
                claim.release(new Next.Ready());
            } catch (IOException _) {
                // Others claim it when its lease has run out.
            }
        }
    }

    /** What is being advanced is interrupted; it can be gone on with elsewhere. */
    public void interrupt() {
        closed = true;
        held.values().forEach(Thread::interrupt);
    }

    @Override
    public void close() {
        interrupt();
        beating.interrupt();
    }
}
