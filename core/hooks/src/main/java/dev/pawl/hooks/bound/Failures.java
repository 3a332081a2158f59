package dev.pawl.hooks.bound;

import dev.pawl.base.FailureText;
import dev.pawl.base.Words;
import dev.pawl.hooks.remote.RemoteFailure;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts what a hook threw into words. */
public final class Failures {
    /** Exceptions whose name adds nothing for a user to the message. */
    private static final Set<Class<?>> SAY_NOTHING = Set.of(
            Exception.class, RuntimeException.class, IllegalStateException.class, IllegalArgumentException.class);

    private static final int LONGEST = 10_000;

    private Failures() {}

    /** Returns the message of an exception; its name too where the message alone is too short. */
    public static String words(Throwable failure) {
        if (failure instanceof Bounded.Broken broken) {
            return broken.getMessage();
        }
        var message = FailureText.message(failure);
        var name = failure.getClass().getSimpleName();
        if (message == null || message.isBlank()) {
            return name;
        }
        var shown = Words.excerpt(message, LONGEST);
        return failure instanceof RemoteFailure || SAY_NOTHING.contains(failure.getClass())
                ? shown
                : name + ": " + shown;
    }

    /** Returns the kind of an exception alone, where its message may repeat a text that is to be kept out. */
    public static String kind(Throwable failure) {
        if (failure instanceof RemoteFailure remote && remote.isGone()) {
            return "its process is not there";
        }
        var name = failure instanceof RemoteFailure remote
                ? remote.kind()
                : failure.getClass().getSimpleName();
        return name + " (its message is withheld, for it may repeat the text)";
    }

    /** Returns where an exception was thrown, without its message. */
    public static @Nullable String frames(Throwable failure) {
        try {
            return Arrays.stream(failure.getStackTrace())
                    .map(frame -> "\tat " + frame + "\n")
                    .collect(Collectors.joining());
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    /** Returns what a task on another thread threw. */
    public static Throwable causeOf(ExecutionException failure) {
        return Objects.requireNonNullElse(failure.getCause(), failure);
    }
}
