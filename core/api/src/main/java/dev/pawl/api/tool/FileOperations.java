package dev.pawl.api.tool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file system that read, write, edit, ls, grep and find work on: this machine's, or one a hook provides. */
public interface FileOperations {
    byte[] readFile(Path path) throws IOException, InterruptedException;

    void writeFile(Path path, String content) throws IOException, InterruptedException;

    void createDirectories(Path path) throws IOException, InterruptedException;

    boolean exists(Path path) throws IOException, InterruptedException;

    boolean isDirectory(Path path) throws IOException, InterruptedException;

    List<String> list(Path path) throws IOException, InterruptedException;

    List<Path> glob(String pattern, Path directory, List<String> ignored, int limit)
            throws IOException, InterruptedException;

    /** Returns the media type of an image file, null for anything else. */
    default @Nullable String imageType(Path path) throws IOException, InterruptedException {
        return null;
    }
}
