package dev.pawl.hooks.trace;

import dev.pawl.hooks.registry.Listening;
import dev.pawl.hooks.registry.Registration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The latest traces, and the counting of calls from them.
 *
 * <p>Traces in which nothing happened are kept apart, so that a thousand silent events do not push out the one that
 * blocked a command. Calls are counted many at a time, because counting each at once would have every dispatch write to
 * memory that another core wrote to last.
 */
public final class TraceLog {
    private static final int KEPT = 256;

    private final ArrayDeque<Trace> silent = new ArrayDeque<>(KEPT);
    private final ArrayDeque<Trace> withEffect = new ArrayDeque<>(KEPT);
    private final ArrayList<Trace> uncounted = new ArrayList<>(KEPT);

    private volatile UnaryOperator<String> shown = UnaryOperator.identity();
    private final List<Consumer<Trace>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<ProgramEvent>> programListeners = new CopyOnWriteArrayList<>();

    /** Has words of hooks changed before anything keeps or hears of them, so that a value in them is not shown. */
    public void show(UnaryOperator<String> changed) {
        shown = changed;
    }

    /** Adds a listener that is called for every trace, on the thread of the dispatch. */
    public void listen(Consumer<Trace> listener) {
        listeners.add(listener);
    }

    /** Adds a listener that is called for every event of the program itself. */
    public void listenToProgram(Consumer<ProgramEvent> listener) {
        programListeners.add(listener);
    }

    /** Notifies listeners of something that no hook point is fired for; it is not kept. */
    public void note(ProgramEvent event) {
        programListeners.forEach(listener -> listener.accept(event));
    }

    /** Keeps a trace and notifies listeners. */
    public void add(Trace trace) {
        trace.show(shown);
        keep(trace);
        for (var listener : listeners) {
            listener.accept(trace);
        }
    }

    private synchronized void keep(Trace trace) {
        var kept = trace.hadEffect() ? withEffect : silent;
        if (kept.size() == KEPT) {
            kept.removeFirst();
        }
        kept.addLast(trace);
        uncounted.add(trace);
        if (uncounted.size() == KEPT) {
            count();
        }
    }

    /** Returns the latest dispatches, oldest first. */
    public synchronized List<Trace> latest() {
        var all = new ArrayList<>(silent);
        all.addAll(withEffect);
        all.sort(Comparator.comparingLong(Trace::number));
        return List.copyOf(all);
    }

    /** Returns the latest dispatches in which a hook changed, stopped or broke something, oldest first. */
    public synchronized List<Trace> effects() {
        return List.copyOf(withEffect);
    }

    public synchronized List<Listening> listening(List<? extends Registration<?, ?>> registrations) {
        count();
        return registrations.stream()
                .map(one -> one.stats().listening(one.hook().path(), one.name()))
                .toList();
    }

    private void count() {
        uncounted.forEach(Trace::count);
        uncounted.clear();
    }
}
