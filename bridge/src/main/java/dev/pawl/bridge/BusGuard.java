package dev.pawl.bridge;

/** Tells whether what is on the bus just now was said by an extension, whose like have heard it in their own process. */
final class BusGuard {
    private final ThreadLocal<Boolean> speaking = ThreadLocal.withInitial(() -> false);

    boolean ofExtensions() {
        return speaking.get();
    }

    void speak(Runnable saying) {
        speaking.set(true);
        try {
            saying.run();
        } finally {
            speaking.remove();
        }
    }
}
