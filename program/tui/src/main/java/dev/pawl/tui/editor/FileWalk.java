package dev.pawl.tui.editor;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The files below a directory that can be named, as they were a moment ago. */
final class FileWalk {
    private static final int MOST = 50_000;
    private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

    private final Path root;
    private final Completions.Listing listing;
    private List<String> paths = List.of();
    private long readAt;
    private boolean read;

    FileWalk(Path root, Completions.Listing listing) {
        this.root = root;
        this.listing = listing;
    }

    /** Paths relative to the directory, folders with a slash at their end. */
    synchronized List<String> paths() throws InterruptedException {
        if (!read || System.nanoTime() - readAt > FRESH) {
            paths = listing.below(root, MOST).stream()
                    .filter(FileCompletion::harmless)
                    .toList();
            readAt = System.nanoTime();
            read = true;
        }
        return paths;
    }
}
