package dev.pawl.bridge.process;

/** Tells whether what is on the bus just now was said by an extension, whose like have heard it in their own process. */
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
