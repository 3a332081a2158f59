package dev.pawl.agent.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests to a session that have not begun, oldest first, and the {@link Phase} of the session.
 *
 * <pre>
 * Idle ── begin ──▶ Running ── rest ──▶ Ending ── settle ──▶ Idle
 *                     ▲ │                 ▲
 *             proceed │ ▼ decide          │
 *                   Deciding ── rest ─────┘
 * Idle ── beginAlone ──▶ Alone ── settle ──▶ Idle
 * </pre>
 *
 * <p>A request keeps its {@link Place} until it has started a run, joined one, or come to nothing. The rules by which
 * requests and runs wait for each other are methods of {@code Place}. Nothing waits by the clock: a handler that takes
 * long is ended by its own time limit.
 */
public final class RunQueue {
    private final List<Place> places = new ArrayList<>();
    private final Deque<Deferred> afterEnd = new ArrayDeque<>();
    private Phase phase = new Phase.Idle();
    private boolean startsDeferred;
    private int sending;
    private int aborting;
    private boolean abortNext;
    private boolean closed;

    /** A request that was made while the end of a run was reported. */
    private record Deferred(Request request, Start start) {}

    /** Carries a request out. */
    @FunctionalInterface
    interface Start {
        /** Starts or joins a run, leaving the place as soon as it has. */
        void run(Place place) throws InterruptedException;
    }

    /** Returns whether no run is under way. During the events of the end the session is idle already. */
    public synchronized boolean isIdle() {
        return phase.underWay() == null;
    }

    synchronized boolean isEnding() {
        return phase instanceof Phase.Ending;
    }

    /** Returns the name of what is done in place of a run; null if nothing is. */
    public synchronized @Nullable String alone() {
        return phase instanceof Phase.Alone(_, var name) ? name : null;
    }

    /** Returns whether a message of a hook has neither begun nor stepped aside. */
    synchronized boolean isSending() {
        return places.stream().anyMatch(Place::isOnItsWay);
    }

    /** Returns whether a message of a hook is about to start a run that has not begun. */
    synchronized boolean isTriggering() {
        return places.stream().anyMatch(place -> place.request instanceof Request.Trigger)
                || afterEnd.stream().anyMatch(one -> one.request() instanceof Request.Trigger);
    }

    /**
     * Makes a request and gives it the last place, which has to be {@linkplain #leave left}.
     *
     * @param begun called when requests of the same client need not wait for it any more
     */
    synchronized Place request(Request request, Runnable begun) {
        var place = new Place(request, begun);
        place.afterAbort = request instanceof Request.Prompt && isAborting();
        places.add(place);
        return place;
    }

    /** Notes that a request has begun, or is given up. */
    void leave(Place place) {
        synchronized (this) {
            places.remove(place);
            abortNext &= !places.isEmpty();
            notifyAll();
        }
        place.begun.run();
    }

    /** Notes that a handler which is asked about a request waits for a timer or for somebody else: it holds up no other. */
    void stepAside(Place place) {
        synchronized (this) {
            place.aside = true;
            notifyAll();
        }
        place.begun.run();
    }

    /** Notes that the handlers have answered, and waits until the request may begin. */
    synchronized void awaitOthers(Place place) throws InterruptedException {
        move(place, Place.Stage.READY);
        boolean yields = place.request instanceof Request.Prompt(var yielding) && yielding;
        boolean starts = place.request instanceof Request.Trigger;
        await(() -> place.mayBegin(places) && (!yields || place.hasYielded(places)) && (!starts || sending == 0));
    }

    /**
     * Waits while a run that was aborted before the prompt was sent has not ended, for it takes no message any more; and,
     * if the prompt joins no run, while it is not decided whether another one follows the run under way.
     */
    synchronized void awaitRun(Place place, boolean joins) throws InterruptedException {
        move(place, Place.Stage.BEHIND_RUN);
        await(() -> !(place.afterAbort && isAborting()) && (joins || !(phase instanceof Phase.Deciding)));
        move(place, Place.Stage.READY);
    }

    private boolean isAborting() {
        var run = phase.underWay();
        return aborting > 0 || (run != null && run.isAborted());
    }

    private void move(Place place, Place.Stage stage) {
        place.stage = stage;
        notifyAll();
    }

    /**
     * Carries a request of a hook out on its own thread: in its turn, and after the end that is being reported.
     * Returns false if the session is closed.
     */
    boolean later(Request request, Start start) {
        Place place;
        synchronized (this) {
            if (closed) {
                return false;
            }
            if (isEnding()) {
                afterEnd.add(new Deferred(request, start));
                return true;
            }
            place = request(request, () -> {});
        }
        Thread.ofVirtual().name("agent start").start(() -> carryOut(place, start));
        return true;
    }

    private void carryOut(Place place, Start start) {
        try {
            await(() -> place.mayBeAskedAbout(places));
            start.run(place);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            leave(place);
        }
    }

