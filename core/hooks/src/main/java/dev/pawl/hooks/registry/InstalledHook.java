package dev.pawl.hooks.registry;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.bound.Failures;
import dev.pawl.hooks.bound.HandlerClock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One hook of one generation: what it registered, the session it belongs to, and what ends with it. */
public final class InstalledHook {
    private final SourceInfo source;
    private final @Nullable ClassLoader classLoader;
    private final Registry registry = new Registry(this::changed);
    private final Handlers handlers = new Handlers();
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private final Set<AutoCloseable> closeables = Collections.synchronizedSet(new LinkedHashSet<>());
    private volatile Consumer<HookError> errors;
    private volatile HookState state = new HookState.Loading();
    private volatile boolean shadow;
    private volatile @Nullable Standing standing;
    private volatile @Nullable String different;
    private volatile @Nullable String reported;
    private volatile Duration installTime = Duration.ZERO;

    public InstalledHook(SourceInfo source, @Nullable ClassLoader classLoader, Consumer<HookError> errors) {
        this.source = source;
        this.classLoader = classLoader;
        this.errors = errors;
    }

    /** Returns the file it came from; this is how users know it. */
    public String path() {
        return source.path();
    }

    public SourceInfo source() {
        return source;
    }

    /** Returns the loader of its own classes, open as long as it lives; null for a hook of the program itself. */
    public @Nullable ClassLoader classLoader() {
        return classLoader;
    }

    /** Returns the process that it runs in, if that is not this one; null if it is, or if that one is gone. */
    public @Nullable ProcessHandle process() {
        for (var one : closeables()) {
            if (one instanceof ProcessHook apart) {
                return apart.process();
            }
        }
        return null;
    }

