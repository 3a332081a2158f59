package dev.pawl.fleet.store;

import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A worker that asks a store for sessions. */
final class Polling implements Durable.Serving {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Store store;
    private final Worker worker;
    private final int atOnce;
    private final Duration lease;
    private final Semaphore free;
    private final Advancing advancing;
    private final Thread claiming;
    private volatile boolean draining;

    Polling(Store store, Worker worker, int atOnce, Duration lease) {
        this.store = store;
        this.worker = worker;
        this.atOnce = atOnce;
        this.lease = lease;
        this.free = new Semaphore(atOnce);
        this.advancing = new Advancing(worker, lease);
        this.claiming = Thread.ofPlatform().daemon().name("fleet claims").start(this::claimAll);
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
            var claim =
                    new HeldClaim(store, store.apply(session, Operation.claim(worker.name(), lease.toMillis())), lease);
            Thread.ofVirtual().name("session " + session).start(() -> advance(claim));
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
            claim.release(advancing.advance(claim));
        } catch (StaleWriter _) {
            // It is another worker's now.
        } catch (IOException _) {
            // The store did not answer for as long as the lease: another worker goes on with it.
        } finally {
            free.release();
        }
    }

    @Override
    public void drain() {
        draining = true;
    }

    @Override
    public int busy() {
        return atOnce - free.availablePermits();
    }

    @Override
    public void abandon() {
        draining = true;
        advancing.abandon();
    }

    @Override
    public void close() {
        draining = true;
        claiming.interrupt();
        advancing.interrupt();
        boolean interrupted = Thread.interrupted();
        try {
            claiming.join();
            if (free.tryAcquire(atOnce, lease.toMillis(), TimeUnit.MILLISECONDS)) {
                free.release(atOnce);
            }
        } catch (InterruptedException _) {
            interrupted = true;
        }
        advancing.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
