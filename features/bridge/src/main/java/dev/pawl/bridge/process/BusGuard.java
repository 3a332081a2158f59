package dev.pawl.bridge.process;

/** Knows whether an event on the bus was sent by an extension: the others in Node have received it already. */
public final class BusGuard {
    private final ThreadLocal<Boolean> emitting = ThreadLocal.withInitial(() -> false);

    public boolean ofExtensions() {
        return emitting.get();
    }

    public void emit(Runnable emission) {
        emitting.set(true);
        try {
            emission.run();
        } finally {
            emitting.remove();
        }
    }
}
