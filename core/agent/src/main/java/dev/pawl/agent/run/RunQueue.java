package dev.pawl.agent.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests to a session that have not begun, oldest first, and the {@link Phase} of the session.
 *
 * <p>A request keeps its {@link Place} until it has started a run, joined one, or come to nothing. The rules by which
 * requests and runs wait for each other are methods of {@code Place}. Nothing waits by the clock: a handler that takes
 * long is ended by its own time limit.
 */
final class RunQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Place> places = new ArrayList<>();
    private final Deque<Deferred> afterEnd = new ArrayDeque<>();
    private Phase phase = new Phase.Idle();
    private boolean startsDeferred;
    private int sending;
    private boolean abortNext;
    private boolean closed;

    private record Deferred(Request request, Start start) {}

    /** Carries a request out. */
    @FunctionalInterface
    interface Start {
        /** Starts or joins a run, leaving {@code entrance} as soon as it has. */
        void run(Entrance entrance);
    }

    Phase phase() {
        lock.lock();
        try {
            return phase;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no run is under way. During the events of the end the session is idle already. */
    boolean isIdle() {
        return phase().underWay() == null;
    }

    /** Returns whether a message of a hook has neither begun nor stepped aside. */
    boolean isSending() {
        lock.lock();
        try {
            return places.stream().anyMatch(one -> !one.request.isOfUser() && !one.aside);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes a request and gives it the last place.
     *
     * @param begun called when requests of the same client need not wait for it any more
     */
    Entrance request(Request request, Runnable begun) {
        var place = new Place(request, begun);
        lock.lock();
        try {
            places.add(place);
        } finally {
            lock.unlock();
        }
        return new Entrance(place);
    }

    /**
     * Carries a request of a hook out on a thread of its own: in its turn, and after the end that is being reported.
     * Returns false if the session is closed.
     */
    boolean later(Request request, Start start) {
        Entrance entrance;
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            if (phase instanceof Phase.Ending) {
                afterEnd.add(new Deferred(request, start));
                return true;
            }
            entrance = request(request, () -> {});
        } finally {
            lock.unlock();
        }
        Thread.ofVirtual().name("agent start").start(() -> {
            try (entrance) {
                entrance.awaitTurn();
                start.run(entrance);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return true;
    }

    /** The way of one request into the session. */
    final class Entrance implements AutoCloseable {
        private final Place place;

        private Entrance(Place place) {
            this.place = place;
        }

        private void awaitTurn() throws InterruptedException {
            await(() -> closed || place.mayBeAskedAbout(places));
        }

        /** The handlers have answered: waits until it may begin. */
        void awaitOthers() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                stage(Place.Stage.READY);
                boolean yields = place.request instanceof Request.Prompt(var yielding) && yielding;
                boolean starts = place.request instanceof Request.Trigger;
                await(() -> closed
                        || (place.mayBegin(places)
                                && (!yields || place.hasYielded(places))
                                && (!starts || sending == 0)));
            } finally {
                lock.unlock();
            }
        }

        /** Waits while a run has reported its end and it is not decided whether another one follows. */
        void awaitDecision() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                stage(Place.Stage.BEHIND_RUN);
                await(() -> closed || !(phase instanceof Phase.Deciding));
                stage(Place.Stage.READY);
            } finally {
                lock.unlock();
            }
        }

        private void stage(Place.Stage stage) {
            place.stage = stage;
            changed.signalAll();
        }

        /** A handler that is asked about it waits for a timer or for somebody else: others need not wait for it. */
        void stepAside() {
            lock.lock();
            try {
                place.aside = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            place.begun.run();
        }

        /** It has begun, or is given up. */
        @Override
        public void close() {
            lock.lock();
            try {
                places.remove(place);
                abortNext &= !places.isEmpty();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            place.begun.run();
        }
    }

    /** Does something that sends several messages: a run that one of them starts begins when all are sent. */
    void together(Runnable work) {
        lock.lock();
        try {
            sending++;
        } finally {
            lock.unlock();
        }
        try {
            work.run();
        } finally {
            lock.lock();
            try {
                sending--;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits until messages that were sent behind one that starts a run wait in the queues, or have come to nothing. */
    void awaitNotes() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var sent = places.stream()
                    .filter(one -> one.request instanceof Request.Note)
                    .toList();
            await(() -> closed || sent.stream().noneMatch(one -> one.holdsRun(places)));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until messages that hooks have sent so far wait in the queues, have come to nothing, or stand aside. */
    void awaitSent() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var sent = List.copyOf(places);
            await(() -> closed || sent.stream().noneMatch(one -> one.holdsRun(places)));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing runs or is about to start. In a closed session nothing starts any more. */
    void awaitIdle() throws InterruptedException {
        await(() -> phase instanceof Phase.Idle && (closed || (places.isEmpty() && afterEnd.isEmpty())));
    }

    /**
     * Begins a run, or something that no run may overlap with. Returns whether an abort was already requested.
     *
     * @param next the phase that it brings
     */
    boolean enter(Phase next) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            await(() -> closed || !(phase instanceof Phase.Ending));
            if (closed) {
                throw new IllegalStateException("Another session took the place of this one: nothing can be started"
                        + " here any more. Use the context that withSession gives you.");
            }
            if (!(phase instanceof Phase.Idle)) {
                throw new IllegalStateException(refusal(next));
            }
            phase = next;
            boolean stop = abortNext;
            abortNext = false;
            return stop;
        } finally {
            lock.unlock();
        }
    }

    private String refusal(Phase next) {
        if (phase instanceof Phase.Alone(_, var name)) {
            return "A " + name + " is under way. Wait until it is done, or abort it.";
        }
        return next instanceof Phase.Alone(_, var name)
                ? "The agent is working: a " + name + " has to wait until it is idle."
                : "The agent is already processing a prompt. Specify whether this one steers it or follows it.";
    }

    /** Brings the run under way into another phase; does nothing if another run, or none, is under way. */
    void become(Phase next) {
        lock.lock();
        try {
            if (phase.underWay() == next.underWay()) {
                phase = next;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Performs an action that needs a run under way; returns false if there is none. */
    boolean whileBusy(Runnable action) {
        lock.lock();
        try {
            if (phase.underWay() == null) {
                return false;
            }
            action.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets a run come to rest: from now on its end is reported. Returns false if something is left to do for it. */
    boolean rest(Run run, BooleanSupplier nothingLeft) {
        lock.lock();
        try {
            if (phase.underWay() == run) {
                if (!nothingLeft.getAsBoolean()) {
                    return false;
                }
                phase = new Phase.Ending(run);
                changed.signalAll();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The session is idle. Requests that were made while the end was reported begin, each after the one before it. */
    void settle() {
        lock.lock();
        try {
            phase = new Phase.Idle();
            changed.signalAll();
            if (afterEnd.isEmpty() || startsDeferred) {
                return;
            }
            startsDeferred = true;
        } finally {
            lock.unlock();
        }
        Thread.ofVirtual().name("agent deferred").start(() -> {
            for (var next = nextDeferred(); next != null; next = nextDeferred()) {
                next.run();
            }
        });
    }

    private @Nullable Runnable nextDeferred() {
        lock.lock();
        try {
            var next = afterEnd.poll();
            if (next == null) {
                startsDeferred = false;
                return null;
            }
            var entrance = request(next.request(), () -> {});
            return () -> {
                try (entrance) {
                    next.start().run(entrance);
                }
            };
        } finally {
            lock.unlock();
        }
    }

    /** Ends the run under way. One that is about to start is stopped as soon as it has. */
    void abort() {
        Run run;
        lock.lock();
        try {
            run = phase.underWay();
            abortNext |= run == null && !(places.isEmpty() && afterEnd.isEmpty());
        } finally {
            lock.unlock();
        }
        if (run != null) {
            run.abort();
        }
    }

    /** Interrupts the handlers of the end that still run. */
    void abortEnding() {
        if (phase() instanceof Phase.Ending(var run)) {
            run.abort();
        }
    }

    /** Closes the session: nothing starts here any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            afterEnd.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void await(BooleanSupplier rule) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!rule.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
