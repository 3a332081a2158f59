package dev.pawl.base;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** The text of an exception, also of one whose methods fail: exceptions of hooks may be of any class. */
public final class FailureText {
    private FailureText() {}

    /** The message of the exception, or its type if it has none. */
    public static String of(Throwable failure) {
        var message = message(failure);
        return message != null && !message.isBlank() ? message : kindAndMessage(failure);
    }

    /** The type of the exception, and its message. */
    public static String kindAndMessage(Throwable failure) {
        try {
            return String.valueOf(failure.toString());
        } catch (RuntimeException | Error e) {
            return failure.getClass().getName();
        }
    }

    /** The message alone; null if there is none, or it cannot be had. */
    public static @Nullable String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    /** Why a file could not be used, without its name; the kind of the failure where nothing else is known. */
    public static String reason(IOException e) {
        var reason = e instanceof FileSystemException file ? file.getReason() : null;
        return reason == null || reason.isBlank() ? e.getClass().getSimpleName() : reason;
    }

    /** The message of a failure; with its type where the message alone means nothing. */
    public static String plain(Throwable e) {
        var message = message(e);
        boolean bare = message == null
                || message.isBlank()
                || e instanceof Error
                || (e instanceof FileSystemException file && file.getReason() == null);
        return bare ? kindAndMessage(e) : String.valueOf(message);
    }
}
