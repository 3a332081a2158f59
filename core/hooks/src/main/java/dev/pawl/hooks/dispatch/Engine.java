package dev.pawl.hooks.dispatch;

import dev.pawl.api.HookPoint;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.Subscription;
import dev.pawl.base.Lane;
import dev.pawl.base.Threads;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Check;
import dev.pawl.hooks.bound.Failures;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.Listening;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.registry.Registry;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.hooks.trace.TraceLog;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fires events at the hooks of one session.
 *
 * <p>The laws it keeps for every point: a handler is bounded in time and can be interrupted; one that fails has changed
 * nothing; what it returns is checked; every dispatch leaves a trace; handlers are called in the order of hooks, then
 * of registration; and an event without a handler costs nothing.
 */
public final class Engine implements AutoCloseable {
    private final List<InstalledHook> hooks;
    private final HandlerTable handlers;
    private final Timeouts timeouts;
    private final Clock clock;
    private final List<Consumer<HookError>> errorListeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Registry.Kind>> changeListeners = new CopyOnWriteArrayList<>();
    private final Set<Dispatch<?>> underWay = ConcurrentHashMap.newKeySet();
    private final TraceLog traces = new TraceLog();
    private final AtomicLong numbers = new AtomicLong();
    private final Lane lane = new Lane("hooks lane");
    private final CarrierGuard carriers;
    private final Subscription attached;
    private volatile @Nullable HookContext session;

    public Engine(
            List<InstalledHook> hooks,
            Timeouts timeouts,
            Consumer<HookError> errors,
            CarrierGuard carriers,
            Clock clock) {
        this.hooks = List.copyOf(hooks);
        this.timeouts = timeouts;
        this.clock = clock;
        this.carriers = carriers;
        errorListeners.add(errors);
        handlers = new HandlerTable(this.hooks, kind -> changeListeners.forEach(listener -> listener.accept(kind)));
        attached = hooks.isEmpty() ? () -> {} : carriers.attach();
    }

    /** Binds the hooks to a session: from now on they can be called, and their contexts belong to it. */
    public Engine bind(HookContext context) {
        session = context;
        hooks.forEach(hook -> hook.bind(context, this::report));
        return this;
    }

    /** Returns the session that the hooks are bound to. */
    public HookContext session() {
        var bound = session;
        if (bound == null) {
            throw new IllegalStateException("the hooks are not bound to a session yet");
        }
        return bound;
    }

    public List<InstalledHook> hooks() {
        return hooks;
    }

    /** Returns whether the event has a handler. An event without one need not even be created. */
    public boolean hasHandlers(HookPoint<?, ?> point) {
        return handlers.of(point).length > 0;
    }

    /** Returns whether a handler listens without whose answer nothing may be shown. */
    public boolean withholds(HookPoint<?, ?> point) {
        for (var handler : handlers.of(point)) {
            if (handler.withholds()) {
                return true;
            }
        }
        return false;
    }

    /** Notifies all handlers; where the point specifies it, without waiting for them. */
    public <E> void fire(HookPoint.Notice<E> point, E event) throws InterruptedException {
        var called = handlers.of(point);
        if (called.length > 0 && !point.traits().awaited()) {
            lane.run(() -> dispatch(point, called, event, null));
        } else if (Timeouts.isQuit(event)) {
            dispatchSideBySide(point, called, event);
        } else {
            dispatch(point, called, event, null);
        }
    }

    public <E> E fire(HookPoint.Chain<E> point, E event) throws InterruptedException {
        return fire(point, event, null);
    }

    /** Fires a chain whose handlers' answers must pass a check of the caller's, too. */
    public <E> E fire(HookPoint.Chain<E> point, E event, @Nullable Check<E> check) throws InterruptedException {
        return ((Decision.Pass<E, ?>) dispatch(point, handlers.of(point), event, check)).event();
    }

    public <E, S> Decision<E, S> fire(HookPoint.Gate<E, S> point, E event) throws InterruptedException {
        return fire(point, event, null);
    }

    /** Fires a gate whose handlers' answers must pass a check of the caller's, too. */
    @SuppressWarnings("unchecked") // Handlers of a gate stop with its S; those registered by name vouch for it.
    public <E, S> Decision<E, S> fire(HookPoint.Gate<E, S> point, E event, @Nullable Check<E> check)
            throws InterruptedException {
        return (Decision<E, S>) dispatch(point, handlers.of(point), event, check);
    }

    /** As {@link #fire}, but handlers in another process are left out. */
    public <E> E fireLocal(HookPoint.Chain<E> point, E event, @Nullable Check<E> check) throws InterruptedException {
        return ((Decision.Pass<E, ?>) dispatch(point, handlers.localOf(point), event, check)).event();
    }