    /** Runs something that sends several messages: a run that one of them starts begins when all are sent. */
    public void together(Runnable sends) {
        synchronized (this) {
            sending++;
        }
        try {
            sends.run();
        } finally {
            synchronized (this) {
                sending--;
                notifyAll();
            }
        }
    }

    /** Waits until messages that hooks have sent so far wait in the queues, have come to nothing, or stand aside. */
    void awaitSent() throws InterruptedException {
        awaitSent(_ -> true);
    }

    /** The same for the requests of a kind. */
    synchronized void awaitSent(Predicate<Request> kind) throws InterruptedException {
        var sent = places.stream().filter(place -> kind.test(place.request)).toList();
        await(() -> sent.stream().noneMatch(place -> place.holdsRun(places)));
    }

    /** Waits until nothing runs or is about to start. In a closed session nothing starts any more. */
    public void awaitIdle() throws InterruptedException {
        awaitIdle(_ -> false);
    }

    private synchronized void awaitIdle(Predicate<Place> but) throws InterruptedException {
        while (!(phase instanceof Phase.Idle && (closed || (places.stream().allMatch(but) && afterEnd.isEmpty())))) {
            wait();
        }
    }

    /** Begins a run. Returns whether an abort was already requested. */
    boolean begin(Run run) throws InterruptedException {
        return begin(new Phase.Running(run));
    }

    /** Begins something that no run may overlap with. Returns whether an abort was already requested. */
    boolean beginAlone(Run run, String name) throws InterruptedException {
        return begin(new Phase.Alone(run, name));
    }

    private synchronized boolean begin(Phase next) throws InterruptedException {
        await(() -> !isEnding());
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
    }

    private String refusal(Phase next) {
        if (phase instanceof Phase.Alone(_, var name)) {
            return "A " + name + " is under way. Wait until it is done, or abort it.";
        }
        return next instanceof Phase.Alone(_, var name)
                ? "The agent is working: a " + name + " has to wait until it is idle."
                : "The agent is already processing a prompt. Specify whether this one steers it or follows it.";
    }

    /** The run under way asks hooks and the model. */
    void proceed(Run run) {
        become(new Phase.Running(run));
    }

    /** The run under way has reported its end, and another one may follow. */
    void decide(Run run) {
        become(new Phase.Deciding(run));
    }

    /** A run that has come to rest stays there. */
    private synchronized void become(Phase next) {
        if (phase.underWay() == next.underWay()) {
            phase = next;
            notifyAll();
        }
    }

    /** Performs an action that needs a run under way; returns false if there is none. */
    synchronized boolean whileBusy(Runnable action) {
        if (isIdle()) {
            return false;
        }
        action.run();
        return true;
    }

    /** Lets a run come to rest: from now on its end is reported. Returns false if something is left to do for it. */
    synchronized boolean rest(Run run, BooleanSupplier nothingLeft) {
        if (phase.underWay() == run) {
            if (!nothingLeft.getAsBoolean()) {
                return false;
            }
            phase = new Phase.Ending(run);
            notifyAll();
        }
        return true;
    }

    /** The session is idle. Requests that were made while the end was reported begin, each after the one before it. */
    synchronized void settle() {
        phase = new Phase.Idle();
        notifyAll();
        if (!afterEnd.isEmpty() && !startsDeferred) {
            startsDeferred = true;
            Thread.ofVirtual().name("agent deferred").start(() -> {
                for (var next = nextDeferred(); next != null; next = nextDeferred()) {
                    next.run();
                }
            });
        }
    }

    private synchronized @Nullable Runnable nextDeferred() {
        var next = afterEnd.poll();
        if (next == null) {
            startsDeferred = false;
            return null;
        }
        var place = request(next.request(), () -> {});
        return () -> carryOut(place, next.start());
    }

    /** Aborts what is running and what is about to start, and waits for the end. Prompts sent meanwhile begin then. */
    public void abort() throws InterruptedException {
        Phase now;
        synchronized (this) {
            signalAbort();
            aborting++;
            now = phase;
        }
        try {
            if (now instanceof Phase.Ending(var run)) {
                // Interrupts the handlers of the end that still run.
                run.abort();
            }
            awaitIdle(place -> place.afterAbort);
        } finally {
            synchronized (this) {
                aborting--;
                notifyAll();
            }
        }
    }

    /** Aborts the run under way, without waiting. One that is about to start is stopped as soon as it has. */
    public synchronized void signalAbort() {
        var run = phase.underWay();
        abortNext |= run == null
                ? !(places.isEmpty() && afterEnd.isEmpty())
                : places.stream().anyMatch(place -> place.afterAbort);
        if (run != null) {
            run.abort();
        }
    }

    /** Closes the session: nothing starts here any more. */
    public synchronized void close() {
        closed = true;
        afterEnd.clear();
        notifyAll();
    }

    /** Waits until a rule holds, or the session is closed. */
    private synchronized void await(BooleanSupplier rule) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        while (!closed && !rule.getAsBoolean()) {
            wait();
        }
    }
}
