package dev.pawl.config.trust;

import dev.pawl.base.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The identity of a file's content, found in bounded time however large the file claims to be. */
final class ContentHash {
    /** More than any script; a sparse file may claim to have terabytes. */
    private static final long LARGEST = 64L << 20;

    private ContentHash() {}

    /**
     * Returns the SHA-256 of a regular file. For one that is too large to read, it returns the size, the inode and the
     * time of the last change, which the kernel sets and no program can set back.
     */
    static String of(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "no regular file";
        }
        long size = Files.size(file);
        return size <= LARGEST
                ? Sha256.hex(file)
                : "too large to read: " + size + " bytes, inode " + Files.getAttribute(file, "unix:ino") + ", changed "
                        + Files.getAttribute(file, "unix:ctime");
    }
}
