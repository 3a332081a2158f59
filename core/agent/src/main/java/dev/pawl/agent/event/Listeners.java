package dev.pawl.agent.event;

import dev.pawl.api.value.Subscription;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The listeners of a conversation; they receive one event after another. */
public final class Listeners {
    private final List<Consumer<AgentEvent>> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock inOrder = new ReentrantLock();
    private final Queue<AgentEvent> soon = new ConcurrentLinkedQueue<>();

    public Subscription add(Consumer<AgentEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    public boolean isEmpty() {
        return listeners.isEmpty();
    }

    /** A listener that fails does not stop the agent; the others receive the event all the same. */
    public void publish(AgentEvent event) {
        // Events of tools that run in parallel are published one after another.
        inOrder.lock();
        try {
            publishPending();
            deliver(event);
        } finally {
            inOrder.unlock();
        }
    }

    /** Publishes an event before the next one, without waiting: for callers that hold locks. */
    public void publishSoon(AgentEvent event) {
        soon.add(event);
        Thread.ofVirtual().name("agent event").start(this::flush);
    }

    /** Returns when all pending events were delivered. */
    public void flush() {
        inOrder.lock();
        try {
            publishPending();
        } finally {
            inOrder.unlock();
        }
    }

    private void publishPending() {
        for (var event = soon.poll(); event != null; event = soon.poll()) {
            deliver(event);
        }
    }

    private void deliver(AgentEvent event) {
        for (var listener : listeners) {
            deliver(listener, event);
        }
    }

    private static void deliver(Consumer<AgentEvent> listener, AgentEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.pawl.agent").log(System.Logger.Level.WARNING, "a listener failed", e);
        }
    }
}
