package dev.pawl.shellhooks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** What a look at a file finds; without values where there is none. */
record FileState(
        @Nullable FileTime changed, long size, @Nullable Object key) {
    static FileState of(Path file) {
        try {
            var there = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileState(there.lastModifiedTime(), there.size(), there.fileKey());
        } catch (IOException e) {
            return new FileState(null, 0, null);
        }
    }

    boolean exists() {
        return changed != null;
    }
}