    /** As {@link #fire}, but handlers in another process are left out. */
    public <E> void fireLocal(HookPoint.Notice<E> point, E event) throws InterruptedException {
        dispatch(point, handlers.localOf(point), event, null);
    }

    /** Calls the handlers one after another and returns their decision. */
    private <E> Decision<E, ?> dispatch(
            HookPoint<E, ?> point, Registration<E, ?>[] called, E event, @Nullable Check<E> check)
            throws InterruptedException {
        if (called.length == 0) {
            return Decision.pass(event);
        }
        var rules = new AnswerRules<>(point, check);
        var progress = new Progress<>(rules, called, event, timeouts.ticker(), this::report);
        var dispatch = new Dispatch<>(progress, timeouts.of(point.budget(), event), carriers);
        carriers.begin();
        try {
            if (dispatch.startAndFinish()) {
                return dispatch.await();
            }
            underWay.add(dispatch);
            try {
                return dispatch.await();
            } finally {
                underWay.remove(dispatch);
            }
        } finally {
            carriers.end();
            dispatch.close();
            traces.add(new Trace(
                    numbers.incrementAndGet(), clock.millis(), point.name(), called, progress.record(), event));
        }
    }

    /**
     * At the end of the program every hook has its own dispatch, in the usual order: one that takes longer than its
     * turn does not hold the others.
     */
    private <E> void dispatchSideBySide(HookPoint<E, ?> point, Registration<E, ?>[] called, E event)
            throws InterruptedException {
        var tasks = new ArrayList<FutureTask<Decision<E, ?>>>();
        for (var own : HandlerTable.byHook(called)) {
            var task = new FutureTask<Decision<E, ?>>(() -> dispatch(point, own, event, null));
            tasks.add(task);
            timeouts.ticker().startAndJoin(Thread.ofVirtual().unstarted(task), Timeouts.TURN_AT_QUIT);
        }
        for (var task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                report(new HookError("hooks", point.name(), Failures.words(Failures.causeOf(e)), null));
            }
        }
    }

    /** Adds a listener for every failure. */
    public Subscription onError(Consumer<HookError> listener) {
        errorListeners.add(listener);
        return () -> errorListeners.remove(listener);
    }

    /** Adds a listener that is called when a hook registers something other than a handler, or takes it back. */
    public Subscription onRegistration(Consumer<Registry.Kind> listener) {
        changeListeners.add(listener);
        return () -> changeListeners.remove(listener);
    }

    public TraceLog traces() {
        return traces;
    }

    /**
     * Puts into the traces what came of a hook's answer only later.
     *
     * @param tokens how many tokens are paid again because of it
     */
    public void remark(HookPoint<?, ?> point, String hook, String words, long tokens) {
        traces.add(new Trace(numbers.incrementAndGet(), clock.millis(), point.name(), hook, words, tokens));
    }

    /** Returns the handlers that are running now, longest first. */
    public List<Waiting> waiting() {
        return underWay.stream()
                .flatMap(dispatch -> Stream.ofNullable(dispatch.waiting()))
                .sorted((a, b) -> b.since().compareTo(a.since()))
                .toList();
    }

    /** Returns the handlers of all points, with what is known of their calls. */
    public List<Listening> listening() {
        return traces.listening(handlers.all());
    }

    /**
     * Takes the session away from the hooks, without ending them: some may continue in the next one.
     *
     * @return the hooks, of which each has to be bound again or ended
     */
    public List<InstalledHook> suspend(String why) {
        handlers.close();
        sideBySide("catch up", InstalledHook::catchUp);
        hooks.forEach(hook -> hook.suspend(why));
        lane.stop();
        attached.close();
        return hooks;
    }

    /** Waits until all handlers that no caller waits for have returned, at most for the given time. */
    public void settle(Duration atMost) throws InterruptedException {
        lane.settle(atMost);
    }

    /** Closes the hooks; contexts they kept report why they can no longer be used. */
    public void close(String why) {
        handlers.close();
        sideBySide("catch up", InstalledHook::catchUp);
        hooks.forEach(hook -> hook.retire(why));
        sideBySide("unload", InstalledHook::closeAll);
        lane.stop();
        attached.close();
    }

    /** Does something with all hooks that have something to end: one that takes all of its time delays no other. */
    private void sideBySide(String what, Consumer<InstalledHook> task) {
        Threads.runAll(hooks.stream().filter(InstalledHook::hasCloseables).toList(), what, task);
    }

    @Override
    public void close() {
        close("the session ended");
    }

    /** Notifies listeners that a hook failed, or that something a hook requested did. */
    public void report(HookError error) {
        for (var listener : errorListeners) {
            try {
                listener.accept(error);
            } catch (RuntimeException e) {
                System.getLogger("dev.pawl.hooks").log(System.Logger.Level.WARNING, "error listener failed", e);
            }
        }
    }
}
