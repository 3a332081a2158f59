package dev.pawl.api.value;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hook that failed: which file, at which point, what happened, and where it was.
 *
 * @param hookPath the hook's file, {@code extensionPath} on the wire
 * @param event the point's name, or what was being done ({@code install}, {@code command}, …)
 */
public record HookError(
        String hookPath,
        String event,
        String error,
        @Nullable String stack) {
    private static final int LONGEST = 10_000;
    private static final int MOST_CAUSES = 16;
    private static final int MOST_FRAMES = 200;

    /** A frame of this program or of the JDK, with or without the names of its class loader and module. */
    private static final Pattern FRAME_OF_PROGRAM =
            Pattern.compile("\\s+at (?:[^\\s/(]*/)*(?:dev\\.pawl|java|javax|jdk|sun|com\\.sun)\\.[^\\s(]*\\(.*");

    private static final Pattern FRAME = Pattern.compile("\\s+at .*");

    /**
     * Returns the stack without the frames of this program and of the JDK, for whoever wrote the hook; null if no frame is
     * left. This is the only form in which a stack is shown.
     */
    public @Nullable String hookStack() {
        if (stack == null) {
            return null;
        }
        var lines = stack.lines()
                .filter(line -> !FRAME_OF_PROGRAM.matcher(line).matches())
                .toList();
        return lines.stream().anyMatch(line -> FRAME.matcher(line).matches())
                ? lines.stream().collect(Collectors.joining("\n"))
                : null;
    }

    /** Returns the stack of an exception, as the JVM prints it, cut to a readable length. */
    public static String stackOf(Throwable failure) {
        var text = new StringBuilder();
        var prefix = "";
        @Nullable Throwable next = failure;
        for (int i = 0; next != null && i < MOST_CAUSES && text.length() < LONGEST; i++) {
            text.append(prefix).append(cut(headOf(next))).append('\n');
            try {
                var frames = next.getStackTrace();
                for (int at = 0; at < Math.min(frames.length, MOST_FRAMES); at++) {
                    text.append("\tat ").append(frames[at]).append('\n');
                }
                next = next.getCause();
            } catch (Throwable e) { // It is code of a hook, too.
                break;
            }
            prefix = "Caused by: ";
        }
        return text.toString();
    }

    private static String headOf(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (Throwable e) { // It is code of a hook, too.
            return failure.getClass().getName();
        }
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
