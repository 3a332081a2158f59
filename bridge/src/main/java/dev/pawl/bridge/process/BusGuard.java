package dev.pawl.bridge.process;

/** Knows whether an event on the bus was sent by an extension: the others in Node have received it already. */
public final class BusGuard {
    private final ThreadLocal<Boolean> speaking = ThreadLocal.withInitial(() -> false);

    public boolean ofExtensions() {
        return speaking.get();
    }

    public void speak(Runnable saying) {
        speaking.set(true);
        try {
            saying.run();
        } finally {
            speaking.remove();
        }
    }
}
