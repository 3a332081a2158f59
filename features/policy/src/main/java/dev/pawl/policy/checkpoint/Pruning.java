package dev.pawl.policy.checkpoint;

import dev.pawl.base.FileTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Removes old data from the stores, at most once a day: stores of projects that are no longer used, and contents that no
 * newer snapshot contains. */
final class Pruning {
    private static final String PRUNED = "pawl-pruned";
    private static final String USED = "pawl-used";
    private static final String INDICES = "pawl-index-*";

    private final Git git;
    private final Path repository;
    private final Path index;
    private final Instant now;
    private final Instant oldest;

    /**
     * Prunes a store and those beside it.
     *
     * @param index the index of this program
     */
    Pruning(Git git, Path repository, Path index, int keepDays, Instant now) {
        this.git = git;
        this.repository = repository;
        this.index = index;
        this.now = now;
        this.oldest = now.minus(Duration.ofDays(keepDays));
    }

    void run() throws IOException, InterruptedException {
        if (!Files.exists(repository.resolve("HEAD"))) {
            return;
        }
        touch(repository.resolve(USED));
        var last = time(repository.resolve(PRUNED));
        if (last != null && last.isAfter(now.minus(Duration.ofDays(1)))) {
            return;
        }
        touch(repository.resolve(PRUNED));
        var all = repository.getParent();
        if (all != null) {
            try (var stores = Files.newDirectoryStream(all, Pruning::isStore)) {
                for (var store : stores) {
                    if (!store.equals(repository) && isOld(store)) {
                        FileTree.delete(store);
                    }
                }
            }
        }
        if (!isUsedElsewhere(repository)) {
            // Objects of a newer snapshot have been written again, which renewed their times.
            git.run(new byte[0], 100_000, "prune", "--expire=" + oldest.getEpochSecond());
        }
    }

    private static boolean isStore(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.isRegularFile(folder.resolve("HEAD"))
                && Files.isDirectory(folder.resolve("objects"));
    }

    private boolean isOld(Path store) throws IOException {
        var used = time(store.resolve(USED));
        var made = used == null ? time(store.resolve("HEAD")) : used;
        return made != null && made.isBefore(oldest) && !isUsedElsewhere(store);
    }

    /** Whether another program uses a store. It may need contents that were written long ago. */
    private boolean isUsedElsewhere(Path store) throws IOException {
        boolean used = false;
        try (DirectoryStream<Path> indices = Files.newDirectoryStream(store, INDICES)) {
            for (var other : indices) {
                var written = time(other);
                if (written != null && written.isBefore(oldest)) {
                    Files.deleteIfExists(other); // Left behind by a program that was killed.
                } else {
                    used |= !other.equals(index);
                }
            }
        }
        return used;
    }

    private void touch(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
        Files.setLastModifiedTime(file, FileTime.from(now));
    }

    private static @Nullable Instant time(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
