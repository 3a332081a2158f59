package dev.pawl.cli;

import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Turns failures into sentences. The stack of one that nobody expected is kept in a file and shown nowhere.
 *
 * <p>What reaches the end of a thread and what is logged comes here, too, once a process has begun with it.
 */
public final class FailureLog {
    /** A file that has more begins anew. */
    private static final long LARGEST = 1_000_000;

    private static volatile @Nullable FailureLog ofProcess;

    private final Places places;
    private final Path file;

    public FailureLog(Places places) {
        this.places = places;
        this.file = places.agentDir().resolve("crash").resolve("failures.log");
    }

    /** From now on the failures of the process are put into words by this. */
    public void ofProcess() {
        ofProcess = this;
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, failure) -> print("the thread " + thread.getName(), failure));
    }

    /** The one of the process; null in a program that Pawl is a part of. */
    static @Nullable FailureLog current() {
        return ofProcess;
    }

    /** What a user reads about a failure: its message, or that it was not expected, and where its stack is. */
    public String sentence(Throwable failure) {
        return isExpected(failure) ? FailureText.plain(failure) : unexpected("", failure);
    }

    /** Prints the sentence about a failure that ended something. */
    void print(String what, Throwable failure) {
        try {
            System.err.println("pawl: " + unexpected(what, failure));
        } catch (RuntimeException | Error e) {
            // There is no memory, or no place, for it.
        }
    }

    /** Messages are written for users where this program throws them itself, and by the system where files are concerned. */
    private static boolean isExpected(Throwable failure) {
        var kind = failure.getClass();
        return failure instanceof IOException
                || failure instanceof UncheckedIOException
                || kind == IllegalStateException.class
                || kind == IllegalArgumentException.class
                || (kind.getName().startsWith("dev.pawl.") && !(failure instanceof Error));
    }

    private String unexpected(String what, Throwable failure) {
        boolean kept = keep(what, failure);
        return "something failed that should not have" + (what.isEmpty() ? "" : " (" + what + ")") + ": "
                + FailureText.kindAndMessage(failure)
                + (kept ? ". Its details are in " + places.shown(file.toString()) : "");
    }

    private synchronized boolean keep(String what, Throwable failure) {
        try {
            var folder = file.resolveSibling("");
            Files.createDirectories(folder, OwnerOnly.folder(folder));
            if (Files.exists(file) && Files.size(file) > LARGEST) {
                Files.delete(file);
            }
            if (!Files.exists(file)) {
                Files.createFile(file, OwnerOnly.file(file));
            }
            var text =
                    Instant.now() + " pawl " + Version.text() + " " + what + "\n" + HookError.stackOf(failure) + "\n";
            Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
