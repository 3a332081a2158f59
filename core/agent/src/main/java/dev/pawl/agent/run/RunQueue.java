package dev.pawl.agent.run;

import java.util.ArrayList;
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
    private Phase phase = new Phase.Idle();
    private @Nullable Thread lastAfterEnd;
    private int sending;
    private int aborting;
    private boolean closed;

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
        return places.stream().anyMatch(place -> place.request instanceof Request.Trigger);
    }

    /**
     * Makes a request and gives it the last place, which has to be {@linkplain #leave left}.
     *
     * @param begun called when requests of the same client need not wait for it any more
     */
    synchronized Place request(Request request, Runnable begun) {
        var place = new Place(request, begun, request instanceof Request.Prompt && isAborting());
        places.add(place);
        return place;
    }

    /** Notes that a request has begun, or is given up. */
    void leave(Place place) {
        synchronized (this) {
            places.remove(place);
            notifyAll();
        }
        place.begun.run();
    }

    /** Notes that a handler which is asked about a request waits for a timer or for somebody else: it holds up no other. */
    void stepAside(Place place) {
        synchronized (this) {
            if (place.stage != Place.Stage.BEHIND_RUN) {
                move(place, Place.Stage.ASIDE);
            }
        }
        place.begun.run();
    }

    /** Notes that the handlers have answered, and waits until the request may begin. */
    synchronized void awaitOthers(Place place) throws InterruptedException {
        if (place.stage == Place.Stage.ASKED_ABOUT) {
            move(place, Place.Stage.READY);
        }
        boolean yields = place.request instanceof Request.Prompt(var yielding) && yielding;
        boolean starts = place.request instanceof Request.Trigger;
        await(() -> place.mayBegin(places) && (!yields || place.hasYielded(places)) && (!starts || sending == 0));
    }

    /**
     * Waits while a run that was aborted before the prompt was sent has not ended, for it takes no message any more; and,
     * if the prompt joins no run, while it is not decided whether another one follows the run under way.
     */
    synchronized void awaitRun(Place place, boolean joins) throws InterruptedException {
        var before = place.stage;
        move(place, Place.Stage.BEHIND_RUN);
        await(() -> !(place.afterAbort && isAborting()) && (joins || !(phase instanceof Phase.Deciding)));
        move(place, before);
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
     * Carries a request of a hook out on its own thread, in its turn. Those that are made while an end is reported begin
     * after it, each when all that followed from the one before it is over. Returns false if the session is closed.
     */
    synchronized boolean later(Request request, Start start) {
        if (closed) {
            return false;
        }
        var place = request(request, () -> {});
        var thread = Thread.ofVirtual().name("agent start");
        if (isEnding()) {
            place.stage = Place.Stage.AFTER_END;
            var before = lastAfterEnd;
            lastAfterEnd = thread.start(() -> carryOut(place, before, start));
        } else {
            thread.start(() -> carryOut(place, null, start));
        }
        return true;
    }

    private void carryOut(Place place, @Nullable Thread before, Start start) {
        try {
            if (before != null) {
                before.join();
            }
            if (awaitTurn(place)) {
                start.run(place);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            leave(place);
        }
    }

    /** Returns false if the session was closed before the end was over: the request is dropped. */
    private synchronized boolean awaitTurn(Place place) throws InterruptedException {
        if (place.stage == Place.Stage.AFTER_END) {
            await(() -> !isEnding());
            if (closed) {
                return false;
            }
            // Prompts that were sent meanwhile are older.
            places.remove(place);
            places.add(place);
            place.stage = Place.Stage.ASKED_ABOUT;
        }
        await(() -> place.mayBeAskedAbout(places));
        return true;
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
        while (!(phase instanceof Phase.Idle && (closed || places.stream().allMatch(but)))) {
            wait();
        }
    }

    /** Begins the run of a request, which leaves its place. Returns whether it was aborted before. */
    boolean begin(Run run, Place place) throws InterruptedException {
        boolean aborted;
        synchronized (this) {
            begin(new Phase.Running(run));
            aborted = place.aborted;
        }
        leave(place);
        return aborted;
    }

    /** Begins something that no run may overlap with. */
    void beginAlone(Run run, String name) throws InterruptedException {
        begin(new Phase.Alone(run, name));
    }

    private synchronized void begin(Phase next) throws InterruptedException {
        await(() -> !isEnding());
        if (closed) {
            throw new IllegalStateException("Another session took the place of this one: nothing can be started"
                    + " here any more. Use the context that withSession gives you.");
        }
        if (!(phase instanceof Phase.Idle)) {
            throw new IllegalStateException(refusal(next));
        }
        phase = next;
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

    /** The end was reported, and the session is idle. */
    synchronized void settle() {
        phase = new Phase.Idle();
        notifyAll();
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

    /** Aborts the run under way, without waiting. Those that are about to start are stopped as soon as they have. */
    public synchronized void signalAbort() {
        var run = phase.underWay();
        for (var place : places) {
            place.aborted |= run == null || place.afterAbort;
        }
        if (run != null) {
            run.abort();
        }
    }

    /** Closes the session: nothing starts here any more. */
    public synchronized void close() {
        closed = true;
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
