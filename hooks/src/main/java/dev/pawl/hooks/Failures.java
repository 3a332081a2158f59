package dev.pawl.hooks;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Puts what a hook threw into words. */
final class Failures {
    /** Exceptions whose name tells a person nothing that the message does not. */
    private static final Set<Class<?>> SAY_NOTHING = Set.of(
            Exception.class, RuntimeException.class, IllegalStateException.class, IllegalArgumentException.class);

    private Failures() {}

    /** The message of an exception; its name too where the message alone says too little. */
    static String words(Throwable failure) {
        @Nullable String message = failure.getMessage();
        var name = failure.getClass().getSimpleName();
        if (message == null || message.isBlank()) {
            return name;
        }
        return SAY_NOTHING.contains(failure.getClass()) ? message : name + ": " + message;
    }

    /** What a task on another thread threw. */
    static Throwable causeOf(ExecutionException failure) {
        return Objects.requireNonNullElse(failure.getCause(), failure);
    }
}
