package dev.pawl.durable.store;

import dev.pawl.durable.Durable;
import dev.pawl.durable.Next;
import dev.pawl.durable.Refused;
import dev.pawl.durable.StaleWriter;
import dev.pawl.durable.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** A worker that asks a store for sessions, and gives signs of life for those that it has. */
final class Polling implements Durable.Serving {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Store store;
    private final Worker worker;
    private final int atOnce;
    private final Duration lease;
    private final Semaphore free;
    private final Map<HeldClaim, Thread> held = new ConcurrentHashMap<>();
    private final Thread claiming;
    private final Thread beating;
    private volatile boolean draining;
    private volatile boolean closed;

    Polling(Store store, Worker worker, int atOnce, Duration lease) {
        this.store = store;
        this.worker = worker;
        this.atOnce = atOnce;
        this.lease = lease;
        this.free = new Semaphore(atOnce);
        this.claiming = Thread.ofPlatform().daemon().name("fleet claims").start(this::claimAll);
        this.beating = Thread.ofPlatform().daemon().name("fleet leases").start(this::beat);
    }

    private void claimAll() {
        try {
            while (!draining) {
                free.acquire();
                free.release();
                if (!claimSome()) {
                    store.awaitChange(POLL);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // It is being closed.
        }
    }

    private boolean claimSome() {
        boolean any = false;
        try {
            for (var session : store.claimable(worker.places(), free.availablePermits())) {
                any |= !draining && claim(session);
            }
        } catch (IOException _) {
            return false; // The store does not answer; it is asked again.
        }
        return any;
    }

    private boolean claim(String session) throws IOException {
        if (!free.tryAcquire()) {
            return false;
        }
        boolean started = false;
        try {
            var document = store.apply(session, Operation.claim(worker.name(), lease.toMillis()));
            var claim = new HeldClaim(store, document, lease);
            held.put(
                    claim, Thread.ofVirtual().name("session " + session).unstarted(() -> advance(claim)));
            held.get(claim).start();
            started = true;
        } catch (Refused _) {
            // Another worker was first.
        } finally {
            if (!started) {
                free.release();
            }
        }
        return started;
    }

    private void advance(HeldClaim claim) {
        try {
            var next = next(claim);
            Thread.interrupted();
            claim.release(next);
        } catch (StaleWriter _) {
            // It is another worker's now.
        } catch (IOException _) {
            // The store did not answer for as long as the lease: another worker goes on with it.
        } finally {
            held.remove(claim);
            free.release();
        }
    }

    private Next next(HeldClaim claim) throws StaleWriter {
        try {
            return worker.advance(claim);
        } catch (StaleWriter e) {
            throw e;
        } catch (InterruptedException _) {
            return new Next.Ready();
        } catch (IOException | RuntimeException e) {
            return closed ? new Next.Ready() : new Next.Failed(String.valueOf(e.getMessage()));
        }
    }

    private void beat() {
        try {
            while (true) {
                Thread.sleep(lease.dividedBy(3));
                held.forEach((claim, thread) -> {
                    claim.extend();
                    if (claim.isLost() || claim.isCancelled()) {
                        thread.interrupt();
                    }
                });
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // It is being closed.
        }
    }

    @Override
    public void drain() {
        draining = true;
    }

    @Override
    public int busy() {
        return held.size();
    }

    @Override
    public void close() {
        draining = true;
        closed = true;
        claiming.interrupt();
        held.values().forEach(Thread::interrupt);
        boolean interrupted = Thread.interrupted();
        try {
            claiming.join();
            free.tryAcquire(atOnce, lease.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            interrupted = true;
        }
        beating.interrupt();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