    /** Waits until its handlers have received what was fired, if they run in another process. */
    public void catchUp() {
        for (var one : closeables()) {
            if (one instanceof ProcessHook apart) {
                try {
                    apart.catchUp();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Notes how long the installation took. */
    public void installed(Duration time) {
        installTime = time;
    }

    /** Returns the duration of the installation, for which every start waits. */
    public Duration installTime() {
        return installTime;
    }

    /** Has its decisions recorded and no longer applied. */
    public void shadow() {
        shadow = true;
    }

    /** Returns whether its decisions are recorded and not applied. */
    public boolean isShadow() {
        return shadow;
    }

    /** Has it called only while its files are those that the user trusted. */
    public void standsOn(Standing files) {
        standing = files;
    }

    /** Returns whether it is known which files it stands on. */
    public boolean hasStanding() {
        return standing != null;
    }

    /** Returns whether a refusal was not reported yet. */
    public boolean isFirst(String refusal) {
        boolean first = !refusal.equals(reported);
        reported = refusal;
        return first;
    }

    /**
     * Why it must not be called, as the end of a sentence about it; null if it may be.
     *
     * @param look whether its files are looked at; otherwise the last look counts
     */
    public @Nullable String refusal(boolean look) {
        var files = standing;
        if (files == null) {
            return null;
        }
        if (look) {
            different = files.change();
        }
        var now = different;
        return now == null
                ? null
                : "does not run, because " + now
                        + " since the project was trusted; review it, then use /trust or pawl trust approve.";
    }

    /** Returns its contributions besides handlers. */
    public Registry registry() {
        return registry;
    }

    /** Returns the points it listens to, in the order of registration. */
    public List<String> points() {
        return handlers.all().stream().map(Registration::name).distinct().toList();
    }

    public Handlers handlers() {
        return handlers;
    }

    public Subscription register(Registration<?, ?> registration) {
        ready();
        long number = handlers.add(registration);
        var point = registration.point().name();
        watchers.forEach(watcher -> watcher.handlersChanged(point));
        return () -> {
            if (handlers.remove(point, number)) {
                watchers.forEach(watcher -> watcher.handlersChanged(point));
            }
        };
    }

    /** Is notified of changes, to keep tables of what hooks contribute. */
    public interface Watcher {
        /** The handlers of a point have changed. */
        void handlersChanged(String point);

        /** The contributions of a kind have changed. */
        void contributionsChanged(Registry.Kind kind);
    }

    /** Notifies those who keep tables of what hooks contribute. */
    private void changed(Registry.Kind kind) {
        watchers.forEach(watcher -> watcher.contributionsChanged(kind));
    }

    public Subscription onRegistration(Watcher watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    private List<AutoCloseable> closeables() {
        synchronized (closeables) {
            return List.copyOf(closeables);
        }
    }

    /** Adds something to close when the hook ends: its class loader, a timer, a listener on the bus. */
    public void addCloseable(AutoCloseable closeable) {
        closeables.add(closeable);
    }

    void removeCloseable(AutoCloseable closeable) {
        closeables.remove(closeable);
    }

    public void bind(HookContext session, Consumer<HookError> errors) {
        this.errors = errors;
        state = new HookState.Bound(session);
    }

    void report(String event, Throwable failure) {
        var stack = failure instanceof Bounded.Broken broken ? broken.stack() : HookError.stackOf(failure);
        errors.accept(new HookError(path(), event, Failures.words(failure), stack));
    }

    /** Throws if the hook has ended. */
    public void ready() {
        var now = state;
        if (!(now instanceof HookState.Loading || now instanceof HookState.Bound)) {
            throw refusal(now);
        }
    }

    HookContext session() {
        var now = state;
        if (now instanceof HookState.Bound(var session)) {
            return session;
        }
        throw refusal(now);
    }

    /** Returns the session as the hook sees it, for its tools and models. */
    public HookContext view() {
        return context(null);
    }

    /** Returns a context for one handler call, or for the hook's own threads. */
    public HookContext context(@Nullable HandlerClock clock) {
        return new GuardedContext(this, clock);
    }

    /** Removes what a hook registered before its loading failed. */
    public void discard() {
        state = new HookState.Discarded();
        forget();
        closeAll();
    }

    /** Has its contexts refuse calls and removes its handlers. */
    public void retire(String why) {
        suspend(why);
        forget();
    }

    /** Takes its session away. It has another one when an engine binds it again, until it is ended. */
    public void suspend(String why) {
        state = new HookState.Stale(why);
        watchers.clear();
    }

    /** Ends what is left of a hook whose session was taken away. */
    public void end() {
        forget();
        closeAll();
    }

    /** Returns whether its session was taken away. */
    boolean isSuspended() {
        return state instanceof HookState.Stale;
    }

    private void forget() {
        handlers.clear();
        registry.clear();
        watchers.clear();
    }

    /** Returns whether something is left to close. */
    public boolean hasCloseables() {
        return !closeables.isEmpty();
    }

    /** Closes what was added, the latest first. */
    public void closeAll() {
        for (var closeable : closeables().reversed()) {
            try {
                closeable.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                report("unload", e);
            }
        }
        closeables.clear();
    }

    private IllegalStateException refusal(HookState now) {
        return switch (now) {
            case HookState.Loading _, HookState.Bound _ ->
                new IllegalStateException("Hook " + path() + " is not initialised: while it is being installed it"
                        + " can register, but there is no session to act on. Do this in a session_start handler.");
            case HookState.Discarded _ ->
                new IllegalStateException("Hook " + path()
                        + " failed to load; all it registered was taken back, and it can do nothing more.");
            case HookState.Stale(var why) ->
                new StaleContextException("This context of hook " + path() + " is no longer good: " + why
                        + ". Use the context that withSession, or the new session's session_start, gives you.");
        };
    }

    /** The state of a hook, from its loading until its contexts have expired. */
    private sealed interface HookState {
        /** It may register handlers, and has no session yet. */
        record Loading() implements HookState {}

        /** It belongs to a session. */
        record Bound(HookContext session) implements HookState {}

        /** Its loading failed, and all it had registered was removed. */
        record Discarded() implements HookState {}

        /** Its session was replaced, or the hook reloaded. */
        record Stale(String why) implements HookState {}
    }
}
