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
import dev.pawl.hooks.trace.Trace;
import dev.pawl.hooks.trace.TraceLog;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private static final Registration<?, ?>[] NONE = {};

    private final List<InstalledHook> hooks;
    private final Timeouts timeouts;
    private final Clock clock;
    private final List<Consumer<HookError>> errorListeners = new CopyOnWriteArrayList<>();
    private final List<Subscription> watches = new ArrayList<>();
    private final List<Consumer<InstalledHook.Kind>> changeListeners = new CopyOnWriteArrayList<>();
    private static final Duration TURN_AT_QUIT = Duration.ofMillis(100);

    private final Set<Dispatch<?>> underWay = ConcurrentHashMap.newKeySet();
    private final TraceLog traces = new TraceLog();
    private final AtomicLong numbers = new AtomicLong();
    private final Lane lane = new Lane("hooks lane");
    private final CarrierGuard carriers;
    private final Subscription attached;

    /** The handlers by point, put together when a point is fired first and again when its handlers changed. */
    private final Map<String, Registration<?, ?>[]> table = new ConcurrentHashMap<>();

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
        var watcher = new InstalledHook.Watcher() {
            @Override
            public void handlersChanged(String point) {
                table.remove(point);
            }

            @Override
            public void contributionsChanged(InstalledHook.Kind kind) {
                changeListeners.forEach(listener -> listener.accept(kind));
            }
        };
        for (var hook : hooks) {
            watches.add(hook.onRegistration(watcher));
        }
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
        return handlers(point).length > 0;
    }

    /** Returns whether a handler listens without whose answer nothing may be shown. */
    public boolean withholds(HookPoint<?, ?> point) {
        for (var handler : handlers(point)) {
            if (handler.withholds()) {
                return true;
            }
        }
        return false;
    }

    /** Notifies all handlers; where the point specifies it, without waiting for them. */
    public <E> void fire(HookPoint.Notice<E> point, E event) throws InterruptedException {
        var handlers = handlers(point);
        if (handlers.length == 0) {
            return;
        }
        if (!point.traits().awaited()) {
            lane.run(() -> dispatch(point, handlers, event, null));
        } else if (Timeouts.isQuit(event)) {
            dispatchSideBySide(point, handlers, event);
        } else {
            dispatch(point, handlers, event, null);
        }
    }

    public <E> E fire(HookPoint.Chain<E> point, E event) throws InterruptedException {
        return fire(point, event, null);
    }

    /** Fires a chain whose handlers' answers must pass a check of the caller's, too. */
    public <E> E fire(HookPoint.Chain<E> point, E event, @Nullable Check<E> check) throws InterruptedException {
        var handlers = handlers(point);
        if (handlers.length == 0) {
            return event;
        }
        return ((Decision.Pass<E, ?>) dispatch(point, handlers, event, check)).event();
    }

    /** As {@link #fire}, but handlers in another process are left out. */
    public <E> E fireLocal(HookPoint.Chain<E> point, E event, @Nullable Check<E> check) throws InterruptedException {
        var handlers = local(handlers(point));
        return handlers.length == 0 ? event : ((Decision.Pass<E, ?>) dispatch(point, handlers, event, check)).event();
    }

    /** As {@link #fire}, but handlers in another process are left out. */
    public <E> void fireLocal(HookPoint.Notice<E> point, E event) throws InterruptedException {
        var handlers = local(handlers(point));
        if (handlers.length > 0) {
            dispatch(point, handlers, event, null);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
    private static <E> Registration<E, ?>[] local(Registration<E, ?>[] handlers) {
        return Arrays.stream(handlers)
                .filter(handler -> handler.remote() == null)
                .toArray(Registration[]::new);
    }

    public <E, S> Decision<E, S> fire(HookPoint.Gate<E, S> point, E event) throws InterruptedException {
        return fire(point, event, null);
    }

    /** Fires a gate whose handlers' answers must pass a check of the caller's, too. */
    @SuppressWarnings("unchecked") // Handlers of a gate stop with its S; those registered by name vouch for it.
    public <E, S> Decision<E, S> fire(HookPoint.Gate<E, S> point, E event, @Nullable Check<E> check)
            throws InterruptedException {
        var handlers = handlers(point);
        return handlers.length == 0 ? Decision.pass(event) : (Decision<E, S>) dispatch(point, handlers, event, check);
    }

    /** Adds a listener for every failure. */
    public Subscription onError(Consumer<HookError> listener) {
        errorListeners.add(listener);
        return () -> errorListeners.remove(listener);
    }

    /** Adds a listener that is called when a hook registers something other than a handler, or takes it back. */
    public Subscription onRegistration(Consumer<InstalledHook.Kind> listener) {
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

    /** The handlers there are, with what is known of their calls. */
    public List<Listening> listening() {
        return traces.listening(
                hooks.stream().flatMap(hook -> hook.handlers().all().stream()).toList());
    }

    /**
     * Takes the session away from the hooks, without ending them: some may continue in the next one.
     *
     * @return the hooks, of which each has to be bound again or ended
     */
    public List<InstalledHook> suspend(String why) {
        watches.forEach(Subscription::close);
        hooks.forEach(InstalledHook::catchUp);
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
        watches.forEach(Subscription::close);
        hooks.forEach(InstalledHook::catchUp);
        hooks.forEach(hook -> hook.retire(why));
        closeHooks();
        lane.stop();
        attached.close();
    }

    /** Closes what belongs to the hooks, all at once: a hook that takes all of its time does not delay the others. */
    @SuppressWarnings("ThreadJoinLoop") // All are waited for, and then the interruption comes to its due.
    private void closeHooks() {
        var threads = new ArrayList<Thread>();
        for (var hook : hooks) {
            if (hook.hasCloseables()) {
                threads.add(Thread.ofVirtual().name("unload " + hook.path()).start(hook::closeAll));
            }
        }
        Threads.joinAll(threads);
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

    private <E> Decision<E, ?> dispatch(
            HookPoint<E, ?> point, Registration<E, ?>[] handlers, E event, @Nullable Check<E> check)
            throws InterruptedException {
        var rules = new AnswerRules<>(point, check);
        var dispatch =
                new Dispatch<>(this, rules, handlers, event, timeouts.of(point.budget(), event), timeouts.ticker());
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
                    numbers.incrementAndGet(), clock.millis(), point.name(), handlers, dispatch.record(), event));
        }
    }

    /** No caller waits for it any more, but it may still occupy a carrier. */
    void abandoned(Thread handler) {
        carriers.until(handler);
    }

    /**
     * At the end of the program every hook has its own dispatch, in the usual order: one that takes longer than its
     * turn does not hold the others.
     */
    private <E> void dispatchSideBySide(HookPoint<E, ?> point, Registration<E, ?>[] handlers, E event)
            throws InterruptedException {
        var byHook = new LinkedHashMap<InstalledHook, List<Registration<E, ?>>>();
        for (var handler : handlers) {
            byHook.computeIfAbsent(handler.hook(), _ -> new ArrayList<>()).add(handler);
        }
        var tasks = new ArrayList<FutureTask<Decision<E, ?>>>();
        for (var own : byHook.values()) {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Registration<E, ?>[] array = own.toArray(new Registration[0]);
            var task = new FutureTask<Decision<E, ?>>(() -> dispatch(point, array, event, null));
            tasks.add(task);
            timeouts.ticker().startAndJoin(Thread.ofVirtual().unstarted(task), TURN_AT_QUIT);
        }
        for (var task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                report(new HookError("hooks", point.name(), Failures.words(Failures.causeOf(e)), null));
            }
        }
    }

    @SuppressWarnings("unchecked") // The table is filled with a point's own registrations under its name.
    private <E> Registration<E, ?>[] handlers(HookPoint<E, ?> point) {
        var known = table.get(point.name());
        // Computed in the table, so that a registration meanwhile comes before it or removes it.
        return (Registration<E, ?>[]) (known == null ? table.computeIfAbsent(point.name(), this::gathered) : known);
    }

    private Registration<?, ?>[] gathered(String point) {
        var all = new ArrayList<Registration<?, ?>>();
        hooks.forEach(hook -> all.addAll(hook.handlers().of(point)));
        return all.isEmpty() ? NONE : all.toArray(NONE);
    }
}
