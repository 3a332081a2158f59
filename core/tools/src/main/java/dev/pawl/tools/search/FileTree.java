package dev.pawl.tools.search;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files to be searched, on this machine or elsewhere. */
interface FileTree {
    /** Returns what is in a directory, in any order. */
    List<Found> list(Found folder) throws IOException, InterruptedException;

    /** Opens a regular file. */
    InputStream open(Path file) throws IOException, InterruptedException;

    /** Returns the content of a file; null if it is not there or cannot be read. */
    byte @Nullable [] read(Path file) throws InterruptedException;

    boolean exists(Path path) throws InterruptedException;
}
