package dev.pawl.agent;

import dev.pawl.api.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Those who are told what happens in a conversation, one event after another. */
final class Listeners {
    private final List<Consumer<AgentEvent>> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock inOrder = new ReentrantLock();

    Subscription add(Consumer<AgentEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    boolean isEmpty() {
        return listeners.isEmpty();
    }

    /** A listener that fails is not told of it by the agent's stopping; the others hear the event all the same. */
    void tell(AgentEvent event) {
        // Tools that run side by side speak one after another.
        inOrder.lock();
        try {
            for (var listener : listeners) {
                tell(listener, event);
            }
        } finally {
            inOrder.unlock();
        }
    }

    private static void tell(Consumer<AgentEvent> listener, AgentEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException e) {
            System.getLogger("dev.pawl.agent").log(System.Logger.Level.WARNING, "a listener failed", e);
        }
    }
}
