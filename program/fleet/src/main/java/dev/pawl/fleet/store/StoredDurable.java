package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.SessionId;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A fleet over a store: workers ask it for sessions that can continue. */
public class StoredDurable implements Durable {
    private final Store store;
    private final Duration lease;

    /** @param lease after so long without a sign of life another worker takes a session over */
    public StoredDurable(Store store, Duration lease) {
        this.store = store;
        this.lease = lease;
    }

    @Override
    public void create(String session, String place, JsonObject about, List<String> lines) throws IOException {
        if (session.equals(SessionId.LIMITS)) {
            throw new Refused("no session can have the id " + session);
        }
        store.apply(session, Operation.create(session, place, about, lines));
    }

    @Override
    public void send(String session, Input input) throws IOException {
        store.apply(session, Operation.send(input));
    }

    @Override
    public SessionState find(String session) throws IOException {
        return SessionState.from(describe(session));
    }

    @Override
    public JsonObject describe(String session) throws IOException {
        var document = store.document(session);
        if (document == null) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        return document;
    }

    @Override
    public void check() throws IOException {
        var _ = store.document(SessionId.LIMITS);
    }

    @Override
    public List<SessionState> list() throws IOException {
        return store.documents().stream()
                .filter(document -> !SessionId.LIMITS.equals(document.string("id")))
                .map(SessionState::from)
                .sorted(Comparator.comparing(SessionState::changed).reversed())
                .toList();
    }

    @Override
    public List<String> lines(String session, int from) throws IOException {
        return store.lines(session, from);
    }

    @Override
    public void remove(String session) throws IOException {
        store.apply(session, Operation.remove());
    }

    @Override
    public Limits limits(String place) {
        return new StoredLimits(store, place, lease);
    }

    @Override
    public Serving serve(Worker worker, int atOnce) throws IOException {
        return new Polling(store, worker, atOnce, lease);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }

    /** A worker that asks a store for sessions. */
    private static final class Polling implements Durable.Serving {
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
                var operation = Operation.claim(worker.name(), lease.toMillis());
                var document = store.apply(session, operation);
                // Otherwise it sleeps or failed, because of what it did to workers before.
                if ("running".equals(document.string("phase"))) {
                    var claim = new HeldClaim(store, document, lease);
                    Thread.ofVirtual().name("session " + session).start(() -> advance(claim));
                    started = true;
                }
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
                // The store did not answer for as long as the lease: another worker continues with it.
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
}
