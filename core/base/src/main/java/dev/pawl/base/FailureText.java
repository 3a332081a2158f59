package dev.pawl.base;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of a failure: of an exception, also of one whose methods fail, since hooks may throw any class; and of npm. */
public final class FailureText {
    /** Lines of npm that are not part of a sentence: frames of a stack, fields of an error, hints to its log. */
    private static final Pattern NPM_NOISE = Pattern.compile("npm (?:error|ERR!)(?: 404| network)?"
            + "(?:\\s*| {3}.*| (?:code|syscall|errno) .*| }| A complete log .*| Note that .*| tarball, .*)");

    private static final Pattern NPM_PREFIX = Pattern.compile("^npm (?:error|ERR!)(?: 404| network)? +");

    /** No model is sent more of one message than this, which is twice what a built-in tool answers at most. */
    private static final int LONGEST = 100_000;

    private FailureText() {}

    /** Returns the message of the exception, or its type if it has none. */
    public static String of(Throwable failure) {
        var message = message(failure);
        return message != null && !message.isBlank() ? message : kindAndMessage(failure);
    }

    /** Returns the type of the exception, and its message. */
    public static String kindAndMessage(Throwable failure) {
        try {
            return String.valueOf(failure.toString());
        } catch (RuntimeException | Error e) {
            return failure.getClass().getName();
        }
    }

    /** Returns the message alone; null if there is none, or it cannot be had. */
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

    /** Returns the sentences of what npm printed when it failed. */
    public static String ofNpm(String output) {
        return output.lines()
                .filter(line -> !NPM_NOISE.matcher(line).matches())
                .map(line -> NPM_PREFIX.matcher(line).replaceFirst(""))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    /** As {@link #plain}; of a very long text only the beginning and the end, where programs write what went wrong. */
    public static String bounded(Throwable e) {
        var text = plain(e);
        int left = text.length() - LONGEST;
        return left <= 0
                ? text
                : text.substring(0, LONGEST / 2)
                        + "\n[" + left + " characters left out]\n"
                        + text.substring(text.length() - LONGEST / 2);
    }

    /** Returns the message of a failure; with its type where the message alone means nothing. */
    public static String plain(Throwable e) {
        var message = message(e);
        boolean bare = message == null
                || message.isBlank()
                || e instanceof Error
                || (e instanceof FileSystemException file && file.getReason() == null);
        return bare ? kindAndMessage(e) : String.valueOf(message);
    }
}
