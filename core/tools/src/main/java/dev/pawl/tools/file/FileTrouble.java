package dev.pawl.tools.file;

import dev.pawl.tools.text.ToolFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Describes in words what the file system refused. */
public final class FileTrouble {
    private static final String LOOP = "Too many levels of symbolic links";

    private FileTrouble() {}

    public static ToolFailure with(String attempt, IOException problem) {
        return new ToolFailure(attempt + ": " + words(problem), problem);
    }

    /** Returns what went wrong, with the name that C programmers know it by: {@code no such file or directory (ENOENT)}. */
    public static String words(IOException problem) {
        if (problem instanceof NoSuchFileException) {
            return "no such file or directory (ENOENT)";
        }
        if (problem instanceof AccessDeniedException) {
            return "permission denied (EACCES)";
        }
        if (problem instanceof NotDirectoryException) {
            return "not a directory (ENOTDIR)";
        }
        if (problem instanceof FileSystemLoopException) {
            return "too many levels of symbolic links (ELOOP)";
        }
        if (problem instanceof FileSystemException system && system.getReason() != null) {
            // Java has words of its own for this one.
            var reason = system.getReason().startsWith(LOOP) ? LOOP : system.getReason();
            var name = errno(reason);
            return decapitalised(reason) + (name == null ? "" : " (" + name + ")");
        }
        var message = problem.getMessage();
        var name = message == null ? null : errno(message);
        return message == null ? problem.getClass().getSimpleName() : message + (name == null ? "" : " (" + name + ")");
    }

    /** Java keeps the words of the operating system but not its number. */
    private static @Nullable String errno(String words) {
        // format:off
        return switch (words) {
            case "Is a directory"                    -> "EISDIR";
            case "Not a directory"                   -> "ENOTDIR";
            case "File name too long"                -> "ENAMETOOLONG";
            case LOOP                                -> "ELOOP";
            case "Read-only file system"             -> "EROFS";
            case "No space left on device"           -> "ENOSPC";
            case "Too many open files"               -> "EMFILE";
            case "Text file busy"                    -> "ETXTBSY";
            case "No such device or address"         -> "ENXIO";
            case "Input/output error"                -> "EIO";
            default                                  -> null;
        };
        // format:on
    }

    private static String decapitalised(String words) {
        return words.isEmpty() ? words : Character.toLowerCase(words.charAt(0)) + words.substring(1);
    }
}
