package dev.pawl.machine;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for something that happens in another thread or process and cannot notify the test.
 *
 * <p>It returns as soon as the condition holds. The limit, {@link Patience}, only ends a test that would hang.
 */
public final class Await {
    private static final long PAUSE_MILLIS = 5;

    private Await() {}

    /** A condition that may throw whatever the code under test throws. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** A source of values that may throw whatever the code under test throws. */
    @FunctionalInterface
    public interface Source<T extends @Nullable Object> {
        T get() throws Exception;
    }

    /** Waits until the condition holds; {@code what} completes the sentence "waited in vain until …". */
    public static void until(String what, Condition condition) throws InterruptedException {
        until(what, () -> "", condition);
    }

    /** Waits until the condition holds; {@code state} describes what there was instead, for the failure's message. */
    public static void until(String what, Supplier<?> state, Condition condition) throws InterruptedException {
        value(what, state, () -> condition.holds() ? Boolean.TRUE : null, held -> held != null);
    }

    /** Waits until the source returns a value, other than null, that passes the test, and returns it. */
    public static <T> T value(String what, Source<? extends @Nullable T> source, Predicate<? super T> wanted)
            throws InterruptedException {
        return value(what, () -> "", source, wanted);
    }

    private static <T> T value(
            String what, Supplier<?> state, Source<? extends @Nullable T> source, Predicate<? super T> wanted)
            throws InterruptedException {
        long start = System.nanoTime();
        T last;
        do {
            last = get(what, source);
            if (last != null && wanted.test(last)) {
                return last;
            }
            Thread.sleep(PAUSE_MILLIS);
        } while (System.nanoTime() - start < Patience.NANOS);
        var described = String.valueOf(state.get());
        throw new AssertionError("waited in vain until " + what
                + (last == null ? "" : "; the last value was " + last)
                + (described.isEmpty() ? "" : "; there was: " + described));
    }

    private static <T> @Nullable T get(String what, Source<? extends @Nullable T> source) throws InterruptedException {
        try {
            return source.get();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("while waiting until " + what, e);
        }
    }
}
